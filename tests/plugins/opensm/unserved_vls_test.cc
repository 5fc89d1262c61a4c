#include "plugins/opensm/unserved_vls.h"

#include <gtest/gtest.h>

#include "common/fabric/builder.h"
#include "common/options/stock_conf.h"
#include "tests/support/opensm_subnet.h"

namespace weft {
namespace {

// Two switches on a link of 4 data VLs; a CA at port 2 of the first.
TEST(UnservedVls, AreThoseThatAnEndOfALinkNeverSendsOn) {
  FabricBuilder builder("two");
  for (Guid guid = 1; guid <= 2; ++guid) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = guid, .port_count = 2});
    builder.set_address(static_cast<NodeId>(guid - 1), 0, 0, static_cast<Lid>(guid), 0);
  }
  const NodeId ca = builder.add_node({.node_guid = 0x1000, .port_count = 1});
  builder.add_link(0, 1, 1, 1, {.data_vls = 4});
  builder.add_link(ca, 1, 0, 2, {.data_vls = 8});
  builder.set_address(ca, 1, 0, 3, 0);
  test::OpensmSubnet subnet(builder.build());
  const auto set_room = [&](SwitchIndex s, PortNum port, std::uint8_t entries) {
    subnet.switch_port(s, port).port_info.vl_arb_high_cap = entries;
    subnet.switch_port(s, port).port_info.vl_arb_low_cap = entries;
  };
  const auto unserved = [&] {
    const VlArbitration arbitration((QosTables()));
    const Snapshot snapshot = take_snapshot(subnet.subnet());
    return unserved_vls(arbitration, snapshot.fabric, snapshot.switches);
  };
  set_room(0, 1, 8);
  set_room(1, 1, 8);
  set_room(0, 2, 1);  // to the CA: nobody else's packets wait for those
  EXPECT_EQ(unserved(), VlSet());
  set_room(1, 1, 3);
  EXPECT_EQ(unserved(), VlSet(0b1000)) << "VLs 4 and above are on no link between switches";
  subnet.switch_port(1, 1).port_info.vl_cap = 1 << 4;
  EXPECT_EQ(unserved(), VlSet()) << "OpenSM writes no tables to a port of one VL";
}

}  // namespace
}  // namespace weft
