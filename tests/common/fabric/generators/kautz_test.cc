#include <gtest/gtest.h>

#include "common/fabric/generators/generators.h"
#include "tests/support/generated_fabric.h"

namespace weft {
namespace {

using test::expect_sound;
using test::leads_to;

TEST(Kautz, HasAnArcForEachLetterThatAWordCanGoOnWith) {
  const Fabric fabric = make_kautz({.degree = 2, .length = 3});
  expect_sound(fabric);
  const FabricFacts facts = facts_of(fabric);
  EXPECT_EQ(facts.switches, 3u * 2 * 2);
  EXPECT_EQ(facts.links, 3u * 2 * 2 * 2);
  EXPECT_EQ(facts.min_degree, 4u);
  EXPECT_EQ(facts.max_degree, 4u);
  EXPECT_EQ(facts.end_ports, 12u);
  // Letters behind 0 are 1 and 2; words 0.1.x come to 1.x.y.
  EXPECT_EQ(leads_to(fabric, "switch 0.1.0", 1), "switch 1.0.1 port 4");
  EXPECT_EQ(leads_to(fabric, "switch 0.1.0", 2), "switch 1.0.2 port 4");
  EXPECT_EQ(leads_to(fabric, "switch 2.1.0", 1), "switch 1.0.1 port 3");
  EXPECT_EQ(leads_to(fabric, "switch 1.0.1", 1), "switch 0.1.2 port 3");
  EXPECT_EQ(make_kautz({.degree = 3, .length = 1}).switch_count(), 4u);
  EXPECT_EQ(make_kautz({.degree = 1, .length = 5}).switch_count(), 2u);
  EXPECT_THROW(make_kautz({.degree = 2, .length = 60}), BadInput);
  EXPECT_THROW(make_kautz({.degree = 0, .length = 3}), BadInput);
}

}  // namespace
}  // namespace weft
