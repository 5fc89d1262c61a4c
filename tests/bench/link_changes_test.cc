#include "bench/link_changes.h"

#include <gtest/gtest.h>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using bench::count_link_changes;
using bench::find_lost_link;
using bench::LinkChanges;
using bench::LinkEnds;
using test::clockwise_ring;
using test::lid_of_ca;
using test::lid_of_switch;
using test::Routed;
using test::Sketch;

// Between the first two switches of a clockwise ring.
constexpr LinkEnds kFirstLink = {0, 1, 1, 2};

TEST(LinkChanges, CountsWhatUsedTheLinkAndWhatLedOverIt) {
  Routed before = clockwise_ring(4);
  Routed after = clockwise_ring(4);
  const LinkChanges none =
      count_link_changes(before.fabric, kFirstLink, before.block.tables(), after.block.tables());
  // Each switch has a LID, and so has its CA.
  EXPECT_EQ(none.used, 2 * 3u) << "s0 to all others; s1 sends nothing back";
  EXPECT_EQ(none.led_over, 2 * (3 + 2 + 1u)) << "to s1, s2 and s3";
  EXPECT_EQ(none.changed, 0u);
  EXPECT_EQ(none.without_path, 0u);
}

TEST(LinkChanges, BothDirectionsOfTheLinkCount) {
  Routed before = clockwise_ring(4);
  before.entry(1, lid_of_ca(0)) = 2;
  const LinkChanges changes =
      count_link_changes(before.fabric, kFirstLink, before.block.tables(), before.block.tables());
  EXPECT_EQ(changes.used, 6 + 1u);
  EXPECT_EQ(changes.led_over, 12 + 1u);
}

TEST(LinkChanges, CountsWhatChangedAndWhatHasNoPathAnyMore) {
  Routed before = clockwise_ring(4);
  before.entry(2, lid_of_switch(0)) = kNoPath;
  Routed after = clockwise_ring(4);
  after.entry(0, lid_of_ca(1)) = 2;
  after.entry(3, lid_of_ca(1)) = 2;
  after.entry(0, lid_of_switch(2)) = kNoPath;
  const LinkChanges changes =
      count_link_changes(before.fabric, kFirstLink, before.block.tables(), after.block.tables());
  EXPECT_EQ(changes.changed, 3 + 1u) << "one entry has a path now that had none";
  EXPECT_EQ(changes.without_path, 1u);
}

TEST(LinkChanges, AForwardingLoopIsCountedOnce) {
  Routed before = clockwise_ring(4);
  before.entry(3, lid_of_ca(3)) = 1;
  const LinkChanges changes =
      count_link_changes(before.fabric, kFirstLink, before.block.tables(), before.block.tables());
  EXPECT_EQ(changes.used, 6u);
  EXPECT_EQ(changes.led_over, 12 + 3u) << "s1, s2 and s3 to a3, too";
}

// Two switches with two links; which of them is there is up to the caller.
Fabric pair_of_switches(bool first, bool second) {
  Sketch sketch(2);
  if (first) sketch.link(0, 1, 1, 4);
  if (second) sketch.link(0, 2, 1, 3);
  return sketch.build();
}

TEST(FindLostLink, NamesSwitchesAndPorts) {
  const auto link = find_lost_link(pair_of_switches(true, true), pair_of_switches(true, false));
  ASSERT_TRUE(link);
  EXPECT_EQ(link->a, 0u);
  EXPECT_EQ(link->port_a, 2);
  EXPECT_EQ(link->b, 1u);
  EXPECT_EQ(link->port_b, 3);
}

TEST(FindLostLink, NothingIsMissing) {
  EXPECT_FALSE(find_lost_link(pair_of_switches(true, true), pair_of_switches(true, true)));
  EXPECT_FALSE(find_lost_link(pair_of_switches(true, false), pair_of_switches(true, true)))
      << "one more is not one less";
}

}  // namespace
}  // namespace weft
