#include "plugins/opensm/heavy_sweep.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>
#include <vector>

#include "tests/support/opensm_doubles.h"
#include "tests/support/opensm_subnet.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using Clock = SweepTimer::Clock;

struct Timed {
  // Within ten seconds.
  bool is_asked() {
    const std::atomic_ref flag(subnet.subnet().force_heavy_sweep);
    for (int i = 0; i < 1'000 && flag.load() == FALSE; ++i) {
      std::this_thread::sleep_for(milliseconds(10));
    }
    return flag.exchange(FALSE) != FALSE;
  }

  test::OpensmSubnet subnet{test::Sketch(1).build()};
};

TEST(SweepTimer, AsksOnceWhenItIsTime) {
  Timed timed;
  {
    SweepTimer timer(timed.subnet.opensm());
    const Clock::time_point start = Clock::now();
    timer.set(start + milliseconds(50));
    EXPECT_TRUE(timed.is_asked());
    EXPECT_GE(Clock::now() - start, milliseconds(50));
    timer.set(start + hours(100));
    timer.set(Clock::now());
    EXPECT_TRUE(timed.is_asked()) << "earlier than what was set before";
  }
  EXPECT_EQ(test::opensm_doubles().signals,
            (std::vector<osm_signal_t>{OSM_SIGNAL_SWEEP, OSM_SIGNAL_SWEEP}));
}

TEST(SweepTimer, EndsAtOnce) {
  Timed timed;
  const Clock::time_point start = Clock::now();
  {
    SweepTimer unused(timed.subnet.opensm());
    SweepTimer taken_back(timed.subnet.opensm());
    SweepTimer waiting(timed.subnet.opensm());
    taken_back.set(start + hours(1));
    taken_back.set(std::nullopt);
    waiting.set(start + hours(1));
  }
  EXPECT_LT(Clock::now() - start, hours(1));
  EXPECT_EQ(test::opensm_doubles().signals, std::vector<osm_signal_t>());
}

}  // namespace
}  // namespace weft
