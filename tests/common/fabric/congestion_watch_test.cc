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
  // Once all have been read that often.
  std::vector<LinkEnd> congested_after(std::uint64_t a, std::uint64_t b) {
    read(a, b);
    read(a, b);
    return congested();
  }

  CongestionLimits limits;
  CongestionWatch watch;
  Time now = Time() + seconds(1'000);
};

using Links = std::vector<LinkEnd>;

TEST(CongestionWatch, BeginsAboveTheUpperThreshold) {
  Watched watched;
  EXPECT_EQ(watched.congested_after(80, 60), Links());
  EXPECT_EQ(watched.congested_after(81, 60), Links{kA});
  EXPECT_EQ(watched.congested_after(81, 500), (Links{kA, kB})) << "sorted";
}

TEST(CongestionWatch, EndsBelowTheLowerOneWithThosePathsThatGaveWay) {
  Watched watched({.dwell = 0, .share = 50});
  ASSERT_EQ(watched.congested_after(100, 0), Links{kA});
  EXPECT_EQ(watched.congested_after(49, 0), Links{kA}) << "98 if they came back";
  EXPECT_EQ(watched.congested_after(25, 0), Links{kA}) << "50 if they came back";
  EXPECT_EQ(watched.congested_after(24, 0), Links());
}

TEST(CongestionWatch, NothingChangesBetweenTheThresholds) {
  Watched watched({.dwell = 0, .share = 0});
  for (unsigned i = 0; i < 20; ++i) {
    watched.read(i % 2 == 0 ? 51 : 80, 0);
    EXPECT_EQ(watched.congested(), Links());
  }
  ASSERT_EQ(watched.congested_after(81, 0), Links{kA});
  for (unsigned i = 0; i < 20; ++i) {
    watched.read(i % 2 == 0 ? 50 : 80, 0);
    EXPECT_EQ(watched.congested(), Links{kA});
  }
}

TEST(CongestionWatch, StaysWhatItIsForTheDwellTime) {
  Watched watched({.dwell = 10});
  ASSERT_EQ(watched.congested_after(100, 0), Links{kA});
  for (unsigned i = 0; i < 9; ++i) {
    watched.read(0, 0);
    EXPECT_EQ(watched.congested(), Links{kA}) << i;
  }
  EXPECT_EQ(watched.congested_after(0, 0), Links());
  EXPECT_EQ(watched.congested_after(100, 0), Links()) << "nor does it come back before that";
}

TEST(CongestionWatch, AddsTheTimeThatPortsWait) {
  Watched watched({.bandwidth_weight = 50, .wait_weight = 100, .tick = 8});
  EXPECT_EQ(watched.congested_after(100, 0), Links()) << "50";
  watched.watch.add_wait(kA, 15, 1, watched.now);
  EXPECT_EQ(watched.watch.next_change(watched.now), std::nullopt) << "80: 120 of 400 bytes";
  watched.watch.add_wait(kA, 16, 1, watched.now);
  EXPECT_NE(watched.watch.next_change(watched.now), std::nullopt) << "82";
}

TEST(CongestionWatch, IgnoresUnusableReadings) {
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
  EXPECT_EQ(watched.watch.next_change(watched.now), std::nullopt);
  watched.watch.add_data(kA, 30, 1, watched.now);
  EXPECT_NE(watched.watch.next_change(watched.now), std::nullopt) << "90 in a second";
}

TEST(CongestionWatch, RoutesChangeWhenAllHaveBeenRead) {
  Watched watched;
  EXPECT_EQ(watched.watch.next_change(watched.now), std::nullopt);
  watched.now += seconds(3);
  const Time crossed = watched.now;
  EXPECT_EQ(watched.watch.add_data(kA, 300, 3, crossed), crossed + seconds(6)) << "at the latest";
  EXPECT_EQ(watched.watch.add_wait(kA, 0, 3, crossed), std::nullopt);
  EXPECT_EQ(watched.congested(), Links()) << "in a sweep for another reason";
  EXPECT_EQ(watched.watch.add_data(kB, 300, 3, crossed), std::nullopt) << "it was said";
  EXPECT_EQ(watched.watch.add_wait(kB, 0, 3, crossed), std::nullopt);
  EXPECT_EQ(watched.watch.next_change(crossed), crossed + seconds(6));
  watched.now += seconds(3);
  EXPECT_EQ(watched.watch.add_data(kA, 300, 3, watched.now), watched.now);
  EXPECT_EQ(watched.congested(), (Links{kA, kB}));
  EXPECT_EQ(watched.watch.next_change(watched.now), std::nullopt);
}

TEST(CongestionWatch, RoutesDoNotWaitForASwitchThatIsSilent) {
  Watched watched;
  for (unsigned i = 0; i < 3; ++i) {
    EXPECT_EQ(watched.congested(), Links()) << i;
    watched.now += seconds(1);
    watched.watch.add_data(kA, 100, 1, watched.now);
  }
  EXPECT_EQ(watched.congested(), Links{kA});
}

TEST(CongestionWatch, RoutesChangeNoMoreOftenThanTheyMay) {
  Watched watched({.dwell = 0, .changes = 2});
  EXPECT_EQ(watched.congested_after(100, 0), Links{kA});
  const Time first = watched.now;
  EXPECT_EQ(watched.congested_after(0, 0), Links());
  EXPECT_EQ(watched.congested_after(100, 0), Links()) << "as it was";
  EXPECT_EQ(watched.watch.next_change(watched.now), first + seconds(60));
  watched.now = first + seconds(59);
  EXPECT_EQ(watched.congested(), Links());
  watched.now = first + seconds(60);
  EXPECT_EQ(watched.congested(), Links{kA});
}

TEST(CongestionWatch, KeepsWhatItKnowsOfLinksThatStay) {
  Watched watched;
  EXPECT_EQ(watched.congested_after(100, 100), (Links{kA, kB}));
  watched.watch.watch({{kA, 400}}, watched.limits);
  EXPECT_EQ(watched.watch.next_change(watched.now), std::nullopt)
      << "routes were made without the other one";
  EXPECT_EQ(watched.congested_after(100, 0), Links{kA});
  watched.watch.watch({}, watched.limits);
  EXPECT_EQ(watched.congested(), Links());
}

}  // namespace
}  // namespace weft
