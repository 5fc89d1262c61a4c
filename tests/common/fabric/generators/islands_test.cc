#include <gtest/gtest.h>

#include "common/fabric/generators/generators.h"
#include "tests/support/generated_fabric.h"

namespace weft {
namespace {

using test::expect_sound;
using test::leads_to;

TEST(Islands, AreATreeAndATorusBehindGateways) {
  const Fabric fabric = make_islands(
      {.tree = {.down = {2, 3}, .up = {1, 4}}, .torus = {.dims = {3, 3}}, .gateways = 2});
  expect_sound(fabric);
  const FabricFacts facts = facts_of(fabric);
  EXPECT_EQ(facts.end_ports, 6u + 9);
  EXPECT_EQ(facts.switches, 3u + 4 + 9 + 2);
  EXPECT_EQ(facts.links, 12u + 18 + 2 * (2 + 2));
  EXPECT_EQ(leads_to(fabric, "gateway 0", 1), "tree spine 0 port 4");
  EXPECT_EQ(leads_to(fabric, "gateway 0", 2), "tree spine 2 port 4");
  EXPECT_EQ(leads_to(fabric, "gateway 1", 1), "tree spine 1 port 5");
  EXPECT_EQ(leads_to(fabric, "gateway 1", 3), "torus switch (0,1) port 7");
  EXPECT_EQ(leads_to(fabric, "tree leaf 0", 1), "tree-0001 port 1");
  EXPECT_EQ(leads_to(fabric, "torus switch (0,0)", 5), "torus-0001 port 1");
}

TEST(Islands, NeedASwitchForEachLinkOfAGateway) {
  const XgftSpec tree = {.down = {2, 3}, .up = {1, 2}};
  EXPECT_THROW(make_islands({.tree = tree, .torus = {.dims = {3}}, .gateway_links = 3}), BadInput);
  EXPECT_THROW(make_islands({.tree = tree, .torus = {.dims = {3}}, .gateways = 0}), BadInput);
  EXPECT_THROW(make_islands({.tree = tree, .torus = {.dims = {3}}, .gateways = 252}), BadInput);
}

}  // namespace
}  // namespace weft
