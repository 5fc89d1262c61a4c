#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "common/graph/switch_graph.h"
#include "common/graph/up_down.h"
#include "common/topology/tree_fit.h"
#include "common/topology/typical_shape.h"
#include "common/verify/verify.h"
#include "plugins/fat_tree/pqft.h"
#include "tests/support/drawn_fabric.h"

namespace weft {
namespace {

unsigned between(unsigned least, unsigned most) {
  return *rc::gen::inRange<unsigned>(least, most + 1);
}

TreeShape any_shape(unsigned highest, unsigned least_children, unsigned least_parents) {
  TreeShape shape;
  const unsigned height = between(2, highest);
  for (unsigned level = 1; level <= height; ++level) {
    shape.children.push_back(between(least_children, 4));
    shape.parents.push_back(level == 1 ? 1 : between(least_parents, 4));
    shape.links.push_back(level == 1 ? 1 : between(1, 3));
  }
  return shape;
}

// Large enough that two lost links leave no doubt about what was there.
TreeShape large_shape() { return any_shape(3, 3, 4); }

Fabric tree_of_shape(const TreeShape& shape) {
  return make_xgft({.down = shape.children, .up = shape.parents, .parallel = shape.links});
}

FatTree tree_below_spines(const Fabric& fabric) {
  const SwitchGraph graph(fabric);
  std::vector<SwitchIndex> roots;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (fabric.switch_name(s).starts_with("spine")) roots.push_back(s);
  }
  std::vector<Hops> ranks = ranks_below(graph, roots);
  lift_dead_ends(fabric, graph, ranks);
  return find_fat_tree(fabric, graph, std::move(ranks));
}

RC_GTEST_PROP(TreeFit, FindsTheShapeThatWasGenerated, ()) {
  const TreeShape shape = any_shape(4, 2, 1);
  const Fabric fabric =
      test::shown(with_shuffled_guids(tree_of_shape(shape), *rc::gen::arbitrary<unsigned>()));
  const FatTree tree = tree_below_spines(fabric);
  RC_ASSERT(describe(typical_shape(fabric, tree)) == describe(shape));
  const TreeFit fit = fit_tree(fabric, tree, shape);
  RC_ASSERT(fit.misfit == "");
  RC_ASSERT(fit.whole());
}

// Without the failures if so many would cut it in two.
Fabric damaged(const Fabric& whole, Failures& failures) {
  failures.seed = *rc::gen::arbitrary<unsigned>();
  try {
    return with_shuffled_guids(with_failures(whole, failures), failures.seed);
  } catch (const BadInput&) {
    failures = {};
    return with_shuffled_guids(whole, 1);
  }
}

RC_GTEST_PROP(TreeFit, CountsLostLinks, ()) {
  const TreeShape shape = large_shape();
  Failures failures{.links = {static_cast<double>(between(1, 2))}};
  const Fabric fabric = test::shown(damaged(tree_of_shape(shape), failures));
  const FatTree tree = tree_below_spines(fabric);
  const TreeFit fit = fit_tree(fabric, tree, shape);
  RC_ASSERT(fit.misfit == "");
  RC_ASSERT(static_cast<double>(fit.lost_links) == failures.links.number);
  RC_ASSERT(fit.lost_switches == 0u);
  RC_ASSERT(fit.lost_hosts == 0u);
}

// Whatever the fabric is: it is described, or refused with a sentence.
RC_GTEST_PROP(TreeFit, AnythingCanBeDescribed, ()) {
  const Fabric fabric = (*test::drawn_broken_fabric()).fabric;
  const SwitchGraph graph(fabric);
  std::vector<SwitchIndex> roots = {0};
  while (roots.size() < 4 && roots.back() + 3 < fabric.switch_count()) {
    roots.push_back(roots.back() + between(1, 3));
  }
  std::vector<Hops> ranks = ranks_below(graph, roots);
  for (const Hops rank : ranks) {
    if (rank != kFar && rank >= kMostRanks) RC_DISCARD("too high");
  }
  lift_dead_ends(fabric, graph, ranks);
  const FatTree tree = find_fat_tree(fabric, graph, std::move(ranks));
  const TreeShape shape = typical_shape(fabric, tree);
  RC_ASSERT(!describe_fit(shape, fit_tree(fabric, tree, shape)).empty());
}

RC_GTEST_PROP(Pqft, RoutesWhateverFitsAStructure, ()) {
  const TreeShape shape = large_shape();
  const bool switches = between(0, 1) == 1;
  Failures failures{.switches = {switches ? 1.0 : 0.0}, .links = {switches ? 0.0 : 2.0}};
  const Fabric fabric = test::shown(with_new_lids(damaged(tree_of_shape(shape), failures), 0));
  Options options;
  options.pqft_structure = shape;
  options.ranked_nodes.emplace();
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (fabric.switch_name(s).starts_with("spine")) {
      options.ranked_nodes->push_back({.guid = fabric.switches()[s].node_guid});
    }
  }
  const Workers workers(1);
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  const Routing routing = pqft_engine().route({fabric, options, workers}, block.tables());
  const Verdict verdict = verify({fabric, block.tables(), routing.lanes}, workers);
  RC_ASSERT(verdict.unreachable_pairs - verdict.disconnected_pairs <= routing.unrouted_pairs);
  RC_ASSERT(verdict.forwarding_loops == 0u);
  RC_ASSERT(verdict.credit_loop.empty());
}

}  // namespace
}  // namespace weft
