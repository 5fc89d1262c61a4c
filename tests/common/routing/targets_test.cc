#include "common/routing/targets.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/named_nodes.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;
using test::lid_of_switch;
using Switches = std::vector<SwitchIndex>;
using Lids = std::vector<Lid>;

// s0 with nothing, s1 with a0 and a1, s2 with a2, s3 with a3, a4 and, without a LID, a5; s0 - s3 -
// s1 and s0 - s2.
Fabric four_switches() {
  test::Sketch sketch(4);
  sketch.link(0, 1, 3, 1);
  sketch.link(3, 2, 1, 1);
  sketch.link(0, 2, 2, 1);
  sketch.ca(1, 7, 50, 1);
  sketch.ca(1, 8, 40);
  sketch.ca(2, 8);
  sketch.ca(3, 6);
  sketch.ca(3, 7);
  sketch.ca(3, 8, 0);
  return sketch.build();
}

Lids lids(std::span<const Lid> lids) { return {lids.begin(), lids.end()}; }

TEST(Targets, AreEndPortsByTheirSwitches) {
  const Fabric fabric = four_switches();
  const Targets targets = targets_in_order(fabric, {1, 3, 2, 0});
  EXPECT_EQ(targets.switch_lids, (Lids{lid_of_switch(1), lid_of_switch(3), lid_of_switch(2), 1}));
  EXPECT_EQ(lids(targets.lids_at(0)), (Lids{50, 40})) << "by port";
  EXPECT_EQ(lids(targets.lids_at(1)), (Lids{lid_of_ca(3), lid_of_ca(4)})) << "one has no LID";
  EXPECT_EQ(targets.at(2)[0], 2u);
  EXPECT_TRUE(targets.at(3).empty());
  EXPECT_EQ(targets.in_a_row, (std::vector<char>{false, true, true, true}));
  EXPECT_EQ(targets.path_bits, 2u);
}

TEST(Targets, InStockOrderTheMostEndPortsComeFirst) {
  EXPECT_EQ(targets_in_stock_order(four_switches()).switches, (Switches{3, 1, 2, 0}));
}

// Stock compares GUIDs in network byte order on little-endian machines: 0x0100 before 0x02.
TEST(Targets, InStockOrderTheLowestBytesOfGuidsDecide) {
  FabricBuilder builder("test");
  for (const Guid guid : {0x0002, 0x0100, 0x0201, 0x0301}) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = guid, .port_count = 1});
  }
  EXPECT_EQ(stock_switch_order(builder.build()), (Switches{1, 2, 3, 0}));
}

TEST(Targets, InSearchOrderNeighboursFollowEachOther) {
  const Fabric fabric = four_switches();
  const SwitchGraph graph(fabric);
  // From s1 over s3 and s0 to s2; s0 has nobody to route to.
  EXPECT_EQ(targets_in_search_order(fabric, graph).switches, (Switches{1, 3, 2, 0}));
}

TEST(Targets, InSearchOrderListedPortsBringTheirSwitchesForward) {
  const Fabric fabric = four_switches();
  const SwitchGraph graph(fabric);
  const auto guid = [&](EndPortIndex e) { return fabric.end_ports()[e].port_guid; };
  EXPECT_EQ(
      targets_in_search_order(fabric, graph, test::named_nodes({guid(2), 77, guid(4), guid(2)}))
          .switches,
      (Switches{2, 3, 1, 0}));
  EXPECT_EQ(targets_in_search_order(fabric, graph, test::named_nodes({})).switches,
            (Switches{1, 3, 2, 0}));
}

// LIDs, those that are listed with an exclamation mark.
std::string order_of(const std::vector<PortTarget>& ports) {
  std::string text;
  for (const PortTarget& port : ports) {
    text += std::to_string(port.lid) + (port.listed ? "! " : " ");
  }
  return text;
}

TEST(PortTargets, AreEndPortsAndThenSwitchesWithTheListedOnesFirst) {
  const Fabric fabric = four_switches();
  const Targets targets = targets_in_stock_order(fabric);
  const std::vector<PortTarget> ports = ports_in_stock_order(fabric, targets, std::nullopt);
  EXPECT_EQ(order_of(ports), "103 104 50 40 102 1 2 3 4 ");
  EXPECT_EQ(ports[2].sw, 1u);
  EXPECT_EQ(ports[2].column, 1u);
  EXPECT_EQ(ports[2].lmc, 1);
  EXPECT_EQ(ports[2].port, 7);
  EXPECT_EQ(ports[8].sw, 3u);
  EXPECT_EQ(ports[8].column, 0u);
  EXPECT_EQ(ports[8].port, 0);
  const auto end_port = [&](EndPortIndex e) { return fabric.end_ports()[e].port_guid; };
  const Guid s2 = fabric.switches()[2].node_guid;
  EXPECT_EQ(order_of(ports_in_stock_order(
                fabric, targets,
                test::named_nodes({s2, 0xdead, end_port(1), s2, end_port(5), end_port(3)}))),
            "3! 40! 103! 104 50 102 1 2 4 ");
}

}  // namespace
}  // namespace weft
