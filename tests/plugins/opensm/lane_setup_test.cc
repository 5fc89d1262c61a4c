#include "plugins/opensm/lane_setup.h"

#include <gtest/gtest.h>

#include <memory>

#include "common/fabric/builder.h"
#include "tests/support/opensm_doubles.h"
#include "tests/support/opensm_subnet.h"

namespace weft {
namespace {

using test::opensm_doubles;

// Two switches, s0 and s1, with two links of 4 data VLs between their ports 1 and 2, and a CA at
// port 3 of s0; a routing of SLs 0 and 1 in it, which leaves out SL 2.
class TwoLinks {
 public:
  TwoLinks() : subnet(fabric()) {
    result.fabric = fabric();
    result.routing.lanes = SlBySwitch{{{0, 1, 1}, {1, 0}}};
  }
  static Fabric fabric() {
    FabricBuilder builder("two links");
    for (NodeId s = 0; s < 2; ++s) {
      const std::string name = "s" + std::to_string(s);
      builder.add_node(
          {.type = NodeType::kSwitch, .node_guid = 1 + s, .port_count = 3, .name = name});
      builder.set_address(s, 0, 0, static_cast<Lid>(1 + s), 0);
    }
    const NodeId ca = builder.add_node({.node_guid = 0x1000, .port_count = 1});
    builder.add_link(0, 1, 1, 1, {.data_vls = 4});
    builder.add_link(0, 2, 1, 2, {.data_vls = 4});
    builder.add_link(ca, 1, 0, 3, {.data_vls = 4});
    builder.set_address(ca, 1, 0, 3, 0);
    return builder.build();
  }

  void set_operational(SwitchIndex s, PortNum port, std::uint8_t code) {
    ib_port_info_set_op_vls(&subnet.switch_port(s, port).port_info, code);
  }
  LateLanes check(const Sl2Vl::Map& map = Sl2Vl::kIdentity) {
    subnet.subnet().force_heavy_sweep = FALSE;
    opensm_doubles().signals.clear();
    LateLanes late = setup.check(result, map, take_snapshot(subnet.subnet()).switches);
    const bool asked = subnet.subnet().force_heavy_sweep != 0;
    EXPECT_EQ(asked, late.awaited);
    EXPECT_EQ(opensm_doubles().signals, std::vector<osm_signal_t>(asked ? 1 : 0, OSM_SIGNAL_SWEEP));
    return late;
  }

  test::OpensmSubnet subnet;
  Verified result;
  LaneSetup setup{subnet.opensm()};
};

constexpr std::uint8_t kOneVl = 1;
constexpr std::uint8_t kTwoVls = 2;
constexpr std::uint8_t kFourVls = 3;
constexpr std::uint8_t kEightVls = 4;

TEST(LaneSetup, IsDoneWhereAllPortsHaveTheirVls) {
  const LateLanes late = TwoLinks().check();
  EXPECT_TRUE(late.sls.empty());
  EXPECT_EQ(late.ports, 0u);
  EXPECT_FALSE(late.awaited);
}

TEST(LaneSetup, WaitsForPortsThatHaveFewerVls) {
  TwoLinks fabric;
  fabric.set_operational(0, 2, kOneVl);
  fabric.set_operational(1, 1, kOneVl);
  const LateLanes late = fabric.check();
  EXPECT_EQ(late.sls, std::vector<Sl>{1});
  EXPECT_EQ(late.ports, 2u);
  EXPECT_EQ(late.example, "port 2 of s0 (0x0000000000000001)");
  EXPECT_TRUE(late.awaited);
}

TEST(LaneSetup, WaitsForPortsThatHaveMoreVls) {
  TwoLinks fabric;
  fabric.set_operational(0, 1, kEightVls);
  EXPECT_EQ(fabric.check().ports, 0u);
  EXPECT_EQ(fabric.check({5, 1}).sls, std::vector<Sl>{0}) << "on VL 5, which is folded to VL 1";
}

TEST(LaneSetup, CountsOnlyLanesThatAreUsed) {
  TwoLinks fabric;
  fabric.set_operational(0, 1, kTwoVls);
  EXPECT_EQ(fabric.check().ports, 0u) << "VLs 0 and 1 are where they belong";
  fabric.result.routing.lanes = SlByPath{{{0, 2}}};
  EXPECT_EQ(fabric.check().sls, std::vector<Sl>{2});
  EXPECT_EQ(fabric.check({0, 1, kDropVl}).ports, 0u) << "SL 2 is dropped everywhere";
}

TEST(LaneSetup, CountsSl0ForPairsOutsideThePlan) {
  TwoLinks fabric;
  fabric.set_operational(0, 1, kEightVls);
  fabric.result.routing.lanes = SlBySwitch{{{1, 1}, {}}};
  EXPECT_EQ(fabric.check({5, 1}).sls, std::vector<Sl>{0});
}

TEST(LaneSetup, IsNoMatterOfOneLaneNorOfLinksToEndPorts) {
  TwoLinks fabric;
  fabric.set_operational(0, 3, kOneVl);
  EXPECT_EQ(fabric.check().ports, 0u);
  fabric.set_operational(0, 1, kOneVl);
  EXPECT_EQ(fabric.check().ports, 1u);
  fabric.result.routing.lanes = OneLane{};
  EXPECT_EQ(fabric.check().ports, 0u);
}

TEST(LaneSetup, TakesAPortThatDoesNotSayAsOpensmDoes) {
  TwoLinks fabric;
  for (const std::uint8_t code : {std::uint8_t{0}, std::uint8_t{9}}) {
    fabric.set_operational(0, 1, code);
    EXPECT_EQ(fabric.check().ports, 0u);
    EXPECT_EQ(fabric.check({0, 5}).sls, std::vector<Sl>{1}) << "its map is not masked";
  }
}

TEST(LaneSetup, LooksAtTheMapsOfPortsWhereTheRoutingHasThem) {
  TwoLinks fabric;
  fabric.set_operational(0, 1, kTwoVls);
  auto sl2vl = std::make_shared<Sl2Vl>(Sl2Vl::Map{0, 1});
  fabric.result.routing.sl2vl = sl2vl;
  EXPECT_EQ(fabric.check({3, 3}).ports, 0u) << "OpenSM does not write its own map";
  sl2vl->set(0, 2, 1, {0, 2});
  sl2vl->set(0, 2, 3, {2, 2});  // to the CA
  const LateLanes late = fabric.check();
  EXPECT_EQ(late.sls, std::vector<Sl>{1});
  EXPECT_EQ(late.ports, 1u);
  EXPECT_EQ(late.example, "port 1 of s0 (0x0000000000000001)");
  fabric.set_operational(0, 1, kFourVls);
  EXPECT_EQ(fabric.check().ports, 0u);
}

TEST(LaneSetup, AsksForASweepOnceForEachPort) {
  TwoLinks fabric;
  fabric.set_operational(0, 1, kOneVl);
  EXPECT_TRUE(fabric.check().awaited);
  LateLanes late = fabric.check();
  EXPECT_FALSE(late.awaited);
  EXPECT_EQ(late.ports, 1u);
  fabric.set_operational(1, 2, kOneVl);
  EXPECT_TRUE(fabric.check().awaited) << "another one";
  fabric.set_operational(0, 1, kFourVls);
  EXPECT_FALSE(fabric.check().awaited);
  fabric.set_operational(0, 1, kOneVl);
  EXPECT_FALSE(fabric.check().awaited)
      << "ports that come and go do not make OpenSM sweep for ever";
  fabric.set_operational(0, 1, kFourVls);
  fabric.set_operational(1, 2, kFourVls);
  EXPECT_EQ(fabric.check().ports, 0u);
  fabric.set_operational(0, 1, kOneVl);
  EXPECT_TRUE(fabric.check().awaited) << "all lanes had been active";
}

}  // namespace
}  // namespace weft
