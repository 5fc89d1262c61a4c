#include <gtest/gtest.h>

#include <string>

#include "common/fabric/generators/generators.h"
#include "tests/support/generated_fabric.h"

namespace weft {
namespace {

using test::expect_sound;
using test::leads_to;

TEST(Torus, HasTheKnownFigures) {
  const Fabric fabric = make_torus({.dims = {3, 4, 5}, .cas = 2, .links = 2});
  expect_sound(fabric);
  const FabricFacts facts = facts_of(fabric);
  EXPECT_EQ(facts.switches, 60u);
  EXPECT_EQ(facts.end_ports, 120u);
  EXPECT_EQ(facts.links, 60u * 3 * 2);
  EXPECT_EQ(facts.min_degree, 12u);
  EXPECT_EQ(facts.max_degree, 12u);
  EXPECT_EQ(facts.diameter, 1u + 2 + 2);
}

TEST(Torus, UsesTheSamePortsForADimensionEverywhere) {
  const Fabric fabric = make_torus({.dims = {3, 4}, .cas = 2, .links = 2});
  for (unsigned x = 0; x < 3; ++x) {
    for (unsigned y = 0; y < 4; ++y) {
      const auto at = [](unsigned i, unsigned j) {
        return "switch (" + std::to_string(i) + "," + std::to_string(j) + ")";
      };
      EXPECT_EQ(leads_to(fabric, at(x, y), 1), at((x + 1) % 3, y) + " port 3");
      EXPECT_EQ(leads_to(fabric, at(x, y), 2), at((x + 1) % 3, y) + " port 4");
      EXPECT_EQ(leads_to(fabric, at(x, y), 6), at(x, (y + 1) % 4) + " port 8");
    }
  }
  EXPECT_EQ(leads_to(fabric, "switch (0,1)", 9), "node-0003 port 1");
  EXPECT_EQ(leads_to(fabric, "switch (0,1)", 10), "node-0004 port 1");
}

TEST(Torus, DoesNotDoubleLinksWhereTheRadixIsTwo) {
  const Fabric fabric = make_torus({.dims = {2, 2, 1}});
  expect_sound(fabric);
  const FabricFacts facts = facts_of(fabric);
  EXPECT_EQ(facts.switches, 4u);
  EXPECT_EQ(facts.links, 4u);
  EXPECT_EQ(leads_to(fabric, "switch (0,1,0)", 1), "switch (1,1,0) port 2");
  EXPECT_EQ(leads_to(fabric, "switch (1,1,0)", 1), "nothing");
  EXPECT_EQ(leads_to(fabric, "switch (1,1,0)", 5), "nothing");  // the dimension of radix 1
}

TEST(Torus, OfOneDimensionIsARing) {
  const FabricFacts facts = facts_of(make_torus({.dims = {9}}));
  EXPECT_EQ(facts.links, 9u);
  EXPECT_EQ(facts.max_degree, 2u);
  EXPECT_EQ(facts.diameter, 4u);
}

TEST(Mesh, HasTheKnownFigures) {
  const Fabric fabric = make_mesh({.dims = {3, 4, 2}, .cas = 1, .links = 3});
  expect_sound(fabric);
  const FabricFacts facts = facts_of(fabric);
  EXPECT_EQ(facts.switches, 24u);
  EXPECT_EQ(facts.links, 3u * (2 * 4 * 2 + 3 * 3 * 2 + 3 * 4 * 1));
  EXPECT_EQ(facts.min_degree, 9u);
  EXPECT_EQ(facts.max_degree, 15u);  // two neighbours in x and y, one in z
  EXPECT_EQ(facts.diameter, 2u + 3 + 1);
  EXPECT_EQ(leads_to(fabric, "switch (2,0,0)", 1), "nothing");
  EXPECT_EQ(leads_to(fabric, "switch (2,0,0)", 4), "switch (1,0,0) port 1");
}

}  // namespace
}  // namespace weft
