#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "common/fabric/generators/generators.h"
#include "tests/support/generated_fabric.h"

namespace weft {
namespace {

using test::expect_sound;
using test::leads_to;

// Global links between each pair of groups: how many pairs have how many.
std::map<unsigned, unsigned> links_between_groups(const Fabric& fabric, unsigned routers,
                                                  unsigned groups) {
  std::map<std::pair<unsigned, unsigned>, unsigned> links;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (const Port& port : fabric.ports(s)) {
      if (port.kind != PeerKind::kSwitch) continue;
      if (s / routers < port.peer / routers) ++links[{s / routers, port.peer / routers}];
    }
  }
  std::map<unsigned, unsigned> pairs;
  for (unsigned a = 0; a < groups; ++a) {
    for (unsigned b = a + 1; b < groups; ++b) ++pairs[links[{a, b}]];
  }
  return pairs;
}

TEST(Dragonfly, OfTheBenchmarkHasItsSize) {
  const Fabric fabric = make_dragonfly({.routers = 10, .global_links = 5, .cas = 10});
  expect_sound(fabric);
  const FabricFacts facts = facts_of(fabric);
  EXPECT_EQ(facts.switches, 510u);
  EXPECT_EQ(facts.end_ports, 5100u);
  EXPECT_EQ(facts.links, 51u * 45 + 51 * 50 / 2);
  EXPECT_EQ(facts.min_degree, 14u);
  EXPECT_EQ(facts.max_degree, 14u);
  EXPECT_EQ(facts.diameter, 3u);
  EXPECT_EQ(links_between_groups(fabric, 10, 51), (std::map<unsigned, unsigned>{{1, 1275}}));
}

TEST(Dragonfly, IsCabledAsAPalmtree) {
  const Fabric fabric = make_dragonfly({.routers = 2, .global_links = 2, .cas = 1});
  EXPECT_EQ(leads_to(fabric, "group 0 router 0", 1), "group 0 router 1 port 1");
  EXPECT_EQ(leads_to(fabric, "group 0 router 0", 2), "group 1 router 1 port 3");
  EXPECT_EQ(leads_to(fabric, "group 0 router 0", 3), "group 2 router 1 port 2");
  EXPECT_EQ(leads_to(fabric, "group 3 router 1", 2), "group 1 router 0 port 3");
  EXPECT_EQ(leads_to(fabric, "group 0 router 0", 4), "node-0001 port 1");
}

TEST(Dragonfly, OfSeveralRowsHasColumns) {
  const Fabric fabric =
      make_dragonfly({.routers = 4, .global_links = 1, .cas = 1, .groups = 2, .rows = 3});
  expect_sound(fabric);
  EXPECT_EQ(facts_of(fabric).switches, 24u);
  EXPECT_EQ(facts_of(fabric).min_degree, 6u);
  EXPECT_EQ(leads_to(fabric, "group 0 router 1", 1), "group 0 router 2 port 3");
  EXPECT_EQ(leads_to(fabric, "group 0 router 1", 4), "group 0 router 5 port 5");
  EXPECT_EQ(leads_to(fabric, "group 0 router 1", 5), "group 0 router 9 port 4");
  EXPECT_EQ(links_between_groups(fabric, 12, 2), (std::map<unsigned, unsigned>{{12, 1}}));
}

TEST(Dragonfly, OfFewerGroupsSharesItsGlobalLinksEvenly) {
  // 50 global ports to 19 other groups: two each, and a third to the 6 nearest on both sides.
  const Fabric twenty = make_dragonfly({.routers = 10, .global_links = 5, .cas = 1, .groups = 20});
  expect_sound(twenty);
  EXPECT_EQ(facts_of(twenty).min_degree, 14u);
  EXPECT_EQ(links_between_groups(twenty, 10, 20),
            (std::map<unsigned, unsigned>{{2, 20 * 7 / 2}, {3, 20 * 12 / 2}}));
  // 6 ports to 5 others: the sixth goes to the opposite group.
  const Fabric six = make_dragonfly({.routers = 3, .global_links = 2, .cas = 1, .groups = 6});
  expect_sound(six);
  EXPECT_EQ(links_between_groups(six, 3, 6), (std::map<unsigned, unsigned>{{1, 12}, {2, 3}}));
  // 5 ports to 4 others: no fifth partner for everyone, one port of each group is unused.
  const Fabric five = make_dragonfly({.routers = 5, .global_links = 1, .cas = 1, .groups = 5});
  expect_sound(five);
  EXPECT_EQ(links_between_groups(five, 5, 5), (std::map<unsigned, unsigned>{{1, 10}}));
  // One other group takes them all.
  const Fabric two = make_dragonfly({.routers = 3, .global_links = 2, .cas = 1, .groups = 2});
  expect_sound(two);
  EXPECT_EQ(links_between_groups(two, 3, 2), (std::map<unsigned, unsigned>{{6, 1}}));
  const Fabric one = make_dragonfly({.routers = 3, .global_links = 2, .cas = 1, .groups = 1});
  EXPECT_EQ(facts_of(one).links, 3u);
}

}  // namespace
}  // namespace weft
