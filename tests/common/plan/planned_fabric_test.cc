#include "common/plan/planned_fabric.h"

#include <gtest/gtest.h>

#include "common/base/error.h"
#include "common/fabric/generators/generators.h"

namespace weft {
namespace {

PlannedFabric planned(std::string_view csv, const Fabric& there = {}) {
  std::vector<std::string> warnings;
  return make_planned_fabric(parse_cable_csv(csv, "f", warnings), there, "f", warnings);
}

TEST(PlannedFabric, PortsThatAreNotNamedAreFreeOnes) {
  const PlannedFabric plan =
      planned("s1,,s2,2\ns1,1,s2,,\ns1,3,h1,\ns1,,h2,\ns2,,h3,1\ns2,,h4,1\n");
  ASSERT_EQ(plan.fabric.switch_count(), 2u);
  const auto ports = plan.fabric.ports(0);
  ASSERT_EQ(ports.size(), 5u);
  EXPECT_EQ(ports[1].peer_port, 1);  // of s2, whose port 2 is taken
  EXPECT_EQ(ports[2].peer_port, 2);
  const std::size_t first = plan.fabric.switches()[0].first_port;
  EXPECT_TRUE(plan.is_port_known[first + 1]);
  EXPECT_FALSE(plan.is_port_known[first + 2]);
  EXPECT_TRUE(plan.is_port_known[first + 3]);
  EXPECT_FALSE(plan.is_port_known[first + 4]);
  EXPECT_EQ(ports[1].link.width, 0);
}

TEST(PlannedFabric, TheFabricTellsWhatIsAHost) {
  // Eight cables, as a switch has; but the fabric knows c1, and c2 has the same kind of name.
  const char* const csv =
      "leaf[1-8],1,c1,[1-8]\nleaf[1-8],2,c2,[1-8]\nleaf[1-8],3,spine,[1-8]\nleaf1,4,x,1\n";
  EXPECT_EQ(planned(csv).fabric.switch_count(), 11u);  // who should know?
  const Fabric there = planned("s,1,c1,1,,,,\ns,2,c3,1\ns,3,c4,1\n").fabric;
  ASSERT_EQ(there.end_port_count(), 3u);
  const PlannedFabric plan = planned(csv, there);
  EXPECT_EQ(plan.fabric.switch_count(), 9u);
  EXPECT_EQ(plan.fabric.end_port_count(), 17u);
}

TEST(PlannedFabric, TooManyPortsAreRefused) { EXPECT_THROW(planned("s,,t[1-255],1\n"), BadInput); }

TEST(PlannedFabric, CablesOfAFabricGiveItBack) {
  const Fabric fabric = make_xgft({.down = {2, 3}, .up = {1, 2}, .parallel = {1, 2}});
  const CableList list = cables_of(fabric);
  EXPECT_EQ(list.nodes.size(), 3u + 2u + 6u);
  EXPECT_EQ(list.cables.size(), 3u * 2 * 2 + 6u);
  std::vector<std::string> warnings;
  const PlannedFabric again = make_planned_fabric(list, {}, "f", warnings);
  ASSERT_EQ(again.fabric.switch_count(), fabric.switch_count());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    EXPECT_EQ(again.fabric.switch_name(s), fabric.switch_name(s));
    for (std::size_t p = 1; p < again.fabric.ports(s).size(); ++p) {
      EXPECT_EQ(again.fabric.ports(s)[p].peer, fabric.ports(s)[p].peer);
      EXPECT_EQ(again.fabric.ports(s)[p].peer_port, fabric.ports(s)[p].peer_port);
      EXPECT_EQ(again.fabric.ports(s)[p].link.speed, fabric.ports(s)[p].link.speed);
    }
  }
}

}  // namespace
}  // namespace weft
