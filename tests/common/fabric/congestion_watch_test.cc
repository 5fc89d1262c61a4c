#include "common/fabric/congestion_watch.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace weft {
namespace {

using std::chrono::seconds;
using Time = CongestionWatch::Clock::time_point;

constexpr LinkEnd kA = {0x10, 1};
constexpr LinkEnd kB = {0x20, 2};
constexpr LinkEnd kUnknown = {0x30, 3};

// Links of 400 bytes a second: 100 words. Time goes by a second for each reading of all.
struct Watched {
  explicit Watched(const CongestionLimits& l = {}) : limits(l) {
    watch.watch({{kB, 400}, {kA, 400}}, limits);
    read(0, 0);
  }

  // Words that either link sent in a second.
  void read(std::uint64_t a, std::uint64_t b) {
    now += seconds(1);
    watch.add_data(kA, a, 1, now);
    watch.add_data(kB, b, 1, now);
    watch.add_wait(kA, 0, 1, now);
    watch.add_wait(kB, 0, 1, now);
  }
  std::vector<LinkEnd> congested() { return watch.congested(now); }
  void pass(unsigned s) { now += seconds(s); }

  CongestionLimits limits;
  CongestionWatch watch;
  Time now = Time() + seconds(1'000);
};

using Links = std::vector<LinkEnd>;

TEST(CongestionWatch, BeginsAboveTheUpperThreshold) {
  Watched watched;
  watched.read(80, 60);
  EXPECT_EQ(watched.congested(), Links());
  watched.read(81, 60);
  EXPECT_EQ(watched.congested(), Links{kA});
  watched.read(81, 500);
  EXPECT_EQ(watched.congested(), (Links{kA, kB})) << "sorted";
}

TEST(CongestionWatch, EndsBelowTheLowerOneWithThosePathsThatGaveWay) {
  Watched watched({.dwell = 0, .share = 50});
  watched.read(100, 0);
  ASSERT_EQ(watched.congested(), Links{kA});
  watched.read(49, 0);
  EXPECT_EQ(watched.congested(), Links{kA}) << "98 if they came back";
  watched.read(25, 0);
  EXPECT_EQ(watched.congested(), Links{kA}) << "50 if they came back";
  watched.read(24, 0);
  EXPECT_EQ(watched.congested(), Links());
}

TEST(CongestionWatch, NothingChangesBetweenTheThresholds) {
  Watched watched({.dwell = 0, .share = 0});
  for (unsigned i = 0; i < 20; ++i) {
    watched.read(i % 2 == 0 ? 51 : 80, 0);
    EXPECT_EQ(watched.congested(), Links());
  }
  watched.read(81, 0);
  EXPECT_EQ(watched.congested(), Links{kA});
  for (unsigned i = 0; i < 20; ++i) {
    watched.read(i % 2 == 0 ? 50 : 80, 0);
    EXPECT_EQ(watched.congested(), Links{kA});
  }
}

TEST(CongestionWatch, StaysWhatItIsForTheDwellTime) {
  Watched watched({.dwell = 10});
  watched.read(100, 0);
  ASSERT_EQ(watched.congested(), Links{kA});
  for (unsigned i = 0; i < 9; ++i) {
    watched.read(0, 0);
    EXPECT_EQ(watched.congested(), Links{kA}) << i;
  }
  watched.read(0, 0);
  EXPECT_EQ(watched.congested(), Links());
  watched.read(100, 0);
  EXPECT_EQ(watched.congested(), Links()) << "nor does it come back before that";
}

TEST(CongestionWatch, AddsTheTimeThatPortsWait) {
  Watched watched({.bandwidth_weight = 50, .wait_weight = 100, .tick = 8});
  watched.read(100, 0);
  EXPECT_EQ(watched.congested(), Links()) << "50";
  watched.watch.add_wait(kA, 15, 1, watched.now);
  EXPECT_EQ(watched.congested(), Links()) << "80: 120 of 400 bytes";
  watched.watch.add_wait(kA, 16, 1, watched.now);
  EXPECT_EQ(watched.congested(), Links{kA}) << "82";
}

TEST(CongestionWatch, LeavesOutWhatIsOfAnyAge) {
  CongestionWatch watch;
  watch.watch({{kA, 400}}, {});
  const Time now = Time() + seconds(1'000);
  EXPECT_EQ(watch.add_data(kA, 1'000'000, 1, now), std::nullopt) << "the first one";
  EXPECT_EQ(watch.add_data(kA, std::uint64_t{0} - 5, 1, now), std::nullopt) << "it was cleared";
  EXPECT_EQ(watch.add_data(kA, 100, -1, now), std::nullopt) << "the clock was set back";
  EXPECT_EQ(watch.add_data(kUnknown, 1'000'000, 1, now), std::nullopt);
  EXPECT_EQ(watch.congested(now), Links());
}

TEST(CongestionWatch, ReadingsOfTheSameSecondCountTogether) {
  Watched watched;
  watched.watch.add_data(kA, 60, 0, watched.now);
  EXPECT_EQ(watched.congested(), Links());
  watched.watch.add_data(kA, 30, 1, watched.now);
  EXPECT_EQ(watched.congested(), Links{kA}) << "90 in a second";
}

TEST(CongestionWatch, SaysWhenRoutesAreToChange) {
  Watched watched;
  EXPECT_EQ(watched.watch.next_change(watched.now), std::nullopt);
  const Time due = watched.now + seconds(1);
  EXPECT_EQ(watched.watch.add_data(kA, 100, 1, watched.now), due);
  watched.now += std::chrono::milliseconds(500);
  EXPECT_EQ(watched.watch.add_data(kA, 100, 1, watched.now), std::nullopt) << "it was said";
  EXPECT_EQ(watched.watch.add_data(kB, 100, 1, watched.now), std::nullopt) << "nor is it later";
  EXPECT_EQ(watched.watch.next_change(watched.now), due);
  EXPECT_EQ(watched.congested(), (Links{kA, kB}));
  EXPECT_EQ(watched.watch.next_change(watched.now), std::nullopt);
}

TEST(CongestionWatch, RoutesChangeNoMoreOftenThanTheyMay) {
  Watched watched({.dwell = 0, .changes = 2});
  const Time start = watched.now;
  watched.read(100, 0);
  EXPECT_EQ(watched.congested(), Links{kA});
  watched.read(0, 0);
  EXPECT_EQ(watched.congested(), Links());
  watched.now += seconds(1);
  EXPECT_EQ(watched.watch.add_data(kA, 100, 1, watched.now), start + seconds(61));
  EXPECT_EQ(watched.congested(), Links()) << "as it was";
  EXPECT_EQ(watched.watch.next_change(watched.now), start + seconds(61));
  watched.pass(57);
  EXPECT_EQ(watched.congested(), Links());
  watched.pass(1);
  EXPECT_EQ(watched.congested(), Links{kA});
}

TEST(CongestionWatch, KeepsWhatItKnowsOfLinksThatStay) {
  Watched watched;
  watched.read(100, 100);
  EXPECT_EQ(watched.congested(), (Links{kA, kB}));
  watched.watch.watch({{kA, 400}}, watched.limits);
  watched.read(100, 0);
  EXPECT_EQ(watched.congested(), Links{kA});
  watched.watch.watch({}, watched.limits);
  EXPECT_EQ(watched.congested(), Links());
}

}  // namespace
}  // namespace weft
