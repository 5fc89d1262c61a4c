#include "common/routing/given_ranks.h"

#include <gtest/gtest.h>

#include "tests/support/sketch.h"

namespace weft {
namespace {

// Four switches in a row, a CA at the first and at the last.
Fabric row() {
  test::Sketch sketch(4);
  for (SwitchIndex s = 0; s < 3; ++s) sketch.link(s, 1, s + 1, 2);
  sketch.ca(0, 3);
  sketch.ca(3, 3);
  return sketch.build();
}

TEST(GivenRanks, AreOfSwitchesAndOfTheSwitchesOfEndPorts) {
  const Fabric fabric = row();
  const auto guid = [&](SwitchIndex s) { return fabric.switches()[s].node_guid; };
  std::vector<std::string> warnings;
  const std::vector<NamedNode> named = {{.guid = guid(1), .rank = 3},
                                        {.guid = fabric.end_ports()[0].node_guid, .rank = 2},
                                        {.guid = fabric.end_ports()[1].port_guid, .rank = 2},
                                        {.guid = guid(3), .rank = 5},
                                        {.guid = 0xdead, .rank = 0}};
  const GivenRanks given = given_ranks(fabric, named, warnings);
  EXPECT_EQ(given.ranks, (std::vector<Hops>{0, 1, kFar, 0}));
  EXPECT_EQ(given.roots, (std::vector<SwitchIndex>{0, 3}));
  EXPECT_EQ(given.below, 1u);
  EXPECT_EQ(warnings,
            std::vector<std::string>{"root GUID 0x000000000000dead is not in the fabric"});
}

TEST(GivenRanks, MayBeNone) {
  std::vector<std::string> warnings;
  EXPECT_TRUE(given_ranks(row(), {}, warnings).empty());
  EXPECT_TRUE(given_ranks(Fabric(), {}, warnings).empty());
  EXPECT_TRUE(warnings.empty());
}

}  // namespace
}  // namespace weft
