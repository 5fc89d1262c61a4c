#include "plugins/opensm/snapshot.h"

#include <endian.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "common/base/random.h"
#include "common/fabric/generators/blueprint.h"
#include "common/fabric/generators/generators.h"
#include "tests/support/fabric_text.h"
#include "tests/support/opensm_doubles.h"
#include "tests/support/opensm_subnet.h"
#include "tests/support/random_fabric.h"
#include "tests/support/random_routing.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using test::lid_of_ca;
using test::OpensmSubnet;
using test::Sketch;

// All links with attributes of their own.
Fabric with_any_links(const Fabric& fabric, Random& random) {
  static constexpr std::uint8_t kWidths[] = {0, 1, 2, 4, 8, 12};
  static constexpr std::uint8_t kDataVls[] = {1, 2, 4, 8, 15};
  Blueprint blueprint(fabric);
  for (Blueprint::Link& link : blueprint.links) {
    const auto speed = static_cast<LinkSpeed>(random.below(9));
    link.attributes = {kWidths[random.below(6)], speed, kDataVls[random.below(5)]};
  }
  for (Blueprint::Node& node : blueprint.nodes) node.multicast = random.below(4) != 0;
  return blueprint.build();
}

void expect_same(const Snapshot& snapshot, OpensmSubnet& subnet, const Fabric& fabric) {
  EXPECT_EQ(as_text(snapshot.fabric), as_text(fabric));
  ASSERT_EQ(snapshot.switches.size(), fabric.switch_count());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    EXPECT_EQ(snapshot.switches[s], &subnet.sw(s));
    EXPECT_EQ(snapshot.fabric.switches()[s].multicast, fabric.switches()[s].multicast);
  }
}

// Two switches with a CA each: a0 - s0 - s1 - a1, links at ports 1, CAs at ports 3.
Fabric small_fabric() {
  Sketch sketch(2);
  sketch.link(0, 1, 1, 1);
  sketch.ca(0, 3);
  sketch.ca(1, 3);
  return sketch.build();
}

// A switch whose port 0 may have several LIDs.
Fabric enhanced_switch(Lid lid, std::uint8_t lmc) {
  FabricBuilder builder("enhanced");
  builder.add_node(
      {.type = NodeType::kSwitch, .node_guid = 1, .port_count = 2, .enhanced_port0 = true});
  builder.set_address(0, 0, 0, lid, lmc);
  return builder.build();
}

struct SmallSubnet {
  Snapshot take() { return take_snapshot(subnet.subnet()); }
  // The only warning of a snapshot.
  std::string warning() {
    const Snapshot snapshot = take();
    EXPECT_EQ(snapshot.warnings.count(), 1u);
    return snapshot.warnings.count() == 0 ? "" : snapshot.warnings.sentences().front();
  }
  osm_physp_t& ca(EndPortIndex e) { return *subnet.end_port(e).p_physp; }

  Fabric fabric = small_fabric();
  OpensmSubnet subnet{fabric};
};

TEST(Snapshot, IsTheFabricOfTheSubnet) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Random random(seed);
    const Fabric fabric =
        with_any_links(seed % 2 == 0 ? random_broken_fabric(seed) : random_fabric(seed), random);
    OpensmSubnet subnet(fabric);
    const Snapshot snapshot = take_snapshot(subnet.subnet());
    expect_same(snapshot, subnet, fabric);
    EXPECT_EQ(snapshot.warnings.count(), 0u);
  }
}

// Ports looped back, switches linked to themselves, ports without a LID.
TEST(Snapshot, IsTheFabricOfATangle) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Random random(seed);
    const Fabric fabric = with_any_links(test::random_tangle(random), random);
    OpensmSubnet subnet(fabric);
    expect_same(take_snapshot(subnet.subnet()), subnet, fabric);
  }
}

TEST(Snapshot, OfNothingIsEmpty) {
  OpensmSubnet subnet(FabricBuilder("none").build());
  EXPECT_EQ(take_snapshot(subnet.subnet()).fabric.switch_count(), 0u);
}

TEST(Snapshot, LanesAreThoseThatOpensmSetsUp) {
  SmallSubnet small;
  small.subnet.subnet().opt.max_op_vls = 2;
  EXPECT_EQ(small.take().fabric.ports(0)[1].link.data_vls, 2);
}

TEST(Snapshot, TheEndThatAllowsLessCounts) {
  SmallSubnet small;
  small.subnet.switch_port(1, 1).port_info.vl_cap = 3 << 4;
  small.subnet.switch_port(1, 1).port_info.link_width_active = IB_LINK_WIDTH_ACTIVE_1X;
  const Fabric fabric = small.take().fabric;
  EXPECT_EQ(fabric.ports(0)[1].link.data_vls, 4);
  EXPECT_EQ(fabric.ports(0)[1].link.width, 1);
  EXPECT_EQ(fabric.ports(0)[3].link.data_vls, 8);
}

TEST(Snapshot, ThrottledLinksAreAskedForWhereAnOptionNeedsThem) {
  SmallSubnet small;
  test::opensm_doubles().throttled = {&small.subnet.switch_port(0, 1)};
  EXPECT_FALSE(small.take().fabric.ports(0)[1].link.throttled);
  small.subnet.subnet().opt.avoid_throttled_links = TRUE;
  const Fabric fabric = small.take().fabric;
  EXPECT_TRUE(fabric.ports(0)[1].link.throttled);
  EXPECT_TRUE(fabric.ports(1)[1].link.throttled);
  EXPECT_FALSE(fabric.ports(0)[3].link.throttled);
}

TEST(Snapshot, LmcOfPorts0CountsWhereItIsConfigured) {
  OpensmSubnet subnet(enhanced_switch(4, 2));
  EXPECT_EQ(take_snapshot(subnet.subnet()).fabric.switches()[0].lmc, 2);
  subnet.subnet().opt.lmc_esp0 = FALSE;
  EXPECT_EQ(take_snapshot(subnet.subnet()).fabric.switches()[0].lmc, 0);
  subnet.subnet().opt.lmc_esp0 = TRUE;
  subnet.sw(0).switch_info.flags = 0;
  EXPECT_EQ(take_snapshot(subnet.subnet()).fabric.switches()[0].lmc, 0);
}

TEST(Snapshot, NamesComeFromTheMapElseFromTheNode) {
  SmallSubnet small;
  std::string name = "of the map";
  small.subnet.switch_node(0).print_desc = name.data();
  EXPECT_EQ(small.take().fabric.switch_name(0), "of the map");
  small.subnet.switch_node(0).print_desc = nullptr;
  EXPECT_EQ(small.take().fabric.switch_name(0), "s0");
  // All 64 bytes, without an end.
  std::ranges::fill(small.subnet.switch_node(0).node_desc.description, 'x');
  EXPECT_EQ(small.take().fabric.switch_name(0), std::string(64, 'x'));
}

// --- Links that are none ---

TEST(Snapshot, PulledAndUnhealthyLinksAreNone) {
  for (const bool pulled : {true, false}) {
    for (const SwitchIndex end : {0u, 1u}) {
      SmallSubnet small;
      osm_physp_t& port = small.subnet.switch_port(end, 1);
      pulled ? OpensmSubnet::unplug(port) : static_cast<void>(port.healthy = FALSE);
      const Snapshot snapshot = small.take();
      EXPECT_EQ(snapshot.fabric.ports(0)[1].kind, PeerKind::kNothing);
      EXPECT_EQ(snapshot.fabric.ports(1)[1].kind, PeerKind::kNothing);
      EXPECT_EQ(snapshot.fabric.end_port_count(), 2u);
      EXPECT_EQ(snapshot.warnings.count(), 0u);
    }
  }
}

TEST(Snapshot, LinksThatAreNotConfiguredHaveBeenDown) {
  for (const SwitchIndex end : {0u, 1u}) {
    SmallSubnet small;
    EXPECT_TRUE(small.take().renewed.empty());
    osm_physp_t& port = small.subnet.switch_port(end, 1);
    ib_port_info_set_port_state(&port.port_info, IB_LINK_INIT);
    const Snapshot snapshot = small.take();
    const Fabric& fabric = snapshot.fabric;
    EXPECT_EQ(
        snapshot.renewed,
        std::vector{make_link({fabric.switches()[0].node_guid, 1},
                              {fabric.switches()[1].node_guid, fabric.ports(0)[1].peer_port})});
  }
}

TEST(Snapshot, ALinkOfOneEndIsLeftOut) {
  SmallSubnet small;
  small.subnet.switch_port(1, 1).p_remote_physp = nullptr;
  EXPECT_EQ(small.warning(),
            "the link of port 1 of s0 (0x0000000000000001) was left out: its two ends contradict "
            "each other");
  EXPECT_EQ(small.take().fabric.ports(0)[1].kind, PeerKind::kNothing);
}

TEST(Snapshot, PortsThatAreNotWhatTheySayAreLeftOut) {
  // Both ends are switches, and each has something to say of it.
  SmallSubnet small;
  small.subnet.switch_port(0, 1).port_num = 2;
  EXPECT_EQ(small.take().warnings.count(), 2u);
  EXPECT_TRUE(contains(small.take().warnings.sentences().front(), "port 1 of s0"));
  EXPECT_EQ(small.take().fabric.ports(1)[1].kind, PeerKind::kNothing);

  SmallSubnet of_another;
  of_another.subnet.switch_port(0, 1).p_node = &of_another.subnet.switch_node(1);
  EXPECT_EQ(of_another.take().warnings.count(), 2u);
  EXPECT_TRUE(contains(of_another.take().warnings.sentences().front(), "port 1 of s0"));
  EXPECT_EQ(of_another.take().fabric.ports(1)[1].kind, PeerKind::kNothing);

  SmallSubnet far;
  far.ca(0).port_num = 200;
  EXPECT_TRUE(contains(far.warning(), "port 200 of a0"));
  EXPECT_EQ(far.take().fabric.end_port_count(), 1u);
}

// --- Nodes ---

TEST(Snapshot, ASwitchThatIsNotListedIsLeftOut) {
  SmallSubnet small;
  cl_qmap_remove_item(&small.subnet.subnet().sw_guid_tbl, &small.subnet.sw(1).map_item);
  EXPECT_EQ(small.warning(),
            "the link between port 1 of s0 (0x0000000000000001) and port 1 of s1 "
            "(0x0000000000000002) was left out: OpenSM's node table does not have the second one");
  const Fabric fabric = small.take().fabric;
  EXPECT_EQ(fabric.switch_count(), 1u);
  EXPECT_EQ(fabric.end_port_count(), 1u);
}

TEST(Snapshot, ASwitchWithoutANodeIsLeftOut) {
  SmallSubnet small;
  small.subnet.sw(1).p_node = nullptr;
  const Snapshot snapshot = small.take();
  EXPECT_EQ(snapshot.fabric.switch_count(), 1u);
  EXPECT_EQ(snapshot.warnings.sentences().front(), "a switch without a node was left out");
}

TEST(Snapshot, NodesWithoutAGuidOrPortsAreLeftOut) {
  SmallSubnet small;
  small.subnet.end_port(0).p_node->node_info.node_guid = 0;
  EXPECT_TRUE(contains(small.warning(), "a0 (0x0000000000000000) was left out: it has no GUID"));

  SmallSubnet without_ports;
  without_ports.subnet.end_port(0).p_node->node_info.num_ports = 0;
  EXPECT_TRUE(contains(without_ports.warning(), "was left out: it has no ports"));
  EXPECT_EQ(without_ports.take().fabric.end_port_count(), 1u);
}

TEST(Snapshot, OfNodesWithTheSameGuidOneStays) {
  SmallSubnet small;
  small.subnet.end_port(1).p_node->node_info.node_guid = htobe64(0x1000);
  EXPECT_TRUE(contains(small.warning(),
                       "a1 (0x0000000000001000) was left out: another node has "
                       "the same GUID"));
  EXPECT_EQ(small.take().fabric.end_port_count(), 1u);
}

TEST(Snapshot, OfPortsWithTheSameGuidOneStays) {
  SmallSubnet small;
  small.ca(1).port_guid = small.ca(0).port_guid;
  EXPECT_TRUE(contains(small.warning(),
                       "port 1 of a1 (0x0000000000001010) was left out: another "
                       "port has its GUID 0x0000000000001001"));
}

TEST(Snapshot, NodesOfUnknownTypesAreLeftOut) {
  SmallSubnet small;
  small.subnet.end_port(0).p_node->node_info.node_type = 9;
  EXPECT_TRUE(contains(small.warning(), "nodes of type 9 are unknown"));
}

TEST(Snapshot, PortsBeyondThoseOfTheNodeAreNotLookedAt) {
  SmallSubnet small;
  small.subnet.switch_node(0).node_info.num_ports = 2;
  EXPECT_EQ(small.take().fabric.switches()[0].port_count, 2);
  EXPECT_EQ(small.take().fabric.end_port_count(), 1u);
  small.subnet.switch_node(0).physp_tbl_size = 0;
  EXPECT_EQ(small.take().fabric.switch_count(), 1u);
}

// --- LIDs ---

void expect_without_lid(SmallSubnet& small, const std::string& reason) {
  EXPECT_EQ(small.warning(), "port 1 of a1 (0x0000000000001010) is not routed: " + reason);
  const Fabric fabric = small.take().fabric;
  EXPECT_EQ(fabric.end_ports()[1].lid, 0);
  EXPECT_EQ(fabric.end_ports()[0].lid, lid_of_ca(0));
}

TEST(Snapshot, PortsWithoutAUsableLidStayWithoutOne) {
  SmallSubnet none;
  none.ca(1).port_info.base_lid = 0;
  expect_without_lid(none, "it has no LID");

  SmallSubnet doubled;
  doubled.ca(1).port_info.base_lid = htobe16(lid_of_ca(0));
  expect_without_lid(doubled, "another port has LID 100");

  SmallSubnet high;
  high.ca(1).port_info.base_lid = htobe16(lid_of_ca(1) + 1);
  expect_without_lid(high, "its LIDs are above the highest LID that OpenSM has");

  SmallSubnet multicast;
  multicast.subnet.set_max_lid(0xFFFE);
  multicast.ca(1).port_info.base_lid = htobe16(0xC000);
  expect_without_lid(multicast, "its LIDs are above the highest LID that OpenSM has");
}

// A switch with a small table lowers max_ucast_lid_ho, also after it has left.
TEST(Snapshot, LidsThatAreInUseCountAboveThoseThatOpensmAssigns) {
  SmallSubnet small;
  small.subnet.subnet().max_ucast_lid_ho = 16;
  EXPECT_EQ(small.take().warnings.count(), 0u);
  EXPECT_EQ(small.take().fabric.end_ports()[1].lid, lid_of_ca(1));
}

TEST(Snapshot, SwitchesWithTooSmallTablesAreNamed) {
  SmallSubnet small;
  small.subnet.sw(1).switch_info.lin_cap = htobe16(lid_of_ca(1) + 1);
  EXPECT_EQ(small.take().warnings.count(), 0u);
  small.subnet.sw(1).switch_info.lin_cap = htobe16(lid_of_ca(1));
  EXPECT_EQ(small.warning(),
            "s1 (0x0000000000000002) has a forwarding table for LIDs below 101 only: it drops "
            "packets to higher LIDs");
}

// Of a host that another SM gave an LMC of 2; the LIDs behind its own belong to others.
TEST(Snapshot, NoPortHasMoreLidsThanTheOptionSays) {
  SmallSubnet small;
  ib_port_info_set_lmc(&small.ca(0).port_info, 2);
  small.subnet.subnet().opt.lmc = 0;
  EXPECT_EQ(small.take().warnings.count(), 0u);
  const Fabric fabric = small.take().fabric;
  EXPECT_EQ(fabric.end_ports()[0].lmc, 0);
  EXPECT_EQ(fabric.end_ports()[1].lid, lid_of_ca(1));
}

TEST(Snapshot, OfALidThatDoesNotFitToItsLmcOneIsRouted) {
  SmallSubnet small;
  ib_port_info_set_lmc(&small.ca(1).port_info, 2);
  EXPECT_EQ(
      small.warning(),
      "port 1 of a1 (0x0000000000001010) has LID 101, which is not a multiple of 2^LMC (LMC 2): "
      "only this LID is routed");
  EXPECT_EQ(small.take().fabric.end_ports()[1].lid, 101);
  EXPECT_EQ(small.take().fabric.end_ports()[1].lmc, 0);
}

// Whatever is overwritten: a snapshot is a sound fabric, or BadInput.
TEST(Snapshot, HostileValuesDoNoHarm) {
  unsigned sound = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    Random random(seed);
    const Fabric fabric = test::random_tangle(random);
    OpensmSubnet subnet(fabric);
    for (unsigned i = 1 + random.below(10); i > 0; --i) {
      const SwitchIndex s = random.below(fabric.switch_count());
      osm_node_t& node = subnet.switch_node(s);
      const auto byte = static_cast<std::uint8_t>(random.next());
      osm_physp_t& port = node.physp_table[random.below(fabric.switches()[s].port_count + 1u)];
      switch (random.below(8)) {
        case 0:
          node.node_info.num_ports = byte;
          break;
        case 1:
          node.node_info.node_type = byte % 5;
          break;
        case 2:
          node.node_info.node_guid = htobe64(random.below(20));
          break;
        case 3:
          port.port_num = byte;
          break;
        case 4:
          port.port_info.base_lid = static_cast<ib_net16_t>(random.next());
          port.port_info.mkey_lmc = byte;
          break;
        case 5:
          port.port_info.vl_cap = byte;
          port.port_info.link_width_active = byte;
          port.port_info.link_speed = byte;
          break;
        case 6:
          port.p_remote_physp =
              &subnet.switch_node(random.below(fabric.switch_count())).physp_table[1];
          break;
        default:
          port.port_guid = htobe64(random.below(3));
      }
    }
    try {
      const Snapshot snapshot = take_snapshot(subnet.subnet());
      EXPECT_EQ(snapshot.switches.size(), snapshot.fabric.switch_count());
      ++sound;
    } catch (const BadInput&) {
    }
  }
  EXPECT_GT(sound, 400u);
}

// --- Tables ---

TEST(NewRows, AreThoseOfEverySwitch) {
  SmallSubnet small;
  small.subnet.prepare_tables();
  const std::vector<PortNum*> rows = new_rows(small.take());
  ASSERT_EQ(rows.size(), 2u);
  for (SwitchIndex s = 0; s < 2; ++s) EXPECT_EQ(rows[s], small.subnet.sw(s).new_lft);
}

std::string refused_rows(SmallSubnet& small) {
  try {
    new_rows(small.take());
  } catch (const CannotRoute& refusal) {
    return refusal.what();
  }
  return {};
}

TEST(NewRows, AreRefusedIfOneIsMissingOrTooShort) {
  SmallSubnet small;
  EXPECT_EQ(refused_rows(small),
            "OpenSM allocated a forwarding table of 0 bytes for switch s0 (0x0000000000000001); "
            "Weft needs 128");
  small.subnet.prepare_tables();
  small.subnet.sw(1).lft_size = 64;
  EXPECT_EQ(refused_rows(small),
            "OpenSM allocated a forwarding table of 64 bytes for switch s1 (0x0000000000000002); "
            "Weft needs 128");
}

TEST(LiveTables, AreThoseThatWereSent) {
  SmallSubnet small;
  EXPECT_FALSE(live_tables(small.subnet.subnet(), small.take()).has_value());
  small.subnet.prepare_tables();
  EXPECT_FALSE(live_tables(small.subnet.subnet(), small.take()).has_value());
  // Switch 1 has come since.
  small.subnet.sw(0).lft[test::lid_of_switch(0)] = 0;
  small.subnet.sw(0).lft[lid_of_ca(0)] = 3;
  const Snapshot snapshot = small.take();
  const auto live = live_tables(small.subnet.subnet(), snapshot);
  ASSERT_TRUE(live.has_value());
  ASSERT_GT((*live)[0].size(), lid_of_ca(0));
  EXPECT_EQ((*live)[0][lid_of_ca(0)], 3);
  EXPECT_TRUE((*live)[1].empty());
}

// OpenSM clears a block before it sends it. A block of a switch's own 64 LIDs is always 0.
TEST(AllTables, LackABlockOfZerosUnlessItIsOfTheSwitch) {
  OpensmSubnet subnet(enhanced_switch(64, 6));
  subnet.prepare_tables();
  PortNum* const lft = subnet.sw(0).lft;
  EXPECT_FALSE(has_all_tables(subnet.subnet()));
  std::fill_n(lft + 64, 64, PortNum{0});
  EXPECT_TRUE(has_all_tables(subnet.subnet()));
  std::fill_n(lft, 64, PortNum{0});
  EXPECT_FALSE(has_all_tables(subnet.subnet()));
}

TEST(LiveTables, AreUnknownAfterAnotherMaster) {
  SmallSubnet small;
  osm_subn_t& subnet = small.subnet.subnet();
  small.subnet.prepare_tables();
  small.subnet.sw(0).lft[test::lid_of_switch(0)] = 0;
  for (boolean_t* flag : {&subnet.first_time_master_sweep, &subnet.coming_out_of_standby}) {
    *flag = TRUE;
    EXPECT_FALSE(live_tables(subnet, small.take()).has_value());
    *flag = FALSE;
    EXPECT_TRUE(live_tables(subnet, small.take()).has_value());
  }
}

}  // namespace
}  // namespace weft
