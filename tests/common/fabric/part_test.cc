#include "common/fabric/part.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;
using test::lid_of_switch;

// a0 - s0 = s1 - s2 - a2, a1 at s1; s0 and s1 have two links.
Fabric three_in_a_row(std::uint8_t lmc = 0) {
  test::Sketch sketch(3);
  sketch.link(0, 1, 1, 1);
  sketch.link(0, 2, 1, 2);
  sketch.link(1, 4, 2, 4);
  for (SwitchIndex s = 0; s < 3; ++s) sketch.ca(s, 3, static_cast<Lid>(100 + (s << lmc)), lmc);
  return sketch.build();
}

PortSelection all_ports(const Fabric& fabric, const std::vector<SwitchIndex>& switches) {
  PortSelection set(fabric);
  for (const SwitchIndex s : switches) {
    for (unsigned p = 0; p < fabric.ports(s).size(); ++p) {
      set.add_switch_port(fabric, s, static_cast<PortNum>(p));
    }
  }
  return set;
}

PortSelection all_ends(const Fabric& fabric) {
  PortSelection set(fabric);
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) set.add_end_port(e);
  return set;
}

TEST(Part, OfEverythingIsTheWhole) {
  const Fabric whole = three_in_a_row();
  const FabricPart part = take_part(whole, all_ports(whole, {0, 1, 2}), all_ends(whole), {});
  EXPECT_EQ(part.switches, (std::vector<SwitchIndex>{0, 1, 2}));
  EXPECT_EQ(part.end_ports, (std::vector<EndPortIndex>{0, 1, 2}));
  EXPECT_EQ(part.fabric.lid_count(), whole.lid_count());
  EXPECT_EQ(part.fabric.max_lid(), whole.max_lid());
  for (SwitchIndex s = 0; s < 3; ++s) {
    for (unsigned p = 0; p < whole.ports(s).size(); ++p) {
      EXPECT_EQ(part.fabric.ports(s)[p].peer, whole.ports(s)[p].peer);
      EXPECT_EQ(part.fabric.ports(s)[p].kind, whole.ports(s)[p].kind);
      EXPECT_EQ(part.fabric.ports(s)[p].peer_port, whole.ports(s)[p].peer_port);
    }
    EXPECT_EQ(part.fabric.describe_switch(s), whole.describe_switch(s));
    EXPECT_EQ(part.fabric.describe_end_port(s), whole.describe_end_port(s));
  }
}

TEST(Part, HasTheLinksBothEndsOfWhichItHas) {
  const Fabric whole = three_in_a_row();
  PortSelection switches = all_ports(whole, {1, 2});
  switches.add_switch_port(whole, 0, 2);  // nothing else of s0
  const FabricPart part = take_part(whole, switches, all_ends(whole), {});
  EXPECT_EQ(part.switches, (std::vector<SwitchIndex>{0, 1, 2}));
  EXPECT_EQ(part.end_ports, (std::vector<EndPortIndex>{1, 2}));
  EXPECT_EQ(part.fabric.ports(0)[1].kind, PeerKind::kNothing);
  EXPECT_EQ(part.fabric.ports(1)[1].kind, PeerKind::kNothing);
  EXPECT_EQ(part.fabric.ports(1)[2].kind, PeerKind::kSwitch);
  EXPECT_EQ(part.fabric.ports(0)[3].kind, PeerKind::kNothing);
}

TEST(Part, RenumbersWhatItHasAndKeepsItsLids) {
  const Fabric whole = three_in_a_row();
  const FabricPart part = take_part(whole, all_ports(whole, {1, 2}), all_ends(whole), {});
  ASSERT_EQ(part.switches, (std::vector<SwitchIndex>{1, 2}));
  ASSERT_EQ(part.end_ports, (std::vector<EndPortIndex>{1, 2}));
  EXPECT_EQ(part.fabric.ports(0)[4].peer, 1u);
  EXPECT_EQ(part.fabric.ports(1)[4].peer, 0u);
  EXPECT_EQ(part.fabric.ports(0)[3].peer, 0u);
  EXPECT_EQ(part.fabric.end_ports()[0].sw, 0u);
  EXPECT_EQ(part.fabric.owner(lid_of_switch(1)).index, 0u);
  EXPECT_EQ(part.fabric.owner(lid_of_ca(2)).index, 1u);
  EXPECT_EQ(part.fabric.owner(lid_of_ca(0)).kind, PeerKind::kNothing);
  EXPECT_EQ(part.fabric.owner(lid_of_switch(0)).kind, PeerKind::kNothing);
  EXPECT_EQ(part.fabric.lid_count(), 4u);
}

TEST(Part, WithoutAnEndPortHasAFreeSwitchPort) {
  const Fabric whole = three_in_a_row();
  const FabricPart part = take_part(whole, all_ports(whole, {0, 1, 2}), PortSelection(whole), {});
  EXPECT_EQ(part.fabric.end_port_count(), 0u);
  EXPECT_EQ(part.fabric.ports(0)[3].kind, PeerKind::kNothing);
}

TEST(Part, WithAPathBitHasOneLidOfEachPort) {
  const Fabric whole = three_in_a_row(2);
  const FabricPart part = take_part(whole, all_ports(whole, {0, 1, 2}), all_ends(whole), 3);
  EXPECT_EQ(part.fabric.end_ports()[1].lid, 107);
  EXPECT_EQ(part.fabric.end_ports()[1].lmc, 0);
  EXPECT_EQ(part.fabric.owner(107).index, 1u);
  EXPECT_EQ(part.fabric.owner(106).kind, PeerKind::kNothing);
  EXPECT_EQ(part.fabric.switches()[0].lid, 0);  // it has no fourth LID
  EXPECT_EQ(part.fabric.lid_count(), 3u);
  const FabricPart base = take_part(whole, all_ports(whole, {0, 1, 2}), all_ends(whole), 0);
  EXPECT_EQ(base.fabric.switches()[0].lid, lid_of_switch(0));
  EXPECT_EQ(base.fabric.end_ports()[1].lid, 104);
  const FabricPart none = take_part(whole, all_ports(whole, {0, 1, 2}), all_ends(whole), 127);
  EXPECT_EQ(none.fabric.lid_count(), 0u);
  EXPECT_EQ(none.fabric.max_lid(), 0);
}

TEST(Part, OfNothingIsEmpty) {
  const Fabric whole = three_in_a_row();
  const FabricPart part = take_part(whole, PortSelection(whole), all_ends(whole), {});
  EXPECT_EQ(part.fabric.switch_count(), 0u);
  EXPECT_EQ(part.fabric.end_port_count(), 0u);
}

}  // namespace
}  // namespace weft
