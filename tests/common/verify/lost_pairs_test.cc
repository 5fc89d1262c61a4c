#include "common/verify/lost_pairs.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;
using test::lid_of_switch;
using List = std::vector<LostPair>;

// s0 - s1, by port 1 of each, a0 and a1 on them; s2 alone, with a2.
struct TwoAndOne {
  static Fabric fabric() {
    test::Sketch sketch(3);
    sketch.link(0, 1, 1, 1);
    for (SwitchIndex s = 0; s < 3; ++s) sketch.ca(s, 2);
    return sketch.build();
  }
  TwoAndOne() {
    routed.all_else(0, 1);
    routed.all_else(1, 1);
    // What no link connects to them.
    for (SwitchIndex s = 0; s < 2; ++s) {
      routed.entry(s, lid_of_ca(2)) = kNoPath;
      routed.entry(s, lid_of_switch(2)) = kNoPath;
    }
  }
  LostPairs find(std::size_t most = 10) {
    const Verdict verdict = verify(routed.view(), Workers(1));
    return find_lost_pairs(routed.fabric, routed.block.tables(), verdict, most);
  }
  test::Routed routed{fabric()};
};

TEST(LostPairs, ThereAreNone) {
  TwoAndOne net;
  const LostPairs lost = net.find();
  EXPECT_EQ(lost.between_end_ports(), 0u);
  EXPECT_EQ(lost.to_switches, 0u);
  EXPECT_TRUE(lost.list.empty());
  EXPECT_EQ(describe(lost), "");
}

TEST(LostPairs, AreCountedByKind) {
  TwoAndOne net;
  net.routed.entry(0, lid_of_ca(1)) = kNoPath;
  net.routed.entry(1, lid_of_switch(0)) = 5;
  const LostPairs lost = net.find();
  EXPECT_EQ(lost.between_hosts, 1u);
  EXPECT_EQ(lost.of_aggregation_nodes, 0u);
  EXPECT_EQ(lost.to_switches, 1u);
  EXPECT_EQ(lost.list, (List{{1, lid_of_switch(0)}, {0, lid_of_ca(1)}}));
  EXPECT_EQ(describe(lost), "1 between hosts, 1 from hosts to LIDs of switches");
  EXPECT_EQ(net.find(1).list.size(), 1u);
  EXPECT_EQ(net.find(0).between_hosts, 1u);
}

TEST(LostPairs, LoopsAndWrongPortsLosePackets) {
  TwoAndOne net;
  net.routed.entry(1, lid_of_ca(1)) = 1;  // back to s0
  EXPECT_EQ(net.find().between_hosts, 1u) << "a1 does not send to itself";
  net.routed.entry(1, lid_of_ca(1)) = 3;
  EXPECT_EQ(net.find().between_hosts, 1u);
  net.routed.entry(1, lid_of_ca(1)) = 0;
  EXPECT_EQ(net.find().between_hosts, 1u);
}

TEST(LostPairs, AggregationNodesCountApart) {
  FabricBuilder builder("two on a switch");
  const NodeId sw = builder.add_node({.type = NodeType::kSwitch, .node_guid = 1, .port_count = 2});
  builder.set_address(sw, 0, 0, 1, 0);
  for (unsigned i = 1; i <= 2; ++i) {
    const NodeId node = builder.add_node({.type = NodeType::kCa,
                                          .node_guid = 0x100 * i,
                                          .port_count = 1,
                                          .name = i == 1 ? "an Aggregation Node" : "a host"});
    builder.add_link(node, 1, sw, static_cast<PortNum>(i), {});
    builder.set_address(node, 1, 0, static_cast<Lid>(9 + i), 0);
  }
  const Fabric fabric = builder.build();
  TableBlock block(1, fabric.max_lid());
  const LanePlan lanes = OneLane{};
  const Verdict verdict = verify({fabric, block.tables(), lanes}, Workers(1));
  const LostPairs lost = find_lost_pairs(fabric, block.tables(), verdict, 0);
  EXPECT_EQ(lost.between_hosts, 0u);
  EXPECT_EQ(lost.of_aggregation_nodes, 2u);
  EXPECT_EQ(lost.to_switches, 1u) << "of the host";
  EXPECT_EQ(describe(lost), "2 of aggregation nodes, 1 from hosts to LIDs of switches");
}

}  // namespace
}  // namespace weft
