// Trees that are kept, over random fabrics and changes.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <span>
#include <vector>

#include "common/fabric/generators/blueprint.h"
#include "common/graph/acyclic_turns.h"
#include "common/graph/pieces.h"
#include "common/routing/kept_trees.h"
#include "common/routing/multicast_turns.h"
#include "tests/support/drawn_fabric.h"

namespace weft {
namespace {

// Everything that links connect is in one tree, and no branch is anything but a link.
void expect_spanning(const Fabric& fabric, const MasterTree& tree) {
  const Links links(fabric);
  const auto can = [&](SwitchIndex s) { return fabric.switches()[s].multicast; };
  const Pieces pieces =
      find_pieces(links, [&](LinkIndex l) { return can(links[l].from) && can(links[l].to); });
  std::vector<unsigned> roots(pieces.count);
  for (SwitchIndex s = 0; s < tree.nodes.size(); ++s) {
    const MasterTree::Node& node = tree.nodes[s];
    RC_ASSERT(node.in_tree == can(s));
    if (!node.in_tree) continue;
    if (node.parent == kNone) {
      ++roots[pieces.of[s]];
      RC_ASSERT(node.depth == 0u);
      continue;
    }
    const LinkIndex link = links.at(s, node.port);
    RC_ASSERT(link != kNone && links.to(link) == node.parent &&
              links[link].in_port == node.parent_port);
    RC_ASSERT(node.depth == tree.nodes[node.parent].depth + 1);
  }
  RC_ASSERT(std::ranges::all_of(roots, [](unsigned count) { return count <= 1; }));
}

bool same(const MasterTree& a, const MasterTree& b) {
  return std::ranges::equal(a.nodes, b.nodes, [](const auto& x, const auto& y) {
    return x.parent == y.parent && x.port == y.port && x.parent_port == y.parent_port &&
           x.depth == y.depth && x.in_tree == y.in_tree;
  });
}

RC_GTEST_PROP(KeptTreesProperty, SpanTheFabricAndKeepOldBranches, ()) {
  auto [fabric, random] = *test::drawn_tangle();
  Blueprint blueprint(fabric);
  for (auto& node : blueprint.nodes) node.multicast = random.below(8) != 0;
  const Fabric before = blueprint.build();
  const MulticastPlan plan = plan_multicast(before);
  const KeptTrees unchanged =
      keep_trees(plan, before, before, Links(before), [](auto) { return true; });
  RC_ASSERT(unchanged.plan.masters.size() == plan.masters.size());
  for (std::size_t i = 0; i < plan.masters.size(); ++i) {
    RC_ASSERT(same(unchanged.plan.masters[i], plan.masters[i]));
  }

  for (Blueprint::Link& link : blueprint.links) link.removed = random.below(6) == 0;
  for (auto& node : blueprint.nodes) {
    if (random.below(8) == 0) node.multicast = !node.multicast;
  }
  const Fabric now = blueprint.build();
  const Links links(now);
  AcyclicTurns turns(links);
  const KeptTrees after =
      keep_trees(plan, before, now, links,
                 [&](std::span<const LinkTurn> added) { return turns.add_all(added); });
  for (const MasterTree& tree : after.plan.masters) expect_spanning(now, tree);
  // All turns are free of cycles if it says so.
  AcyclicTurns made(links);
  if (after.fits) RC_ASSERT(made.add_all(multicast_turns(now, links, after.plan)));
  if (after.plan.masters.size() <= 1) RC_ASSERT(after.fits);
  // Branches of which the link is there are kept, one way or the other.
  for (std::size_t i = 0; i < plan.masters.size() && !after.plan.masters.empty(); ++i) {
    const auto& nodes = after.plan.masters[i].nodes;
    for (SwitchIndex s = 0; s < plan.masters[i].nodes.size(); ++s) {
      const MasterTree::Node& node = plan.masters[i].nodes[s];
      if (node.parent == kNone || !now.switches()[s].multicast ||
          !now.switches()[node.parent].multicast) {
        continue;
      }
      const LinkIndex link = links.at(s, node.port);
      if (link == kNone || links.to(link) != node.parent) continue;
      const bool is_kept =
          (nodes[s].parent == node.parent && nodes[s].port == node.port) ||
          (nodes[node.parent].parent == s && nodes[node.parent].port == node.parent_port);
      RC_ASSERT(is_kept);
    }
  }
}

}  // namespace
}  // namespace weft
