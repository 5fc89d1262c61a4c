#include <gtest/gtest.h>

#include "common/fabric/generators/generators.h"
#include "tests/support/generated_fabric.h"

namespace weft {
namespace {

using test::expect_sound;
using test::leads_to;

TEST(Hypercube, HasTheKnownFiguresAndEqualPortsAtBothEnds) {
  const Fabric fabric = make_hypercube({.dimensions = 5, .cas = 3, .links = 2});
  expect_sound(fabric);
  const FabricFacts facts = facts_of(fabric);
  EXPECT_EQ(facts.switches, 32u);
  EXPECT_EQ(facts.end_ports, 96u);
  EXPECT_EQ(facts.links, 2u * 32 * 5 / 2);
  EXPECT_EQ(facts.min_degree, 10u);
  EXPECT_EQ(facts.diameter, 5u);
  for (SwitchIndex s = 0; s < 32; ++s) {
    for (unsigned p = 1; p <= 10; ++p) EXPECT_EQ(fabric.ports(s)[p].peer_port, p);
  }
  EXPECT_EQ(leads_to(fabric, "switch 01011", 1), "switch 01010 port 1");
  EXPECT_EQ(leads_to(fabric, "switch 01011", 10), "switch 11011 port 10");
  EXPECT_EQ(leads_to(fabric, "switch 00000", 11), "node-0001 port 1");
}

}  // namespace
}  // namespace weft
