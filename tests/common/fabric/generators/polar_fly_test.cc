#include <gtest/gtest.h>

#include <algorithm>

#include "common/fabric/generators/generators.h"
#include "common/graph/links.h"
#include "tests/support/generated_fabric.h"

namespace weft {
namespace {

using test::expect_sound;
using test::leads_to;
using test::most_hops;

TEST(PolarFly, HasItsSize) {
  const Fabric fabric = make_polar_fly({.q = 7});
  expect_sound(fabric);
  const FabricFacts facts = facts_of(fabric);
  EXPECT_EQ(facts.switches, 57u);
  EXPECT_EQ(facts.links, (57u * 8 - 8) / 2);
  EXPECT_EQ(facts.end_ports, 57u * 4);
  EXPECT_EQ(make_polar_fly({.q = 7, .cas = 2}).end_port_count(), 57u * 2);
}

// With q = 2 the Fano plane: (0,0,1) is orthogonal to (0,1,0), (1,0,0) and (1,1,0).
TEST(PolarFly, LinksOrthogonalPoints) {
  const Fabric fabric = make_polar_fly({.q = 2, .cas = 1});
  EXPECT_EQ(leads_to(fabric, "switch (0,0,1)", 1), "switch (0,1,0) port 1");
  EXPECT_EQ(leads_to(fabric, "switch (0,0,1)", 2), "switch (1,0,0) port 1");
  EXPECT_EQ(leads_to(fabric, "switch (0,0,1)", 3), "switch (1,1,0) port 1");
  EXPECT_EQ(leads_to(fabric, "switch (0,0,1)", 4).substr(0, 4), "node");
  EXPECT_EQ(leads_to(fabric, "switch (1,1,0)", 3), "nothing") << "orthogonal to itself";
}

TEST(PolarFly, NeedsTwoHopsAtMost) {
  for (const unsigned q : {2u, 3u, 4u, 5u, 7u, 8u, 9u, 11u, 13u}) {
    const Fabric fabric = make_polar_fly({.q = q, .cas = 0});
    EXPECT_EQ(contradictions(fabric), std::vector<std::string>{}) << q;
    EXPECT_EQ(fabric.switch_count(), q * q + q + 1);
    EXPECT_EQ(most_hops(fabric), 2) << q;
    const Links links(fabric);
    unsigned quadrics = 0;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      quadrics += links.count_of(s) == q;
      EXPECT_LE(links.count_of(s), q + 1);
    }
    EXPECT_EQ(quadrics, q + 1) << q;
    EXPECT_EQ(links.count(), (q * q + q + 1) * (q + 1) - quadrics) << q;
  }
}

}  // namespace
}  // namespace weft
