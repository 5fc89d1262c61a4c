#include "common/balance/path_shifts.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

// s0 is linked to s1 by port 1 and to s2 by port 2, and both to s3, by port 2.
struct Diamond {
  static Fabric draw() {
    test::Sketch sketch(4);
    for (SwitchIndex middle = 1; middle < 3; ++middle) {
      sketch.link(0, static_cast<PortNum>(middle), middle, 1);
      sketch.link(middle, 2, 3, static_cast<PortNum>(middle));
    }
    return sketch.build();
  }
  std::uint32_t load(SwitchIndex s, PortNum port) const { return loads.of(s)[port]; }

  Fabric fabric = draw();
  LinkLoads loads{fabric, {}};
  std::vector<std::uint32_t> sources = {3, 1, 1, 1};
  std::vector<std::uint32_t> shares = even_shares(fabric, sources);
  std::vector<SwitchIndex> order = {0, 1, 2, 3};
  std::vector<PortNum> entries = {1, 2, 2, 8};
};

TEST(PathShifts, MovesPathsToTheIdleSide) {
  Diamond d;
  d.loads.add(0, 1, 3);
  d.loads.add(1, 2, 4);
  d.loads.add(2, 2, 1);
  d.loads.add(1, 2, 5);  // of another LID
  PathShifts shifts(d.fabric, d.sources, d.shares, d.loads);
  ASSERT_TRUE(shifts.start(d.order, d.entries));
  ASSERT_TRUE(shifts.is_better(0, 2));
  shifts.move(0, 2);
  EXPECT_EQ(d.entries[0], 2u);
  EXPECT_EQ(d.load(0, 1), 0u);
  EXPECT_EQ(d.load(0, 2), 3u);
  EXPECT_EQ(d.load(1, 2), 6u);
  EXPECT_EQ(d.load(2, 2), 4u);
  EXPECT_FALSE(shifts.is_better(0, 1)) << "there and back";
}

TEST(PathShifts, KeepsPathsThatWouldNotBeBetter) {
  Diamond d;
  d.loads.add(0, 1, 3);
  d.loads.add(1, 2, 4);
  d.loads.add(2, 2, 1);
  d.loads.add(2, 2, 5);
  PathShifts shifts(d.fabric, d.sources, d.shares, d.loads);
  ASSERT_TRUE(shifts.start(d.order, d.entries));
  EXPECT_FALSE(shifts.is_better(0, 2));
  EXPECT_FALSE(shifts.is_better(0, 1)) << "it is there";
  EXPECT_EQ(d.entries[0], 1u);
  EXPECT_EQ(d.load(2, 2), 6u);
}

// The sum would fall, but the link behind s2 would be the busiest of all.
TEST(PathShifts, MakesNoLinkBusierThanTheOneItRelieves) {
  Diamond d;
  d.loads.add(0, 1, 9);
  d.loads.add(1, 2, 9);
  d.loads.add(2, 2, 8);
  PathShifts shifts(d.fabric, d.sources, d.shares, d.loads);
  ASSERT_TRUE(shifts.start(d.order, d.entries));
  EXPECT_FALSE(shifts.is_better(0, 2));
}

TEST(PathShifts, TellsWhichPathsAreCrowded) {
  Diamond d;
  d.loads.add(1, 2, 9);
  d.loads.add(2, 2, 8);
  PathShifts shifts(d.fabric, d.sources, d.shares, d.loads);
  ASSERT_TRUE(shifts.start(d.order, d.entries));
  shifts.find_crowded(d.order, 8, /*may_divide=*/true);
  EXPECT_TRUE(shifts.is_crowded(0)) << "farther on";
  EXPECT_TRUE(shifts.is_crowded(1));
  EXPECT_FALSE(shifts.is_crowded(2));
}

// Four of the paths to this LID go over s1, six over s2.
TEST(PathShifts, PathsThatStayTogetherDoNotCrowdALinkAlone) {
  for (const std::uint32_t others : {8u, 9u}) {
    Diamond d;
    d.sources = {3, 1, 6, 1};
    d.loads.add(1, 2, 4 + others);
    d.loads.add(2, 2, 6 + 3);
    PathShifts shifts(d.fabric, d.sources, d.shares, d.loads);
    ASSERT_TRUE(shifts.start(d.order, d.entries));
    shifts.find_crowded(d.order, 8, /*may_divide=*/false);
    EXPECT_EQ(shifts.is_crowded(1), others == 9);
    EXPECT_EQ(shifts.is_crowded(0), others == 9);
    EXPECT_TRUE(shifts.is_crowded(2)) << "most of them would move together";
  }
}

// s0 and s3 have six hosts each, so that each of their two links carries 18 of the 36 paths from
// one to the other. s4 is an island.
TEST(PathShifts, LinksCarryWhatTheirEndPortsSend) {
  test::Sketch sketch(5);
  for (SwitchIndex middle = 1; middle < 3; ++middle) {
    sketch.link(0, static_cast<PortNum>(middle), middle, 1);
    sketch.link(middle, 2, 3, static_cast<PortNum>(middle));
  }
  for (PortNum port = 3; port <= 8; ++port) {
    sketch.ca(0, port);
    sketch.ca(3, port);
    sketch.ca(4, port);
  }
  const Fabric fabric = sketch.build();
  const std::vector<std::uint32_t> sources = {6, 0, 0, 6, 6};
  const std::vector<std::uint32_t> shares = even_shares(fabric, sources);
  EXPECT_EQ(shares, (std::vector<std::uint32_t>{19, 0, 0, 19, 0}));
  const std::vector<SwitchIndex> order = {0, 1, 3};
  for (const std::uint32_t load : {19u, 20u}) {
    LinkLoads loads(fabric, {});
    loads.add(0, 1, load);
    std::vector<PortNum> entries = {1, 2, 2, 8};
    PathShifts shifts(fabric, sources, shares, loads);
    ASSERT_TRUE(shifts.start(order, entries));
    shifts.find_crowded(order, 8, /*may_divide=*/true);
    EXPECT_EQ(shifts.is_crowded(0), load == 20) << "a tenth more is allowed";
  }
}

TEST(PathShifts, PathsThatDoNotLeadOnAreLeftAlone) {
  Diamond d;
  d.entries = {1, 1, 2, 8};  // s0 and s1 send to each other
  PathShifts shifts(d.fabric, d.sources, d.shares, d.loads);
  EXPECT_FALSE(shifts.start(d.order, d.entries));
}

TEST(PathShifts, MovesNothingWithoutSenders) {
  Diamond d;
  d.sources = {0, 0, 0, 0};
  d.loads.add(0, 1, 9);
  PathShifts shifts(d.fabric, d.sources, d.shares, d.loads);
  ASSERT_TRUE(shifts.start(d.order, d.entries));
  EXPECT_FALSE(shifts.is_better(0, 2));
}

}  // namespace
}  // namespace weft
