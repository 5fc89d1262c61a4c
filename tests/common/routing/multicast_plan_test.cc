#include "common/routing/multicast_plan.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/counts.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/leaf_switches.h"
#include "common/graph/switch_graph.h"
#include "common/graph/up_down.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

// A line of five switches (port 1 to the right, port 2 to the left), a CA on each at port 3.
Fabric line(bool last_can_multicast = true) {
  FabricBuilder builder("line");
  for (Guid i = 0; i < 5; ++i) {
    builder.add_node({NodeType::kSwitch, i + 1, 0, 3, false, i < 4 || last_can_multicast, "", 0});
  }
  for (NodeId i = 0; i < 4; ++i) builder.add_link(i, 1, i + 1, 2, {});
  for (NodeId i = 0; i < 5; ++i) {
    const NodeId ca = builder.add_node({NodeType::kCa, 0x100u + 2 * i, 0, 1, false, true, "", 0});
    builder.add_link(i, 3, ca, 1, {});
  }
  return builder.build();
}

std::vector<SwitchPort> pruned(const MulticastPlan& plan, std::vector<SwitchPort> members,
                               std::size_t expected_unreached = 0) {
  std::size_t unreached = 99;
  auto ports = prune(plan.masters.at(0), members, unreached);
  EXPECT_EQ(unreached, expected_unreached);
  return ports;
}

TEST(MulticastPlan, TheRootIsInTheMiddle) {
  const MulticastPlan plan = plan_multicast(line());
  ASSERT_EQ(plan.masters.size(), 1u);
  const auto& nodes = plan.masters[0].nodes;
  EXPECT_EQ(nodes[2].parent, kNone);
  EXPECT_TRUE(nodes[2].in_tree);
  EXPECT_EQ(nodes[0].parent, 1u);
  EXPECT_EQ(nodes[0].port, 1u);
  EXPECT_EQ(nodes[0].parent_port, 2u);
  EXPECT_EQ(nodes[0].depth, 2u);
}

TEST(MulticastPlan, AGroupTakesWhatItsMembersNeed) {
  const MulticastPlan plan = plan_multicast(line());
  EXPECT_EQ(pruned(plan, {}), (std::vector<SwitchPort>{}));
  EXPECT_EQ(pruned(plan, {{0, 3}}), (std::vector<SwitchPort>{{0, 3}}));
  // The stem above the fork, to the root at switch 2, is not part of it.
  EXPECT_EQ(pruned(plan, {{0, 3}, {1, 3}}),
            (std::vector<SwitchPort>{{0, 1}, {0, 3}, {1, 2}, {1, 3}}));
  EXPECT_EQ(pruned(plan, {{4, 3}, {3, 0}}),
            (std::vector<SwitchPort>{{3, 0}, {3, 1}, {4, 2}, {4, 3}}));
  EXPECT_EQ(pruned(plan, {{1, 3}, {3, 3}}),
            (std::vector<SwitchPort>{{1, 1}, {1, 3}, {2, 1}, {2, 2}, {3, 2}, {3, 3}}));
  EXPECT_EQ(pruned(plan, {{1, 3}, {1, 3}}), (std::vector<SwitchPort>{{1, 3}}));
}

TEST(MulticastPlan, SwitchesWithoutMulticastAreLeftOut) {
  const MulticastPlan plan = plan_multicast(line(false));
  EXPECT_FALSE(plan.masters.at(0).nodes[4].in_tree);
  EXPECT_EQ(pruned(plan, {{3, 3}, {4, 3}, {77, 1}}, 2), (std::vector<SwitchPort>{{3, 3}}));
}

TEST(MulticastPlan, IslandsHaveSeparateTrees) {
  FabricBuilder builder("pieces");
  for (Guid guid = 1; guid <= 4; ++guid) {
    builder.add_node({NodeType::kSwitch, guid, 0, 2, false, true, "", 0});
  }
  builder.add_link(0, 1, 1, 1, {});
  builder.add_link(2, 1, 3, 1, {});
  const MulticastPlan plan = plan_multicast(builder.build());
  EXPECT_EQ(
      pruned(plan, {{0, 2}, {1, 2}, {2, 2}, {3, 2}}),
      (std::vector<SwitchPort>{{0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 1}, {2, 2}, {3, 1}, {3, 2}}));
}

TEST(MulticastPlan, MastersOfATreeAreRootedAtItsTop) {
  XgftSpec spec;
  spec.down = {2, 2, 3};
  spec.up = {1, 2, 2};
  const Fabric fabric = make_xgft(spec);
  const MulticastPlan plan = plan_multicast(fabric);
  ASSERT_EQ(plan.masters.size(), 4u);
  std::vector<SwitchIndex> roots;
  for (const MasterTree& tree : plan.masters) {
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      EXPECT_TRUE(tree.nodes[s].in_tree);
      if (tree.nodes[s].parent != kNone) continue;
      EXPECT_EQ(fabric.ports(s).size(), 1u + 3u)
          << "a switch of the top level has three links down";
      roots.push_back(s);
    }
  }
  EXPECT_EQ(roots.size(), 4u);
  EXPECT_NE(roots[0], roots[1]);
  EXPECT_EQ(plan.master_of(0xC000), 0u);
  EXPECT_EQ(plan.master_of(0xC003), 3u);
}

TEST(MulticastPlan, MastersOfATreeShareTheLinksOfLeafSwitchesEvenly) {
  for (const unsigned planes : {4u, 16u}) {
    XgftSpec spec;
    spec.down = {2, planes, 2};
    spec.up = {1, planes, planes};
    const Fabric fabric = make_xgft(spec);
    const std::vector<std::uint32_t> end_ports = end_ports_by_switch(fabric);
    std::vector<Hops> ranks = ranks_below(SwitchGraph(fabric), leaf_switches(fabric));
    for (Hops& rank : ranks) rank = static_cast<Hops>(2 - rank);
    std::vector<std::uint64_t> ids(ranks.size());
    std::iota(ids.begin(), ids.end(), 0);
    for (const Orientation& orientation : {Orientation{}, order_by_rank(ranks, ids)}) {
      const MulticastPlan plan = plan_multicast(fabric, orientation);
      ASSERT_EQ(plan.masters.size(), 4u);
      std::map<std::pair<SwitchIndex, PortNum>, unsigned> masters;  // by link of a leaf switch
      for (const MasterTree& tree : plan.masters) {
        for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
          if (end_ports[s] > 0) ++masters[{s, tree.nodes[s].port}];
        }
      }
      for (const auto& [link, count] : masters) EXPECT_EQ(count, 1u) << planes << " planes";
    }
  }
}

TEST(MulticastPlan, SwitchesAboveTheRootsAreReachedOverValleys) {
  // Roots s0 and s1; below both the leaves s2 and s3, and s4 below s1 alone.
  test::Sketch sketch(5);
  for (const SwitchIndex leaf : {2u, 3u, 4u}) {
    if (leaf < 4) sketch.link(leaf, 1, 0, static_cast<PortNum>(leaf));
    sketch.link(leaf, 2, 1, static_cast<PortNum>(leaf));
    sketch.ca(leaf, 8);
  }
  sketch.ca(0, 8);
  const Fabric fabric = sketch.build();
  // Nothing is above either root, and each can go down to three switches with CAs.
  const Orientation orientation{{0, 1, 2, 3, 4}};
  for (const SwitchIndex valley : {2u, 3u}) {
    const MulticastPlan plan = plan_multicast(fabric, orientation, std::span(&valley, 1));
    ASSERT_EQ(plan.masters.size(), 2u);
    for (std::size_t root = 0; root < 2; ++root) {
      const auto& nodes = plan.masters[root].nodes;
      EXPECT_EQ(nodes[root].parent, kNone);
      EXPECT_EQ(nodes[1 - root].parent, valley);
      EXPECT_EQ(nodes[4].parent, 1u);
    }
  }
}

TEST(MulticastPlan, NoSwitches) {
  const MulticastPlan plan = plan_multicast(FabricBuilder("none").build());
  EXPECT_TRUE(plan.masters.empty());
  EXPECT_EQ(plan.master_of(0xC001), 0u);
}

}  // namespace
}  // namespace weft
