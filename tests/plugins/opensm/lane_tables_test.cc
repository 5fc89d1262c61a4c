#include "plugins/opensm/lane_tables.h"

#include <endian.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <vector>

#include "tests/support/opensm_subnet.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

// s0 and s1, linked at their ports 1, with a CA each at port 2; ports 3 and above are free. From
// port 2 to port 1 of s1 SL 0 is on VL 5, else SL i is on VL 15 - i.
class LaneTables : public ::testing::Test {
 protected:
  LaneTables() {
    auto sl2vl =
        std::make_shared<Sl2Vl>(Sl2Vl::Map{15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0});
    sl2vl->set(1, 2, 1, {5, 1, 2, 3, 4});
    routing.fabric = fabric();
    routing.routing.sl2vl = std::move(sl2vl);
    routing.routing.qos_levels = {0b0011, 0b1100};
  }
  static Fabric fabric() {
    test::Sketch sketch(2, 4);
    sketch.link(0, 1, 1, 1);
    sketch.ca(0, 2);
    sketch.ca(1, 2);
    return sketch.build();
  }
  // The VLs of SLs 0 and 1 after OpenSM has asked with SL 1 on VL 6, and all others on VL 0.
  std::array<int, 2> vls(const osm_physp_t& port, PortNum in, PortNum out) const {
    ib_slvl_table_t table = {};
    ib_slvl_table_set(&table, 1, 6);
    fill_sl2vl(routing, port, in, out, table);
    return {ib_slvl_table_get(&table, 0), ib_slvl_table_get(&table, 1)};
  }
  // The weights of a block that was 0:1, 1:3, 2:4.
  std::vector<int> weights(const osm_physp_t& port, PortNum number) const {
    ib_vl_arb_element_t entries[] = {{0, 1}, {1, 3}, {2, 4}};
    fill_vl_arbitration(routing, port, number, entries);
    return {entries[0].weight, entries[1].weight, entries[2].weight};
  }

  using Vls = std::array<int, 2>;
  const Vls kBase = {15, 14};
  const Vls kUntouched = {0, 6};
  const std::vector<int> kAsTheyWere = {1, 3, 4};
  Verified routing;
  test::OpensmSubnet subnet{fabric()};
};

TEST_F(LaneTables, SwitchesHaveTheMapsOfTheirPorts) {
  EXPECT_EQ(vls(subnet.switch_port(1, 1), 2, 1), (Vls{5, 1}));
  EXPECT_EQ(vls(subnet.switch_port(1, 1), 0, 1), kBase);
  EXPECT_EQ(vls(subnet.switch_port(0, 1), 2, 1), kBase);
  EXPECT_EQ(vls(subnet.switch_port(1, 2), 1, 2), kBase);
}

TEST_F(LaneTables, EndPortsHaveTheBaseMap) {
  EXPECT_EQ(vls(*subnet.end_port(0).p_physp, 0, 0), kBase);
  EXPECT_EQ(vls(subnet.switch_port(1, 0), 0, 0), kBase);
  EXPECT_EQ(vls(subnet.switch_port(1, 0), 2, 0), kBase) << "an enhanced port 0";
}

TEST_F(LaneTables, StayOfSwitchesThatTheRoutingDoesNotKnow) {
  subnet.switch_node(1).node_info.node_guid = htobe64(77);
  EXPECT_EQ(vls(subnet.switch_port(1, 1), 2, 1), kUntouched);
  EXPECT_EQ(weights(subnet.switch_port(1, 1), 1), kAsTheyWere);
  osm_physp_t port = subnet.switch_port(0, 1);
  port.p_node = nullptr;
  EXPECT_EQ(vls(port, 2, 1), kUntouched);
  EXPECT_EQ(weights(port, 1), kAsTheyWere);
}

TEST_F(LaneTables, StayWithoutMapsAndLevels) {
  routing.routing.sl2vl = nullptr;
  routing.routing.qos_levels = {};
  EXPECT_EQ(vls(subnet.switch_port(1, 1), 2, 1), kUntouched);
  EXPECT_EQ(weights(subnet.switch_port(1, 1), 1), kAsTheyWere);
}

TEST_F(LaneTables, PortsBetweenSwitchesServeLevelsAlike) {
  ib_port_info_set_op_vls(&subnet.switch_port(1, 1).port_info, 4);
  EXPECT_EQ(weights(subnet.switch_port(1, 1), 1), (std::vector<int>{2, 2, 4}));
  ib_port_info_set_op_vls(&subnet.switch_port(1, 1).port_info, 2);  // VL 2 is VL 0
  EXPECT_EQ(weights(subnet.switch_port(1, 1), 1), (std::vector<int>{4, 4, 0}));
}

TEST_F(LaneTables, PortsToEndPortsServeLevels) {
  EXPECT_EQ(weights(subnet.switch_port(1, 2), 2), (std::vector<int>{1, 4, 0}));
}

TEST_F(LaneTables, OtherPortsAreServedAsOpensmWantsIt) {
  EXPECT_EQ(weights(subnet.switch_port(1, 3), 3), kAsTheyWere) << "nothing is there";
  EXPECT_EQ(weights(subnet.switch_port(1, 0), 0), kAsTheyWere);
  EXPECT_EQ(weights(subnet.switch_port(1, 1), 200), kAsTheyWere);
  EXPECT_EQ(weights(*subnet.end_port(0).p_physp, 0), kAsTheyWere);
}

}  // namespace
}  // namespace weft
