#include "bench/patterns.h"

#include <gtest/gtest.h>

#include "common/fabric/builder.h"

namespace weft::bench {
namespace {

// Two switches, joined by `links` links (ports 1..links), with two CAs each (ports 11 and 12), and
// tables that send everything over the first link.
class TwoSwitches {
 public:
  explicit TwoSwitches(PortNum links)
      : fabric_(build(links)), block_(fabric_.switch_count(), fabric_.max_lid()) {
    for (std::uint32_t lid = 1; lid <= fabric_.max_lid(); ++lid) {
      const LidOwner owner = fabric_.owner(static_cast<Lid>(lid));
      if (owner.kind != PeerKind::kEndPort) continue;
      const EndPort& end_port = fabric_.end_ports()[owner.index];
      for (SwitchIndex s = 0; s < 2; ++s) {
        tables().row(s)[lid] = end_port.sw == s ? end_port.switch_port : PortNum{1};
      }
    }
  }

  const Fabric& fabric() const { return fabric_; }
  Tables tables() { return block_.tables(); }
  Lid lid(EndPortIndex e) const { return fabric_.end_ports()[e].lid; }

 private:
  static Fabric build(PortNum links) {
    FabricBuilder builder("two switches");
    NodeId sw[2];
    for (unsigned s = 0; s < 2; ++s) {
      sw[s] = builder.add_node({.type = NodeType::kSwitch, .node_guid = 1 + s, .port_count = 12});
    }
    for (PortNum port = 1; port <= links; ++port) builder.add_link(sw[0], port, sw[1], port, {});
    for (unsigned c = 0; c < 4; ++c) {
      const NodeId ca =
          builder.add_node({.type = NodeType::kCa, .node_guid = 0x100 + 0x10 * c, .port_count = 1});
      builder.add_link(ca, 1, sw[c / 2], static_cast<PortNum>(11 + c % 2), {});
    }
    return with_new_lids(builder.build(), 0);
  }

  Fabric fabric_;
  TableBlock block_;
};

// Two flows between four CAs. One third of the pairings stay on their switches, one third cross in
// opposite directions (nobody waits), one third cross in the same direction and share the link: on
// the mean 1/3 * 1 + 1/3 * 1 + 1/3 * 1/2 = 5/6.
TEST(EffectiveBisectionBandwidth, SharesTheLinkBetweenTwoSwitches) {
  TwoSwitches two(1);
  EXPECT_NEAR(effective_bisection_bandwidth(two.fabric(), two.tables(), 6000, 1), 5.0 / 6, 0.01);
}

TEST(EffectiveBisectionBandwidth, IsFullWhereEveryFlowHasALinkOfItsOwn) {
  TwoSwitches two(2);
  two.tables().row(0)[two.lid(3)] = 2;
  two.tables().row(1)[two.lid(1)] = 2;
  EXPECT_DOUBLE_EQ(effective_bisection_bandwidth(two.fabric(), two.tables(), 200, 1), 1.0);
}

TEST(EffectiveBisectionBandwidth, CountsAFlowWithoutAPathAsNothing) {
  TwoSwitches two(1);
  fill_no_path(two.tables());
  EXPECT_DOUBLE_EQ(effective_bisection_bandwidth(two.fabric(), two.tables(), 10, 1), 0.0);
}

TEST(EffectiveBisectionBandwidth, EndsInAForwardingLoop) {
  TwoSwitches two(1);
  for (EndPortIndex e = 0; e < 4; ++e) {
    two.tables().row(0)[two.lid(e)] = 1;
    two.tables().row(1)[two.lid(e)] = 1;
  }
  EXPECT_DOUBLE_EQ(effective_bisection_bandwidth(two.fabric(), two.tables(), 10, 1), 0.0);
}

// By 1 or 3, one flow crosses in each direction; by 2, both CAs of a switch send to the other one.
// So the busiest link has 1, 2, 1 flows: 4/3 on the mean.
TEST(ShiftBusiestLink, IsTheMeanOverShifts) {
  TwoSwitches two(1);
  EXPECT_NEAR(shift_busiest_link(two.fabric(), two.tables(), 6000, 1), 4.0 / 3, 0.02);
}

TEST(ShiftBusiestLink, CountsTheLinksToAndFromCas) {
  TwoSwitches two(1);
  fill_no_path(two.tables());
  EXPECT_DOUBLE_EQ(shift_busiest_link(two.fabric(), two.tables(), 10, 1), 1.0);
}

TEST(Patterns, NeedTwoCas) {
  FabricBuilder builder("one CA");
  const NodeId sw = builder.add_node({.type = NodeType::kSwitch, .node_guid = 1, .port_count = 2});
  const NodeId ca = builder.add_node({.type = NodeType::kCa, .node_guid = 2, .port_count = 1});
  builder.add_link(sw, 1, ca, 1, {});
  const Fabric fabric = with_new_lids(builder.build(), 0);
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  EXPECT_EQ(effective_bisection_bandwidth(fabric, block.tables(), 10, 1), 0);
  EXPECT_EQ(shift_busiest_link(fabric, block.tables(), 10, 1), 0);
}

}  // namespace
}  // namespace weft::bench
