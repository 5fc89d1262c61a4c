// Every topology against the figures that its definition gives, and cables at ports that one can
// check by hand.
#include "common/fabric/generators/generators.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

#include "tests/support/fabric_facts.h"

namespace weft {
namespace {

// Which switch, by name, and which of its ports a switch's port leads to: «leaf 0.1 port 3».
std::string leads_to(const Fabric& fabric, std::string_view name, unsigned port) {
  const SwitchIndex s = switch_named(fabric, name);
  if (s == kNone || port >= fabric.ports(s).size()) return "no such port";
  const Port& p = fabric.ports(s)[port];
  if (p.kind == PeerKind::kNothing) return "nothing";
  const std::string_view peer =
      p.kind == PeerKind::kSwitch ? fabric.switch_name(p.peer) : fabric.end_port_name(p.peer);
  return std::string(peer) + " port " + std::to_string(p.peer_port);
}

void expect_sound(const Fabric& fabric, unsigned pieces = 1) {
  EXPECT_EQ(contradictions(fabric), std::vector<std::string>{});
  EXPECT_EQ(fabric.max_lid(), 0);
  for (const Switch& sw : fabric.switches()) EXPECT_EQ(sw.system_guid, sw.node_guid);
  for (const EndPort& port : fabric.end_ports()) {
    EXPECT_EQ(port.port_guid, port.node_guid + port.port_num);
    EXPECT_EQ(port.system_guid, port.node_guid);
  }
  EXPECT_EQ(facts_of(fabric).pieces, pieces);
}

TEST(Xgft, HasTheKnownFigures) {
  const Fabric fabric = make_xgft({.down = {4, 3, 5}, .up = {1, 4, 3}});
  expect_sound(fabric);
  const FabricFacts facts = facts_of(fabric);
  EXPECT_EQ(facts.end_ports, 4u * 3 * 5);
  EXPECT_EQ(facts.switches, 3u * 5 + 5 * 4 + 4 * 3);
  EXPECT_EQ(facts.links, 15u * 4 + 20 * 3);
  EXPECT_EQ(facts.min_degree, 4u);  // leaf: 4 parents
  EXPECT_EQ(facts.max_degree, 6u);  // middle: 3 children, 3 parents
  EXPECT_EQ(facts.ca_diameter, 4u);
}

TEST(Xgft, OfTheBenchmarksHaveTheirSizes) {
  const Fabric small = make_xgft({.down = {12, 12, 14}, .up = {1, 12, 12}});
  EXPECT_EQ(small.end_port_count(), 2016u);
  EXPECT_EQ(small.switch_count(), 480u);
  const Fabric middle = make_xgft({.down = {18, 18, 32}, .up = {1, 18, 18}});
  EXPECT_EQ(middle.end_port_count(), 10368u);
  EXPECT_EQ(middle.switch_count(), 1476u);
  const Fabric large = make_xgft({.down = {24, 24, 36}, .up = {1, 24, 24}});
  EXPECT_EQ(large.end_port_count(), 20736u);
  EXPECT_EQ(large.switch_count(), 2304u);
}

TEST(Xgft, CablesLeavesFromBelow) {
  const Fabric fabric = make_xgft({.down = {2, 3, 2}, .up = {1, 2, 2}});
  EXPECT_EQ(leads_to(fabric, "leaf 0.0", 1), "node-0001 port 1");
  EXPECT_EQ(leads_to(fabric, "leaf 0.0", 2), "node-0002 port 1");
  EXPECT_EQ(leads_to(fabric, "leaf 1.2", 2), "node-0012 port 1");
  // Labels are a3 a2 for leaves, a3 b2 for level 2, b3 b2 for spines.
  EXPECT_EQ(leads_to(fabric, "leaf 1.2", 3), "level 2 switch 1.0 port 3");
  EXPECT_EQ(leads_to(fabric, "leaf 1.2", 4), "level 2 switch 1.1 port 3");
  EXPECT_EQ(leads_to(fabric, "level 2 switch 1.1", 4), "spine 0.1 port 2");
  EXPECT_EQ(leads_to(fabric, "level 2 switch 1.1", 5), "spine 1.1 port 2");
  EXPECT_EQ(leads_to(fabric, "spine 1.1", 3), "no such port");
}

TEST(Xgft, MayHaveParallelLinksAndCasWithManyPorts) {
  const Fabric fabric = make_xgft({.down = {3, 2}, .up = {2, 2}, .parallel = {2, 3}});
  expect_sound(fabric, 2);  // a plane for each of the two leaves that a CA is at
  const FabricFacts facts = facts_of(fabric);
  EXPECT_EQ(facts.end_ports, 6u * 4);
  EXPECT_EQ(facts.switches, 2u * 2 + 2 * 2);
  EXPECT_EQ(facts.links, 4u * 2 * 3);
  for (const EndPort& port : fabric.end_ports()) EXPECT_EQ(port.node_ports, 4);
  // Leaf a2 b1; children take two ports each, parents three.
  EXPECT_EQ(leads_to(fabric, "leaf 1.0", 3), "node-0005 port 1");
  EXPECT_EQ(leads_to(fabric, "leaf 1.0", 4), "node-0005 port 2");
  EXPECT_EQ(leads_to(fabric, "leaf 1.1", 3), "node-0005 port 3");
  EXPECT_EQ(leads_to(fabric, "leaf 1.0", 7), "spine 0.0 port 4");
  EXPECT_EQ(leads_to(fabric, "leaf 1.0", 9), "spine 0.0 port 6");
  EXPECT_EQ(leads_to(fabric, "leaf 1.0", 10), "spine 1.0 port 4");
}

TEST(Xgft, OfOneLevelIsASwitch) {
  const Fabric fabric = make_xgft({.down = {254}, .up = {1}});
  expect_sound(fabric);
  EXPECT_EQ(fabric.switch_count(), 1u);
  EXPECT_EQ(leads_to(fabric, "leaf 0", 254), "node-0254 port 1");
}

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

TEST(RandomRegular, IsConnectedAndRegular) {
  for (const auto& [switches, degree] : {std::pair{2u, 1u},
                                         {3u, 2u},
                                         {9u, 2u},
                                         {50u, 2u},
                                         {10u, 3u},
                                         {40u, 5u},
                                         {12u, 11u},
                                         {13u, 8u},
                                         {300u, 20u}}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const Fabric fabric = make_random_regular(
          {.switches = switches, .degree = degree, .cas = 1, .links = 2, .seed = seed});
      expect_sound(fabric);
      const FabricFacts facts = facts_of(fabric);
      EXPECT_EQ(facts.min_degree, 2 * degree);
      EXPECT_EQ(facts.max_degree, 2 * degree);
      EXPECT_EQ(facts.pieces, 1u);
      for (SwitchIndex s = 0; s < switches; ++s) {
        std::map<SwitchIndex, unsigned> links;
        for (const Port& port : fabric.ports(s)) {
          if (port.kind == PeerKind::kSwitch) ++links[port.peer];
        }
        EXPECT_EQ(links.size(), degree);
        EXPECT_FALSE(links.contains(s));
      }
    }
  }
}

TEST(RandomRegular, DependsOnTheSeedAlone) {
  const RandomRegularSpec spec{.switches = 30, .degree = 4, .seed = 7};
  RandomRegularSpec other = spec;
  other.seed = 8;
  EXPECT_EQ(text_of(make_random_regular(spec)), text_of(make_random_regular(spec)));
  EXPECT_NE(text_of(make_random_regular(spec)), text_of(make_random_regular(other)));
}

TEST(Generators, GiveLinksTheAskedSpeed) {
  const Fabric fabric = make_torus({.dims = {3}, .link = {12, LinkSpeed::kEdr, 4}});
  for (const Port& port : fabric.ports(0)) {
    if (port.kind == PeerKind::kNothing) continue;
    EXPECT_EQ(port.link, (LinkAttributes{12, LinkSpeed::kEdr, 4}));
  }
  EXPECT_EQ(make_torus({.dims = {3}}).ports(0)[1].link, (LinkAttributes{4, LinkSpeed::kQdr, 8}));
}

TEST(Generators, RefuseWhatNoSubnetCanHold) {
  constexpr unsigned kHuge = 4'000'000'000;
  EXPECT_THROW(make_xgft({.down = {kHuge, kHuge, kHuge}, .up = {1, kHuge, kHuge}}), BadInput);
  EXPECT_THROW(make_xgft({.down = {255}, .up = {1}}), BadInput);
  EXPECT_THROW(make_xgft({.down = {1}, .up = {255}}), BadInput);          // ports of a CA
  EXPECT_THROW(make_xgft({.down = {200, 250}, .up = {1, 1}}), BadInput);  // 50,000 CAs
  EXPECT_THROW(make_torus({.dims = {kHuge, kHuge}}), BadInput);
  EXPECT_THROW(make_torus({.dims = {8, 8}, .cas = 251}), BadInput);
  EXPECT_THROW(make_torus({.dims = {8, 8}, .links = kHuge}), BadInput);
  EXPECT_THROW(make_mesh({.dims = {100, 100, 5}, .cas = 0}), BadInput);  // 50,000 switches
  EXPECT_THROW(make_hyperx({.dims = {256}}), BadInput);
  EXPECT_THROW(make_hypercube({.dimensions = 15, .cas = 1}), BadInput);
  EXPECT_THROW(make_hypercube({.dimensions = kHuge}), BadInput);
  EXPECT_THROW(make_dragonfly({.routers = kHuge, .global_links = kHuge, .cas = 1}), BadInput);
  EXPECT_THROW(make_dragonfly({.routers = 2, .global_links = kHuge, .cas = 1, .groups = 2}),
               BadInput);
  EXPECT_THROW(make_random_regular({.switches = kHuge, .degree = 4}), BadInput);
  EXPECT_THROW(make_random_regular({.switches = 400, .degree = 399}), BadInput);
}

TEST(Generators, TakeWhatASubnetCanJustHold) {
  EXPECT_EQ(make_mesh({.dims = {3, 7, 2339}, .cas = 0}).switch_count(), 49119u);
  EXPECT_EQ(make_hyperx({.dims = {254}}).ports(0).size(), 255u);
  EXPECT_EQ(make_xgft({.down = {192, 254}, .up = {1, 62}}).end_port_count(), 48768u);
}

TEST(Generators, RefuseNumbersThatMakeNoSense) {
  EXPECT_THROW(make_xgft({.down = {}, .up = {}}), BadInput);
  EXPECT_THROW(make_xgft({.down = {2, 2}, .up = {1}}), BadInput);
  EXPECT_THROW(make_xgft({.down = {2, 2}, .up = {1, 1}, .parallel = {1}}), BadInput);
  EXPECT_THROW(make_xgft({.down = {2, 0}, .up = {1, 1}}), BadInput);
  EXPECT_THROW(make_torus({.dims = {}}), BadInput);
  EXPECT_THROW(make_torus({.dims = {2, 2, 2, 2, 2, 2, 2, 2, 2}}), BadInput);
  EXPECT_THROW(make_torus({.dims = {4, 0}}), BadInput);
  EXPECT_THROW(make_mesh({.dims = {4}, .links = 0}), BadInput);
  EXPECT_THROW(make_hyperx({.dims = {1}, .cas = 0}), BadInput);  // a switch without ports
  EXPECT_THROW(make_hypercube({.dimensions = 0}), BadInput);
  EXPECT_THROW(make_hypercube({.dimensions = 3, .links = 0}), BadInput);
  EXPECT_THROW(make_dragonfly({.routers = 0, .global_links = 1, .cas = 1}), BadInput);
  EXPECT_THROW(make_dragonfly({.routers = 2, .global_links = 2, .cas = 1, .groups = 6}), BadInput);
  EXPECT_THROW(make_random_regular({.switches = 5, .degree = 3}), BadInput);
  EXPECT_THROW(make_random_regular({.switches = 4, .degree = 1}), BadInput);
  EXPECT_THROW(make_random_regular({.switches = 4, .degree = 4}), BadInput);
  EXPECT_THROW(make_random_regular({.switches = 1, .degree = 0}), BadInput);
}

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

TEST(Islands, AreATreeAndATorusBehindGateways) {
  const Fabric fabric = make_islands(
      {.tree = {.down = {2, 3}, .up = {1, 4}}, .torus = {.dims = {3, 3}}, .gateways = 2});
  expect_sound(fabric);
  const FabricFacts facts = facts_of(fabric);
  EXPECT_EQ(facts.end_ports, 6u + 9);
  EXPECT_EQ(facts.switches, 3u + 4 + 9 + 2);
  EXPECT_EQ(facts.links, 12u + 18 + 2 * (2 + 2));
  EXPECT_EQ(leads_to(fabric, "gateway 0", 1), "tree spine 0 port 4");
  EXPECT_EQ(leads_to(fabric, "gateway 0", 2), "tree spine 2 port 4");
  EXPECT_EQ(leads_to(fabric, "gateway 1", 1), "tree spine 1 port 5");
  EXPECT_EQ(leads_to(fabric, "gateway 1", 3), "torus switch (0,1) port 7");
  EXPECT_EQ(leads_to(fabric, "tree leaf 0", 1), "tree-0001 port 1");
  EXPECT_EQ(leads_to(fabric, "torus switch (0,0)", 5), "torus-0001 port 1");
}

TEST(Islands, NeedASwitchForEachLinkOfAGateway) {
  const XgftSpec tree = {.down = {2, 3}, .up = {1, 2}};
  EXPECT_THROW(make_islands({.tree = tree, .torus = {.dims = {3}}, .gateway_links = 3}), BadInput);
  EXPECT_THROW(make_islands({.tree = tree, .torus = {.dims = {3}}, .gateways = 0}), BadInput);
  EXPECT_THROW(make_islands({.tree = tree, .torus = {.dims = {3}}, .gateways = 252}), BadInput);
}

}  // namespace
}  // namespace weft
