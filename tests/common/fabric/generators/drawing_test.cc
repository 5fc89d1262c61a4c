#include "common/fabric/generators/drawing.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/base/error.h"
#include "tests/support/fabric_text.h"
#include "tests/support/generated_fabric.h"

namespace weft {
namespace {

using test::leads_to;

TEST(Drawing, GuidsOfSwitchesAndCasNeverMeet) {
  EXPECT_LT(switch_guid(kMaxUnicastLid), ca_guid(0));
  EXPECT_EQ(ca_guid(1) - ca_guid(0), 256u);
}

TEST(Drawing, ProductsStopAtTooMany) {
  EXPECT_EQ(product(std::vector<unsigned>{}), 1u);
  EXPECT_EQ(product(std::vector<unsigned>{3, 4, 5}), 60u);
  const std::vector<unsigned> huge(4, 4'000'000'000u);
  EXPECT_EQ(product(huge), kTooMany);
  EXPECT_EQ(times(kTooMany, kTooMany), kTooMany);
  EXPECT_EQ(times(kTooMany, 0), 0u);
  EXPECT_EQ(capped(kTooMany + 1), kTooMany);
}

TEST(Drawing, NumbersNodesAsTheyAreAdded) {
  FabricDrawing drawing("a sketch", {.switches = 2, .switch_ports = 4, .cas = 3}, {});
  const NodeId a = drawing.add_switch("a", 4);
  const NodeId b = drawing.add_switch("b", 4);
  drawing.link(a, 1, b, 3, 2);
  drawing.attach_cas(a, 3, 2);
  drawing.link(b, 1, drawing.add_ca(2, "host"), 2, 1);
  const Fabric fabric = drawing.build();
  test::expect_sound(fabric);
  EXPECT_EQ(fabric.switches()[1].node_guid, switch_guid(1));
  EXPECT_EQ(leads_to(fabric, "a", 2), "b port 4");
  EXPECT_EQ(leads_to(fabric, "a", 4), "node-0002 port 1");
  EXPECT_EQ(leads_to(fabric, "b", 1), "host port 2");
  EXPECT_EQ(fabric.end_ports()[2].node_guid, ca_guid(2));
}

TEST(Drawing, RefusesWhatNoSubnetCanHold) {
  const auto refused = [](const FabricSize& size) {
    return refusal([&] { FabricDrawing("a torus", size, {}); });
  };
  EXPECT_EQ(refused({.switches = 1, .switch_ports = 255}),
            "a torus like this needs switches with 255 ports; 1 to 254 are possible");
  EXPECT_EQ(refused({.switches = 1, .switch_ports = 1, .cas = 1, .ca_ports = 0}),
            "a torus like this needs CAs with 0 ports; 1 to 254 are possible");
  EXPECT_EQ(refused({.switches = kTooMany, .switch_ports = 1, .cas = 2, .ca_ports = 2}),
            "a torus like this has far too many switches and 4 CA ports; a subnet has 49151 LIDs "
            "for both");
  EXPECT_EQ(refused({.switches = 1, .switch_ports = 254, .cas = 24575, .ca_ports = 2}), "");
}

}  // namespace
}  // namespace weft
