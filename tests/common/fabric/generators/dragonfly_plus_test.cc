#include <gtest/gtest.h>

#include "common/fabric/generators/generators.h"
#include "tests/support/generated_fabric.h"

namespace weft {
namespace {

using test::expect_sound;
using test::leads_to;

TEST(DragonflyPlus, HasItsSize) {
  const Fabric fabric =
      make_dragonfly_plus({.leaves = 6, .spines = 4, .global_links = 2, .cas = 3});
  expect_sound(fabric);
  const FabricFacts facts = facts_of(fabric);
  EXPECT_EQ(facts.switches, 9u * 10);
  EXPECT_EQ(facts.end_ports, 9u * 6 * 3);
  EXPECT_EQ(facts.links, 9u * 6 * 4 + 9u * 8 / 2);
  EXPECT_EQ(facts.min_degree, 4u) << "of a leaf switch";
  EXPECT_EQ(facts.max_degree, 6u + 2) << "of a spine";
}

TEST(DragonflyPlus, HasItsGroupsLinkedBySpines) {
  const Fabric fabric =
      make_dragonfly_plus({.leaves = 2, .spines = 2, .global_links = 2, .cas = 1});
  EXPECT_EQ(leads_to(fabric, "group 0 leaf 0", 1), "group 0 spine 0 port 1");
  EXPECT_EQ(leads_to(fabric, "group 0 leaf 1", 1), "group 0 spine 0 port 2");
  EXPECT_EQ(leads_to(fabric, "group 0 leaf 0", 2), "group 0 spine 1 port 1");
  EXPECT_EQ(leads_to(fabric, "group 0 leaf 0", 3), "node-0001 port 1");
  // Four global ports, to the groups 1, 2, 3 and 4 further on; each to the mirrored one there.
  EXPECT_EQ(leads_to(fabric, "group 0 spine 0", 3), "group 1 spine 1 port 4");
  EXPECT_EQ(leads_to(fabric, "group 0 spine 0", 4), "group 2 spine 1 port 3");
  EXPECT_EQ(leads_to(fabric, "group 3 spine 1", 3), "group 1 spine 0 port 4");
}

TEST(DragonflyPlus, MayHaveFewerGroupsOrOne) {
  const Fabric two =
      make_dragonfly_plus({.leaves = 3, .spines = 2, .global_links = 2, .cas = 1, .groups = 2});
  expect_sound(two);
  EXPECT_EQ(facts_of(two).links, 2u * 6 + 4);
  const Fabric one = make_dragonfly_plus({.leaves = 3, .spines = 2, .global_links = 0, .cas = 1});
  EXPECT_EQ(facts_of(one).links, 6u);
}

}  // namespace
}  // namespace weft
