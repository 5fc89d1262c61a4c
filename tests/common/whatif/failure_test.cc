#include "common/whatif/failure.h"

#include <gtest/gtest.h>

#include "tests/support/sketch.h"

namespace weft {
namespace {

// s0 - s1 - s2, with a CA at each.
Fabric row_of_three() {
  test::Sketch sketch(3);
  sketch.link(0, 1, 1, 1);
  sketch.link(1, 2, 2, 1);
  for (SwitchIndex s = 0; s < 3; ++s) sketch.ca(s, 5);
  return sketch.build();
}

TEST(Failure, ALinkIsGoneAtBothEnds) {
  const Fabric before = row_of_three();
  for (const SwitchPort& end : {SwitchPort(0, 1), SwitchPort(1, 1)}) {
    const Fabric now = fabric_after(before, {.name = "link", .links = {end}});
    EXPECT_EQ(now.switch_count(), 3u);
    EXPECT_EQ(now.end_port_count(), 3u);
    EXPECT_EQ(now.ports(0)[1].kind, PeerKind::kNothing);
    EXPECT_EQ(now.ports(1)[1].kind, PeerKind::kNothing);
    EXPECT_EQ(now.ports(1)[2].peer, 2u);
    EXPECT_EQ(now.max_lid(), before.max_lid());
  }
}

TEST(Failure, AnEndPortGoesWithItsLink) {
  const Fabric now = fabric_after(row_of_three(), {.name = "link", .links = {{1, 5}}});
  EXPECT_EQ(now.end_port_count(), 2u);
  EXPECT_EQ(now.owner(test::lid_of_ca(1)).kind, PeerKind::kNothing);
  EXPECT_EQ(now.destination_switch(test::lid_of_ca(2)), 2u);
}

TEST(Failure, ASwitchGoesWithItsEndPorts) {
  const Fabric now =
      fabric_after(row_of_three(), {.kind = FailureKind::kSwitch, .name = "s1", .sw = 1});
  ASSERT_EQ(now.switch_count(), 2u);
  EXPECT_EQ(now.switches()[1].lid, test::lid_of_switch(2));
  EXPECT_EQ(now.end_port_count(), 2u);
  EXPECT_EQ(now.ports(0)[1].kind, PeerKind::kNothing);
  EXPECT_EQ(now.destination_switch(test::lid_of_ca(2)), 1u);
}

TEST(Failure, ALinkIsAdded) {
  const Fabric before = row_of_three();
  const Fabric now = fabric_after(
      before, {.kind = FailureKind::kAdd, .name = "more", .added = {{{0, 3}, {2, 4}}}});
  EXPECT_EQ(now.ports(0)[3].peer, 2u);
  EXPECT_EQ(now.ports(0)[3].peer_port, 4);
  EXPECT_EQ(now.ports(2)[4].peer, 0u);
  EXPECT_EQ(now.ports(0)[3].link, before.ports(0)[1].link);
  EXPECT_EQ(now.end_port_count(), 3u);
  EXPECT_EQ(now.destination_switch(test::lid_of_ca(2)), 2u);
}

}  // namespace
}  // namespace weft
