#include <gtest/gtest.h>

#include "common/fabric/generators/generators.h"
#include "tests/support/generated_fabric.h"

namespace weft {
namespace {

using test::expect_sound;
using test::leads_to;

TEST(Xgft, HasTheKnownFigures) {
  const Fabric fabric = make_xgft({.down = {4, 3, 5}, .up = {1, 4, 3}});
  expect_sound(fabric);
  const FabricFacts facts = facts_of(fabric);
  EXPECT_EQ(facts.end_ports, 4u * 3 * 5);
  EXPECT_EQ(facts.switches, 3u * 5 + 5 * 4 + 4 * 3);
  EXPECT_EQ(facts.links, 15u * 4 + 20 * 3);
  EXPECT_EQ(facts.min_degree, 4u);  // leaf: 4 parents
  EXPECT_EQ(facts.max_degree, 6u);  // middle: 3 children, 3 parents
  EXPECT_EQ(facts.ca_diameter, 4u);
}

TEST(Xgft, OfTheBenchmarksHaveTheirSizes) {
  const Fabric small = make_xgft({.down = {12, 12, 14}, .up = {1, 12, 12}});
  EXPECT_EQ(small.end_port_count(), 2016u);
  EXPECT_EQ(small.switch_count(), 480u);
  const Fabric middle = make_xgft({.down = {18, 18, 32}, .up = {1, 18, 18}});
  EXPECT_EQ(middle.end_port_count(), 10368u);
  EXPECT_EQ(middle.switch_count(), 1476u);
  const Fabric large = make_xgft({.down = {24, 24, 36}, .up = {1, 24, 24}});
  EXPECT_EQ(large.end_port_count(), 20736u);
  EXPECT_EQ(large.switch_count(), 2304u);
}

TEST(Xgft, CablesLeavesFromBelow) {
  const Fabric fabric = make_xgft({.down = {2, 3, 2}, .up = {1, 2, 2}});
  EXPECT_EQ(leads_to(fabric, "leaf 0.0", 1), "node-0001 port 1");
  EXPECT_EQ(leads_to(fabric, "leaf 0.0", 2), "node-0002 port 1");
  EXPECT_EQ(leads_to(fabric, "leaf 1.2", 2), "node-0012 port 1");
  // Labels are a3 a2 for leaves, a3 b2 for level 2, b3 b2 for spines.
  EXPECT_EQ(leads_to(fabric, "leaf 1.2", 3), "level 2 switch 1.0 port 3");
  EXPECT_EQ(leads_to(fabric, "leaf 1.2", 4), "level 2 switch 1.1 port 3");
  EXPECT_EQ(leads_to(fabric, "level 2 switch 1.1", 4), "spine 0.1 port 2");
  EXPECT_EQ(leads_to(fabric, "level 2 switch 1.1", 5), "spine 1.1 port 2");
  EXPECT_EQ(leads_to(fabric, "spine 1.1", 3), "no such port");
}

TEST(Xgft, MayHaveParallelLinksAndCasWithManyPorts) {
  const Fabric fabric = make_xgft({.down = {3, 2}, .up = {2, 2}, .parallel = {2, 3}});
  expect_sound(fabric, 2);  // a plane for each of the two leaves that a CA is at
  const FabricFacts facts = facts_of(fabric);
  EXPECT_EQ(facts.end_ports, 6u * 4);
  EXPECT_EQ(facts.switches, 2u * 2 + 2 * 2);
  EXPECT_EQ(facts.links, 4u * 2 * 3);
  for (const EndPort& port : fabric.end_ports()) EXPECT_EQ(port.node_ports, 4);
  // Leaf a2 b1; children take two ports each, parents three.
  EXPECT_EQ(leads_to(fabric, "leaf 1.0", 3), "node-0005 port 1");
  EXPECT_EQ(leads_to(fabric, "leaf 1.0", 4), "node-0005 port 2");
  EXPECT_EQ(leads_to(fabric, "leaf 1.1", 3), "node-0005 port 3");
  EXPECT_EQ(leads_to(fabric, "leaf 1.0", 7), "spine 0.0 port 4");
  EXPECT_EQ(leads_to(fabric, "leaf 1.0", 9), "spine 0.0 port 6");
  EXPECT_EQ(leads_to(fabric, "leaf 1.0", 10), "spine 1.0 port 4");
}

// Two groups of two leaves each; the hosts 1 to 3 are at the first group, 4 to 6 at the second.
TEST(Xgft, MayHaveHostsOnRails) {
  const Fabric fabric = make_xgft({.down = {3, 4}, .up = {1, 2}, .rails = 2});
  expect_sound(fabric);
  EXPECT_EQ(leads_to(fabric, "leaf 0", 1), "node-0001 HCA-1 port 1");
  EXPECT_EQ(leads_to(fabric, "leaf 0", 3), "node-0003 HCA-1 port 1");
  EXPECT_EQ(leads_to(fabric, "leaf 1", 3), "node-0003 HCA-2 port 1");
  EXPECT_EQ(leads_to(fabric, "leaf 2", 1), "node-0004 HCA-1 port 1");
  EXPECT_EQ(leads_to(fabric, "leaf 3", 3), "node-0006 HCA-2 port 1");
  EXPECT_EQ(leads_to(fabric, "leaf 3", 4), "spine 0 port 4");
  EXPECT_EQ(fabric.end_port_name(3), "node-0002 HCA-2") << "a host's CAs have successive GUIDs";
  EXPECT_THROW(make_xgft({.down = {3, 4}, .up = {1, 2}, .rails = 3}), BadInput);
  EXPECT_THROW(make_xgft({.down = {3, 4}, .up = {1, 2}, .rails = 0}), BadInput);
}

TEST(Xgft, OfOneLevelIsASwitch) {
  const Fabric fabric = make_xgft({.down = {254}, .up = {1}});
  expect_sound(fabric);
  EXPECT_EQ(fabric.switch_count(), 1u);
  EXPECT_EQ(leads_to(fabric, "leaf 0", 254), "node-0254 port 1");
}

}  // namespace
}  // namespace weft
