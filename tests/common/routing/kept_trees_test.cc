#include "common/routing/kept_trees.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "common/fabric/generators/blueprint.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::Sketch;

bool take_all(std::span<const LinkTurn>) { return true; }

KeptTrees kept(const MulticastPlan& before, const Fabric& before_fabric, const Fabric& now,
               const TakeTurns& take = take_all) {
  return keep_trees(before, before_fabric, now, Links(now), take);
}

using Branch = std::pair<SwitchIndex, SwitchIndex>;

std::vector<Branch> branches(const MasterTree& tree) {
  std::vector<Branch> found;
  for (SwitchIndex s = 0; s < tree.nodes.size(); ++s) {
    if (tree.nodes[s].parent != kNone) found.emplace_back(s, tree.nodes[s].parent);
  }
  return found;
}

// A ring of six with a CA at each switch: ports 1 lead on, ports 2 back.
Sketch ring() {
  Sketch sketch(6);
  for (SwitchIndex s = 0; s < 6; ++s) sketch.link(s, 1, (s + 1) % 6, 2);
  for (SwitchIndex s = 0; s < 6; ++s) sketch.ca(s, 3);
  return sketch;
}

// 0 - 1 - 2 - 3 and 0 - 5 - 4, rooted at 0.
MulticastPlan around_0() {
  MulticastPlan plan;
  plan.masters.resize(1);
  plan.masters[0].nodes = {{.in_tree = true},  {0, 2, 1, 1, true}, {1, 2, 1, 2, true},
                           {2, 2, 1, 3, true}, {5, 1, 2, 2, true}, {0, 1, 2, 1, true}};
  return plan;
}

Fabric without_link(const Fabric& fabric, SwitchIndex s, PortNum port) {
  Blueprint blueprint(fabric);
  for (Blueprint::Link& link : blueprint.links) {
    link.removed = (link.a == s && link.port_a == port) || (link.b == s && link.port_b == port);
  }
  return blueprint.build();
}

TEST(KeptTrees, ACutOffPartIsTurnedTowardsItsNewLink) {
  const Fabric fabric = ring().build();
  const KeptTrees without = kept(around_0(), fabric, without_link(fabric, 1, 1));
  ASSERT_EQ(without.plan.masters.size(), 1u);
  EXPECT_TRUE(without.fits);
  // 2 and 3 hang below 4 now, the other way round.
  EXPECT_EQ(branches(without.plan.masters[0]),
            (std::vector<Branch>{{1, 0}, {2, 3}, {3, 4}, {4, 5}, {5, 0}}));
  const MasterTree::Node& node = without.plan.masters[0].nodes[2];
  EXPECT_EQ(node.port, 1);
  EXPECT_EQ(node.parent_port, 2);
  EXPECT_EQ(node.depth, 4u);
}

TEST(KeptTrees, ALinkThatNoTreeUsesChangesNothing) {
  const Fabric fabric = ring().build();
  const KeptTrees without = kept(around_0(), fabric, without_link(fabric, 3, 1));
  EXPECT_EQ(branches(without.plan.masters[0]), branches(around_0().masters[0]));
}

TEST(KeptTrees, LinksWhoseTurnsAreTakenAreLookedForFirst) {
  // A square with a diagonal from 0 to 2: 3 has lost its branch to 0.
  Sketch sketch(4);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.link(s, 1, (s + 1) % 4, 2);
  sketch.link(1, 4, 3, 4);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.ca(s, 3);
  const Fabric fabric = sketch.build();
  MulticastPlan plan;
  plan.masters.resize(1);
  plan.masters[0].nodes = {
      {.in_tree = true}, {0, 2, 1, 1, true}, {1, 2, 1, 2, true}, {0, 1, 2, 1, true}};
  const Fabric now = without_link(fabric, 3, 1);
  EXPECT_EQ(kept(plan, fabric, now).plan.masters[0].nodes[3].parent, 1u);
  const Links links(now);
  const auto not_at_1 = [&](std::span<const LinkTurn> turns) {
    return std::ranges::none_of(turns, [&](LinkTurn turn) {
      return links[turn.from].from == 3 && links.to(turn.from) == 1;
    });
  };
  const KeptTrees over_2 = kept(plan, fabric, now, not_at_1);
  EXPECT_TRUE(over_2.fits);
  EXPECT_EQ(over_2.plan.masters[0].nodes[3].parent, 2u);
  const KeptTrees over_any = kept(plan, fabric, now, [](auto turns) { return turns.size() > 4; });
  EXPECT_FALSE(over_any.fits);
  EXPECT_NE(over_any.plan.masters[0].nodes[3].parent, kNone);
}

TEST(KeptTrees, NoSwitchThatCanDoMulticastHasNoTree) {
  const Fabric fabric = ring().build();
  Blueprint blueprint(fabric);
  for (auto& node : blueprint.nodes) node.multicast = false;
  EXPECT_TRUE(kept(around_0(), fabric, blueprint.build()).plan.masters.empty());
  // And where there was none before, one grows.
  EXPECT_EQ(branches(kept({}, fabric, fabric).plan.masters[0]).size(), 5u);
}

}  // namespace
}  // namespace weft
