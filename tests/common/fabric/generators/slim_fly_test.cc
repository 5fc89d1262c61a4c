#include <gtest/gtest.h>

#include "common/fabric/generators/generators.h"
#include "tests/support/generated_fabric.h"

namespace weft {
namespace {

using test::expect_sound;
using test::leads_to;
using test::most_hops;

TEST(SlimFly, HasItsSize) {
  const Fabric fabric = make_slim_fly({.q = 5});
  expect_sound(fabric);
  const FabricFacts facts = facts_of(fabric);
  EXPECT_EQ(facts.switches, 50u);
  EXPECT_EQ(facts.links, 50u * 7 / 2);
  EXPECT_EQ(facts.min_degree, 7u);
  EXPECT_EQ(facts.max_degree, 7u);
  EXPECT_EQ(facts.end_ports, 50u * 4);
  EXPECT_EQ(make_slim_fly({.q = 5, .cas = 0}).end_port_count(), 0u);
}

// In GF(5) the primitive element is 2: columns of half 0 differ by 1 and 4, those of half 1 by 2
// and 3.
TEST(SlimFly, HasColumnsAndLines) {
  const Fabric fabric = make_slim_fly({.q = 5, .cas = 1});
  EXPECT_EQ(leads_to(fabric, "switch (0,2,0)", 1), "switch (0,2,1) port 2");
  EXPECT_EQ(leads_to(fabric, "switch (0,2,0)", 2), "switch (0,2,4) port 1");
  EXPECT_EQ(leads_to(fabric, "switch (1,2,0)", 1), "switch (1,2,2) port 2");
  EXPECT_EQ(leads_to(fabric, "switch (1,2,0)", 2), "switch (1,2,3) port 1");
  // 1 = 3 x 4 + 4 modulo 5.
  EXPECT_EQ(leads_to(fabric, "switch (0,4,1)", 3 + 3), "switch (1,3,4) port 7");
  EXPECT_EQ(leads_to(fabric, "switch (0,4,1)", 8).substr(0, 4), "node");
}

TEST(SlimFly, NeedsTwoHopsAtMost) {
  for (const unsigned q : {3u, 4u, 5u, 7u, 8u, 9u, 11u, 13u, 16u}) {
    const Fabric fabric = make_slim_fly({.q = q, .cas = 0});
    const unsigned degree = q + (q % 4 == 1 ? q - 1 : q + 1) / 2;
    EXPECT_EQ(contradictions(fabric), std::vector<std::string>{}) << q;
    EXPECT_EQ(fabric.switch_count(), 2 * q * q);
    EXPECT_EQ(facts_of(fabric).min_degree, degree) << q;
    EXPECT_EQ(facts_of(fabric).max_degree, degree) << q;
    EXPECT_EQ(most_hops(fabric), 2) << q;
  }
}

}  // namespace
}  // namespace weft
