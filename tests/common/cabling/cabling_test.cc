#include "common/cabling/cabling.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "common/fabric/generators/blueprint.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/hosts.h"
#include "tests/support/recabled.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using Kinds = std::vector<CablingKind>;

Cabling judged(const Fabric& fabric) { return judge_cabling(fabric, Workers(1)); }

Kinds kinds_of(const Cabling& cabling) {
  Kinds kinds;
  for (const CablingFinding& finding : cabling.findings) kinds.push_back(finding.kind);
  return kinds;
}

TEST(Cabling, CompleteFabricsHaveNoFindings) {
  for (const Fabric& fabric :
       {make_xgft({.down = {6, 6, 4}, .up = {1, 6, 6}}), make_xgft({.down = {4, 8}, .up = {1, 4}}),
        make_torus({.dims = {4, 5, 6}}), make_mesh({.dims = {4, 5}}),
        make_hyperx({.dims = {6, 8}, .cas = 2}), make_hypercube({.dimensions = 5}),
        make_dragonfly({.routers = 6, .global_links = 3, .cas = 3}),
        make_directors(
            {.spines = {6, 6}, .lines = {10, 8}, .edges = 20, .uplinks = {5, 4}, .cas = 6}),
        make_random_regular({.switches = 40, .degree = 6, .cas = 2}),
        make_dragonfly_plus({.leaves = 4, .spines = 4, .global_links = 2, .cas = 4}),
        make_islands({.tree = {.down = {4, 4}, .up = {1, 2}}, .torus = {.dims = {4, 4}}}),
        make_slim_fly({.q = 5}), make_polar_fly({.q = 5}),
        make_kautz({.degree = 3, .length = 3})}) {
    const Cabling cabling = judged(fabric);
    EXPECT_EQ(kinds_of(cabling), Kinds{}) << cabling.shape.describe();
  }
}

TEST(Cabling, TwoCablesThatHaveChangedPlacesAreNamedWithTheirPorts) {
  const Fabric tree = make_xgft({.down = {4, 6}, .up = {1, 4}});
  test::Recabled recabled(tree);
  // leaf 0 - spine 0 and leaf 1 - spine 1: ports 5 and 6 of the leaves, 1 and 2 of the spines.
  for (test::Cable& cable : recabled.cables) {
    if (cable.a.sw == 0 && cable.b.sw == 6)
      cable.b = {7, 2};
    else if (cable.a.sw == 1 && cable.b.sw == 7)
      cable.b = {6, 1};
  }
  const Cabling cabling = judged(recabled.build());
  ASSERT_EQ(kinds_of(cabling), Kinds{CablingKind::kSwapped});
  const CablingFinding& found = cabling.findings[0];
  EXPECT_TRUE(found.is_fault);
  EXPECT_EQ(found.lost, 64);
  EXPECT_EQ(found.ends.size(), 4u);
  EXPECT_TRUE(contains(found.what, "two cables have changed places")) << found.what;
  EXPECT_TRUE(contains(found.remedy, "exchange the ends at spine ")) << found.remedy;
}

// The other leaf switches have four links for four hosts.
TEST(Cabling, FewLinksAreAFaultIfTooFewForTheHostsBelow) {
  for (const bool has_hosts : {true, false}) {
    const Fabric tree = make_xgft({.down = {4, 6}, .up = {1, 4}});
    test::Recabled recabled(tree);
    std::erase_if(recabled.cables,
                  [](const test::Cable& cable) { return cable.a.sw == 2 && cable.b.sw >= 7; });
    // Three of its four hosts move to the ports of the spines that have become free.
    for (SwitchIndex spine = 7; !has_hosts && spine < 10; ++spine) {
      recabled.hosts[spine + 1] = {spine, 3};
    }
    const Cabling cabling = judged(recabled.build());
    ASSERT_FALSE(cabling.findings.empty());
    EXPECT_EQ(cabling.findings[0].kind, CablingKind::kFewLinks);
    EXPECT_EQ(cabling.findings[0].is_fault, has_hosts);
    EXPECT_EQ(cabling.findings[0].lost, has_hosts ? 96 : 0);
  }
}

// The fabric without one of its switches and what hangs on that alone.
Fabric without(const Fabric& fabric, SwitchIndex lost) {
  Blueprint blueprint(fabric);
  for (Blueprint::Node& node : blueprint.nodes) {
    if (node.node_guid == fabric.switches()[lost].node_guid) node.removed = true;
  }
  return blueprint.build();
}

TEST(Cabling, ASwitchThatIsMissingIsFoundByTheOthers) {
  // 16 leaf switches in 4 subtrees, then 16 of level 2, then 16 roots.
  const Fabric tree = make_xgft({.down = {4, 4, 4}, .up = {1, 4, 4}});
  const struct {
    SwitchIndex lost;
    std::vector<std::pair<bool, std::string>> found;
  } cases[] = {
      {47, {{true, "a switch is missing above level 2 switch"}}},
      {31, {{true, "a switch is missing above leaf"}, {false, "a switch is missing below spine"}}},
      {15, {{false, "a switch is missing below level 2 switch"}}}};
  for (const auto& c : cases) {
    const Cabling cabling = judged(without(tree, c.lost));
    ASSERT_EQ(cabling.findings.size(), c.found.size()) << tree.switch_name(c.lost);
    for (std::size_t i = 0; i < c.found.size(); ++i) {
      EXPECT_EQ(cabling.findings[i].kind, CablingKind::kNoSwitch);
      EXPECT_EQ(cabling.findings[i].is_fault, c.found[i].first);
      EXPECT_TRUE(cabling.findings[i].what.starts_with(c.found[i].second))
          << cabling.findings[i].what;
      EXPECT_EQ(cabling.findings[i].ends.size(), 4u);
      EXPECT_EQ(cabling.findings[i].lost, c.found[i].first ? 128 : 0);
    }
  }
}

// In a tree of two levels only the ports that are free everywhere are left of it.
TEST(Cabling, ASwitchThatAllOfALevelLackLeavesAGap) {
  const Fabric tree = make_xgft({.down = {4, 6}, .up = {1, 4}, .parallel = {1, 2}});
  const Cabling inner = judged(without(tree, 7));
  ASSERT_EQ(kinds_of(inner), Kinds{CablingKind::kNoSwitch});
  EXPECT_EQ(inner.findings[0].what,
            "none of the 6 leaf switches has a link at ports 7, 8: a switch may be missing beside "
            "all of them");
  EXPECT_EQ(inner.faults(), 0u);
  EXPECT_TRUE(judged(without(tree, 9)).findings.empty()) << "of the last one nothing is left";
}

// Between the first two groups, and between the third and the fourth.
TEST(Cabling, CablesBetweenGroupsThatHaveChangedPlacesAreNamed) {
  const Fabric dragonfly = make_dragonfly({.routers = 6, .global_links = 2, .cas = 2});
  test::Recabled recabled(dragonfly);
  const auto between = [&](SwitchIndex a, SwitchIndex b) {
    return std::ranges::find_if(recabled.cables, [&](const test::Cable& cable) {
      return cable.a.sw / 6 == a && cable.b.sw / 6 == b;
    });
  };
  const auto first = between(0, 1);
  const auto second = between(2, 3);
  std::swap(first->b, second->b);
  const Fabric swapped = recabled.build();
  const Cabling cabling = judged(swapped);
  ASSERT_EQ(kinds_of(cabling), Kinds{CablingKind::kSwapped});
  const CablingFinding& found = cabling.findings[0];
  EXPECT_EQ(found.lost, 64);
  for (const auto& cable : {first, second}) {
    const std::string link =
        fmt::format("{} port {} to {} port {}", swapped.describe_switch(cable->a.sw), cable->a.port,
                    swapped.describe_switch(cable->b.sw), cable->b.port);
    EXPECT_TRUE(contains(found.what, link)) << found.what;
  }
  EXPECT_EQ(found.ends.size(), 8u) << "of one more link between each two groups";
}

TEST(Cabling, ACableToTheWrongGroupIsMoved) {
  const Fabric dragonfly = make_dragonfly({.routers = 6, .global_links = 2, .cas = 2});
  test::Recabled recabled(dragonfly);
  const auto cable = std::ranges::find_if(recabled.cables, [](const test::Cable& c) {
    return c.a.sw < 6 && c.b.sw >= 6 && c.b.sw < 12;
  });
  std::swap(cable->b, recabled.hosts[24]);  // of switch 12
  const Cabling cabling = judged(recabled.build());
  ASSERT_EQ(kinds_of(cabling), Kinds{CablingKind::kMoved});
  EXPECT_EQ(cabling.findings[0].lost, 32);
  EXPECT_TRUE(contains(cabling.findings[0].remedy, "move its end from the group of "));
}

TEST(Cabling, ASlowLinkIsOneThatIsSlowerThanItsLike) {
  const Fabric tree = make_xgft({.down = {4, 6}, .up = {1, 4}});
  test::Recabled recabled(tree);
  recabled.cables[3].link.width = 1;
  const Cabling cabling = judged(recabled.build());
  ASSERT_EQ(kinds_of(cabling), Kinds{CablingKind::kSlow});
  EXPECT_TRUE(cabling.findings[0].is_fault);
  EXPECT_EQ(cabling.findings[0].lost, 24);
  EXPECT_TRUE(contains(cabling.findings[0].what, "has 1xQDR, and links like it 4xQDR"));
}

TEST(Cabling, CardsOfAnotherRateAreNoFaults) {
  const Fabric tree = make_xgft({.down = {4, 6}, .up = {1, 4}});
  FabricBuilder builder("mixed");
  builder.add_node({.type = NodeType::kSwitch, .node_guid = 1, .port_count = 20, .name = "s"});
  for (unsigned i = 0; i < 10; ++i) {
    const std::string name = "host-" + std::to_string(i);
    const NodeId node = builder.add_node({.node_guid = 0x100 + i, .port_count = 1, .name = name});
    builder.add_link(node, 1, 0, static_cast<PortNum>(i + 1),
                     {.speed = i < 3 ? LinkSpeed::kDdr : LinkSpeed::kQdr});
  }
  const Cabling cabling = judged(builder.build());
  ASSERT_EQ(kinds_of(cabling), Kinds{CablingKind::kSlow});
  EXPECT_EQ(cabling.faults(), 0u);
  EXPECT_TRUE(contains(cabling.findings[0].what, "3 of 10 links of hosts are slower than 4xQDR"));
}

TEST(Cabling, TheCablesOfAHostThatChangedPlacesAreOneFault) {
  const Fabric fabric = make_xgft({.down = {8, 4}, .up = {1, 4}, .rails = 4});
  const std::vector<Host> hosts = find_hosts(fabric);
  test::Recabled recabled(fabric);
  std::swap(recabled.hosts[hosts[5].rails[1]], recabled.hosts[hosts[5].rails[3]]);
  const Cabling cabling = judged(recabled.build());
  ASSERT_EQ(kinds_of(cabling), Kinds{CablingKind::kSwapped});
  EXPECT_TRUE(contains(cabling.findings[0].what, "two cables of a host have changed places"));
  EXPECT_TRUE(contains(cabling.findings[0].what, "rail 2, is on rail 4"));
}

TEST(Cabling, CablesWithoutALinkAreANoteAndAHint) {
  FabricBuilder builder("cables");
  for (Guid guid = 1; guid <= 8; ++guid) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = guid, .port_count = 9, .name = "s"});
  }
  const auto link = [&](NodeId leaf, NodeId spine) {
    builder.add_link(leaf, static_cast<PortNum>(spine), spine, static_cast<PortNum>(leaf + 1), {});
  };
  for (NodeId leaf = 0; leaf < 5; ++leaf) {
    const NodeId ca = builder.add_node(
        {.node_guid = 0x100 + leaf, .port_count = 1, .name = "host " + std::to_string(leaf)});
    builder.add_link(ca, 1, leaf, 1, {});
    for (NodeId spine = 5; spine < 8; ++spine) {
      if (leaf != 2 || spine != 6) link(leaf, spine);
    }
  }
  for (const unsigned port : {5u, 6u, 9u})
    builder.set_cable(2, static_cast<PortNum>(port));  // 5 has a link
  const Cabling cabling = judged(builder.build());
  ASSERT_EQ(kinds_of(cabling),
            (Kinds{CablingKind::kMissing, CablingKind::kDown, CablingKind::kNames}));
  EXPECT_TRUE(contains(cabling.findings[0].remedy,
                       "s (0x0000000000000003) has cables without a link at ports 6, 9"));
  EXPECT_FALSE(cabling.findings[1].is_fault);
  EXPECT_EQ(cabling.findings[1].what,
            "s (0x0000000000000003) has cables without a link at ports 6, 9");
  EXPECT_EQ(cabling.findings[1].ends.size(), 2u);
}

TEST(Cabling, NodesThatNamesDoNotTellApartAreOneNote) {
  FabricBuilder builder("names");
  for (Guid guid : {1u, 2u, 3u}) {
    builder.add_node(
        {.type = NodeType::kSwitch, .node_guid = guid, .port_count = 4, .name = "the switch"});
  }
  builder.add_link(0, 1, 1, 1, {});
  builder.add_link(1, 2, 2, 2, {});
  const NodeId ca = builder.add_node({.node_guid = 0x100, .port_count = 1, .name = "host"});
  builder.add_link(ca, 1, 0, 3, {});
  const Cabling cabling = judged(builder.build());
  ASSERT_EQ(kinds_of(cabling), Kinds{CablingKind::kNames});
  EXPECT_EQ(cabling.findings[0].what, "3 switches do not differ by name: 3 'the switch'");
  EXPECT_EQ(cabling.faults(), 0u);
}

TEST(Cabling, ASmallPartThatNoLinkJoinsIsAFault) {
  const Fabric tree = make_xgft({.down = {4, 6}, .up = {1, 4}});
  test::Recabled recabled(tree);
  std::erase_if(recabled.cables, [](const test::Cable& cable) { return cable.a.sw == 5; });
  const Cabling cabling = judged(recabled.build());
  EXPECT_EQ(cabling.faults(), 1u);
  EXPECT_EQ(cabling.findings[0].kind, CablingKind::kPieces);
  EXPECT_TRUE(contains(cabling.findings[0].what, "1 switch with 4 end ports"));
}

TEST(Cabling, WithoutSwitchesThereIsNothing) {
  EXPECT_TRUE(judged(FabricBuilder("empty").build()).findings.empty());
}

}  // namespace
}  // namespace weft
