#include <gtest/gtest.h>

#include "common/fabric/generators/generators.h"
#include "tests/support/generated_fabric.h"

namespace weft {
namespace {

using test::expect_sound;
using test::leads_to;

TEST(Hyperx, HasTheKnownFiguresAndEqualStepsOnAPort) {
  const Fabric fabric = make_hyperx({.dims = {4, 3}, .cas = 2, .links = 2});
  expect_sound(fabric);
  const FabricFacts facts = facts_of(fabric);
  EXPECT_EQ(facts.switches, 12u);
  EXPECT_EQ(facts.links, 2u * 12 * (3 + 2) / 2);
  EXPECT_EQ(facts.min_degree, 10u);
  EXPECT_EQ(facts.max_degree, 10u);
  EXPECT_EQ(facts.diameter, 2u);
  // One up and three up are each other's way back.
  EXPECT_EQ(leads_to(fabric, "switch (1,0)", 1), "switch (2,0) port 5");
  EXPECT_EQ(leads_to(fabric, "switch (3,0)", 1), "switch (0,0) port 5");
  EXPECT_EQ(leads_to(fabric, "switch (3,0)", 4), "switch (1,0) port 4");
  EXPECT_EQ(leads_to(fabric, "switch (3,2)", 7), "switch (3,0) port 9");
  EXPECT_EQ(leads_to(fabric, "switch (0,0)", 12), "node-0002 port 1");
}

}  // namespace
}  // namespace weft
