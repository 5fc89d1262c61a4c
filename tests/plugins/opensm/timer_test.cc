#include "plugins/opensm/timer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <semaphore>

namespace weft {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;
using Clock = Timer::Clock;

TEST(Timer, ActsOnceWhenItIsTime) {
  std::binary_semaphore acted(0);
  std::atomic<int> times = 0;
  {
    Timer timer([&] {
      ++times;
      acted.release();
    });
    const Clock::time_point start = Clock::now();
    timer.set(start + milliseconds(50));
    EXPECT_TRUE(acted.try_acquire_for(seconds(10)));
    EXPECT_GE(Clock::now() - start, milliseconds(50));
    timer.set(start + hours(100));
    timer.set(Clock::now());
    EXPECT_TRUE(acted.try_acquire_for(seconds(10))) << "earlier than what was set before";
  }
  EXPECT_EQ(times, 2);
}

TEST(Timer, ItsActionMaySetIt) {
  std::binary_semaphore ended(0);
  int times = 0;
  std::optional<Timer> timer;
  timer.emplace([&] {
    if (++times < 3) return timer->set(Clock::now());
    ended.release();
  });
  timer->set(Clock::now());
  EXPECT_TRUE(ended.try_acquire_for(seconds(10)));
}

TEST(Timer, EndsAtOnce) {
  const Clock::time_point start = Clock::now();
  std::atomic<int> times = 0;
  const auto act = [&] { ++times; };
  {
    Timer unused(act);
    Timer taken_back(act);
    Timer waiting(act);
    taken_back.set(start + hours(1));
    taken_back.set(std::nullopt);
    waiting.set(start + hours(1));
  }
  EXPECT_LT(Clock::now() - start, hours(1));
  EXPECT_EQ(times, 0);
}

}  // namespace
}  // namespace weft
