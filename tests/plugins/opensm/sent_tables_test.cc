#include "plugins/opensm/sent_tables.h"

#include <gtest/gtest.h>

#include <list>
#include <memory>

#include "tests/support/opensm_doubles.h"
#include "tests/support/opensm_subnet.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::opensm_doubles;

// s0 and s1 with two links between their ports 1 and 2, and a CA each at port 3, after OpenSM has
// sent all tables and each was taken; a routing of SLs 0 and 1.
class SentTables : public ::testing::Test {
 protected:
  SentTables() {
    routing.fabric = fabric();
    routing.routing.lanes = SlBySwitch{{{0, 1, 1, 1}, {1, 0, 0, 0}}};
    subnet.subnet().opt.qos = 1;
    subnet.prepare_tables();
    for (SwitchIndex s = 0; s < 2; ++s) {
      subnet.sw(s).new_lft[1] = static_cast<PortNum>(s);
      subnet.switch_port(s, 0).port_info.capability_mask = IB_PORT_CAP_HAS_SL_MAP;
      for (PortNum p = 1; p <= 3; ++p) take_qos(subnet.switch_port(s, p));
    }
    subnet.send_tables();
  }
  ~SentTables() override {
    for (osm_physp_t* port : with_maps_) cl_ptr_vector_destroy(&port->slvl_by_port);
  }

  static Fabric fabric() {
    test::Sketch sketch(2, 4);
    sketch.link(0, 1, 1, 1);
    sketch.link(0, 2, 1, 2);
    sketch.ca(0, 3);
    sketch.ca(1, 3);
    return sketch.build();
  }
  // OpenSM's default tables, for a port with four data VLs.
  void take_qos(osm_physp_t& port) {
    ib_port_info_set_op_vls(&port.port_info, 3);
    ib_port_info_set_port_state(&port.port_info, IB_LINK_ACTIVE);
    port.port_info.vl_cap = 4 << 4;
    port.port_info.vl_arb_high_cap = port.port_info.vl_arb_low_cap = 8;
    port.vl_arb[0].vl_entry[1] = {1, 4};
    port.vl_arb[2].vl_entry[0] = {0, 4};
    ASSERT_EQ(cl_ptr_vector_init(&port.slvl_by_port, 5, 1), CL_SUCCESS);
    with_maps_.push_back(&port);
    for (std::size_t in = 0; in < 5; ++in) {
      maps_.emplace_back();
      for (std::uint8_t sl = 0; sl < 16; ++sl) ib_slvl_table_set(&maps_.back(), sl, sl & 3);
      ASSERT_EQ(cl_ptr_vector_set(&port.slvl_by_port, in, &maps_.back()), CL_SUCCESS);
    }
  }
  ib_slvl_table_t& map(SwitchIndex s, PortNum in, PortNum out) {
    return *osm_physp_get_slvl_tbl(&subnet.switch_port(s, out), in);
  }

  LostTables check() {
    subnet.subnet().force_heavy_sweep = FALSE;
    opensm_doubles().signals.clear();
    LostTables lost = sent.check(routing);
    const bool asked = subnet.subnet().force_heavy_sweep != 0;
    EXPECT_EQ(asked, lost.awaited);
    EXPECT_EQ(opensm_doubles().signals, std::vector<osm_signal_t>(asked ? 1 : 0, OSM_SIGNAL_SWEEP));
    return lost;
  }
  std::size_t lost_maps() { return check().maps; }

  test::OpensmSubnet subnet{fabric()};
  Verified routing;
  weft::SentTables sent{subnet.opensm()};

 private:
  std::list<ib_slvl_table_t> maps_;
  std::vector<osm_physp_t*> with_maps_;
};

TEST_F(SentTables, AreAllThereAfterEachWasTaken) {
  const LostTables lost = check();
  EXPECT_FALSE(lost.has_any());
  EXPECT_FALSE(lost.awaited);
  EXPECT_TRUE(lost.sls.empty());
}

TEST_F(SentTables, LackAMapThatOpensmHasClearedAndTheSwitchHasNotAnswered) {
  map(1, 3, 2) = {};
  const LostTables lost = check();
  EXPECT_EQ(lost.maps, 1u);
  EXPECT_EQ(lost.sls, std::vector<Sl>{1}) << "SL 0 is on VL 0, and others are not in use";
  EXPECT_EQ(lost.example, "port 2 of s1 (0x0000000000000002)");
  EXPECT_TRUE(lost.awaited);
}

TEST_F(SentTables, LackAMapThatTheSwitchHasChanged) {
  ib_slvl_table_set(&map(0, 2, 1), 0, 2);
  EXPECT_EQ(check().sls, std::vector<Sl>{0});
}

TEST_F(SentTables, CountOnlyMapsThatPacketsBetweenSwitchesUse) {
  map(0, 1, 3) = {};  // to the CA
  map(0, 0, 1) = {};  // from the switch itself, whose port 0 is not enhanced
  map(0, 4, 1) = {};  // from a port without a link
  EXPECT_EQ(lost_maps(), 0u);
  subnet.sw(0).switch_info.flags = 0x08;
  EXPECT_EQ(lost_maps(), 1u) << "an enhanced port 0";
}

TEST_F(SentTables, HaveNoMapsWhereOpensmSendsNone) {
  map(1, 3, 2) = {};
  EXPECT_EQ(lost_maps(), 1u);
  ib_port_info_set_port_state(&subnet.switch_port(1, 2).port_info, IB_LINK_DOWN);
  EXPECT_EQ(lost_maps(), 0u) << "the port is down";
  ib_port_info_set_port_state(&subnet.switch_port(1, 2).port_info, IB_LINK_INIT);
  EXPECT_EQ(lost_maps(), 1u);
  subnet.switch_port(1, 0).port_info.capability_mask = 0;
  EXPECT_EQ(lost_maps(), 0u) << "the switch has no maps";
  subnet.switch_port(1, 0).port_info.capability_mask = IB_PORT_CAP_HAS_SL_MAP;
  routing.routing.lanes = OneLane{};
  EXPECT_EQ(lost_maps(), 0u) << "one lane is safe on any VLs";
  routing.routing.lanes = SlByPath{{{0, 1}}};
  EXPECT_EQ(lost_maps(), 1u);
  subnet.subnet().opt.qos = 0;
  EXPECT_EQ(lost_maps(), 0u);
}

TEST_F(SentTables, AreThoseOfTheRoutingIfItHasOwn) {
  auto own = std::make_shared<Sl2Vl>(Sl2Vl::Map{0, 1});
  routing.routing.sl2vl = own;
  EXPECT_EQ(lost_maps(), 0u);
  own->set(0, 3, 1, {0, 7});
  own->set(0, 3, 2, {0, 6});
  const LostTables lost = check();
  EXPECT_EQ(lost.maps, 2u) << "VL 7 is VL 3 at a port with four, and VL 6 is VL 2";
  EXPECT_EQ(lost.example, "port 1 of s0 (0x0000000000000001)");
  ib_slvl_table_set(&map(0, 3, 1), 1, 3);
  ib_slvl_table_set(&map(0, 3, 2), 1, 2);
  EXPECT_EQ(lost_maps(), 0u);
  own->set(0, 3, 2, {0, kDropVl});
  EXPECT_EQ(lost_maps(), 1u) << "VL 15 drops the packets, whatever VLs the port has";
}

TEST_F(SentTables, LackVlArbitration) {
  subnet.switch_port(0, 3).vl_arb[0] = {};
  LostTables lost = check();
  EXPECT_EQ(lost.arbitrations, 1u);
  EXPECT_EQ(lost.maps, 0u);
  EXPECT_TRUE(lost.sls.empty());
  EXPECT_EQ(lost.example, "port 3 of s0 (0x0000000000000001)");
  subnet.switch_port(0, 3).port_info.vl_arb_low_cap = 0;
  EXPECT_EQ(check().arbitrations, 0u) << "the port has no low table";
  subnet.switch_port(0, 3).port_info.vl_arb_low_cap = 1;
  EXPECT_EQ(check().arbitrations, 0u) << "in its only entry, OpenSM's default has no weight";
  subnet.switch_port(0, 3).port_info.vl_arb_low_cap = 8;
  subnet.switch_port(0, 3).port_info.vl_cap = 1 << 4;
  EXPECT_EQ(check().arbitrations, 0u) << "OpenSM sends none to a port with one VL";
}

TEST_F(SentTables, LackBlocksOfAForwardingTableAlsoWithoutQos) {
  subnet.subnet().opt.qos = 0;
  EXPECT_FALSE(check().has_any());
  subnet.sw(1).lft[1] = 0;
  const LostTables lost = check();
  EXPECT_EQ(lost.forwarding, 1u);
  EXPECT_EQ(lost.example, "s1 (0x0000000000000002)");
  EXPECT_TRUE(lost.awaited);
}

TEST_F(SentTables, OfASwitchThatHasGoneAreNotLost) {
  map(1, 3, 2) = {};
  cl_qmap_remove_item(&subnet.subnet().sw_guid_tbl, &subnet.sw(1).map_item);
  EXPECT_FALSE(check().has_any());
}

TEST_F(SentTables, AreAskedForOnceAndNeverAfterTwoRoutingsInARow) {
  const ib_slvl_table_t right = map(1, 3, 2);
  map(1, 3, 2) = {};
  EXPECT_TRUE(check().awaited);
  subnet.switch_port(0, 1).vl_arb[2] = {};
  LostTables lost = check();
  EXPECT_FALSE(lost.awaited) << "another table, but a sweep for the first has just been";
  EXPECT_EQ(lost.maps + lost.arbitrations, 2u);
  EXPECT_TRUE(check().awaited) << "for the other one";
  EXPECT_FALSE(check().awaited);
  EXPECT_FALSE(check().awaited) << "OpenSM does not sweep for ever for a switch that refuses";
  map(1, 3, 2) = right;
  EXPECT_FALSE(check().awaited);
  map(1, 3, 2) = {};
  EXPECT_TRUE(check().awaited) << "it had been there, whatever else is still missing";
  map(1, 3, 2) = right;
  subnet.switch_port(0, 1).vl_arb[2].vl_entry[0] = {0, 4};
  EXPECT_FALSE(check().has_any());
  map(1, 3, 2) = {};
  EXPECT_TRUE(check().awaited) << "all tables had been there";
}

}  // namespace
}  // namespace weft
