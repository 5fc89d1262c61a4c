#include <gtest/gtest.h>

#include "common/fabric/generators/generators.h"
#include "tests/support/generated_fabric.h"

namespace weft {
namespace {

using test::expect_sound;
using test::leads_to;

TEST(Directors, AloneHaveTheirCasOnLineChips) {
  const Fabric fabric = make_directors({.spines = {2}, .lines = {3}, .links = 2, .cas = 4});
  expect_sound(fabric);
  const FabricFacts facts = facts_of(fabric);
  EXPECT_EQ(facts.switches, 5u);
  EXPECT_EQ(facts.links, 12u);
  EXPECT_EQ(facts.end_ports, 12u);
  EXPECT_EQ(leads_to(fabric, "director 0 line 1", 4), "node-0008 port 1");
  EXPECT_EQ(leads_to(fabric, "director 0 line 1", 5), "director 0 spine 0 port 3");
  EXPECT_EQ(leads_to(fabric, "director 0 line 1", 8), "director 0 spine 1 port 4");
}

// Blocks of two line chips of the first director, 0 1 and 2 3, line chip 4 is left over; of one of
// the second, 0 and 1. Edges 0 to 2 have the first of each, 3 and 4 the second.
TEST(Directors, ShareOutEdgeSwitchesToBlocksOfLineChips) {
  const Fabric fabric =
      make_directors({.spines = {3, 1}, .lines = {5, 2}, .edges = 5, .uplinks = {2, 1}, .cas = 2});
  expect_sound(fabric);
  const FabricFacts facts = facts_of(fabric);
  EXPECT_EQ(facts.switches, 5u + 8 + 3);
  EXPECT_EQ(facts.links, 5u * 3 + 15 + 2);
  EXPECT_EQ(facts.end_ports, 10u);
  EXPECT_EQ(leads_to(fabric, "edge 2", 2), "node-0006 port 1");
  EXPECT_EQ(leads_to(fabric, "edge 2", 3), "director 0 line 0 port 3");
  EXPECT_EQ(leads_to(fabric, "edge 2", 4), "director 0 line 1 port 3");
  EXPECT_EQ(leads_to(fabric, "edge 2", 5), "director 1 line 0 port 3");
  EXPECT_EQ(leads_to(fabric, "edge 3", 3), "director 0 line 2 port 1");
  EXPECT_EQ(leads_to(fabric, "edge 4", 4), "director 0 line 3 port 2");
  EXPECT_EQ(leads_to(fabric, "edge 4", 5), "director 1 line 1 port 2");
  EXPECT_EQ(leads_to(fabric, "director 0 line 3", 3), "nothing");
  EXPECT_EQ(leads_to(fabric, "director 0 line 3", 4), "director 0 spine 0 port 4");
  EXPECT_EQ(leads_to(fabric, "director 0 line 4", 1), "nothing");
  EXPECT_EQ(leads_to(fabric, "director 1 line 1", 4), "director 1 spine 0 port 2");
}

// Three links to two line chips: two to the first, one to the second.
TEST(Directors, MakeParallelLinksWhereLineChipsAreFew) {
  const Fabric fabric =
      make_directors({.spines = {1}, .lines = {2}, .edges = 2, .uplinks = {3}, .cas = 1});
  expect_sound(fabric);
  EXPECT_EQ(leads_to(fabric, "edge 1", 2), "director 0 line 0 port 3");
  EXPECT_EQ(leads_to(fabric, "edge 1", 3), "director 0 line 0 port 4");
  EXPECT_EQ(leads_to(fabric, "edge 1", 4), "director 0 line 1 port 2");
  EXPECT_EQ(leads_to(fabric, "director 0 line 0", 5), "director 0 spine 0 port 1");
}

TEST(Directors, HaveHostsOnRails) {
  const Fabric fabric = make_directors({.spines = {1}, .lines = {4}, .cas = 2, .rails = 2});
  expect_sound(fabric);
  EXPECT_EQ(leads_to(fabric, "director 0 line 0", 2), "node-0002 HCA-1 port 1");
  EXPECT_EQ(leads_to(fabric, "director 0 line 3", 1), "node-0003 HCA-2 port 1");
}

// The numbers of a real fabric: 2 directors, 84 edge switches.
TEST(Directors, AreAsLargeAsRealOnes) {
  const Fabric fabric = make_directors({.spines = {18, 18},
                                        .lines = {30, 24},
                                        .edges = 84,
                                        .uplinks = {5, 4},
                                        .cas = 18,
                                        .rails = 2});
  expect_sound(fabric);
  const FabricFacts facts = facts_of(fabric);
  EXPECT_EQ(facts.switches, 174u);
  EXPECT_EQ(facts.links, 84u * 9 + 18 * 54);
  EXPECT_EQ(facts.end_ports, 84u * 18);
}

TEST(Directors, RefuseWhatCannotBeBuilt) {
  EXPECT_THROW(make_directors({.spines = {}, .lines = {}}), BadInput);
  EXPECT_THROW(make_directors({.spines = {2, 2}, .lines = {2}}), BadInput);
  EXPECT_THROW(make_directors({.spines = {0}, .lines = {2}}), BadInput);
  EXPECT_THROW(make_directors({.spines = {2}, .lines = {2}, .links = 0}), BadInput);
  EXPECT_THROW(make_directors({.spines = {2, 2}, .lines = {2, 2}}), BadInput);  // in two pieces
  EXPECT_THROW(make_directors({.spines = {2}, .lines = {2}, .uplinks = {1}}), BadInput);
  EXPECT_THROW(make_directors({.spines = {2}, .lines = {2}, .edges = 2, .uplinks = {0}}), BadInput);
  EXPECT_THROW(make_directors({.spines = {2}, .lines = {2}, .edges = 2, .uplinks = {1, 1}}),
               BadInput);
  EXPECT_THROW(make_directors({.spines = {2}, .lines = {3}, .rails = 2}), BadInput);
  EXPECT_THROW(make_directors({.spines = {2}, .lines = {3}, .rails = 0}), BadInput);
  constexpr unsigned kHuge = 4'000'000'000;
  EXPECT_THROW(make_directors({.spines = {kHuge}, .lines = {kHuge}, .links = kHuge}), BadInput);
  EXPECT_THROW(make_directors({.spines = {2}, .lines = {2}, .edges = kHuge, .uplinks = {kHuge}}),
               BadInput);
  EXPECT_THROW(make_directors({.spines = {2}, .lines = {255}}), BadInput);
}

}  // namespace
}  // namespace weft
