// Tables chosen by load, on trees that can be checked by hand.
#include "plugins/fat_tree/load_routing.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "common/patterns/patterns.h"
#include "plugins/fat_tree/order_of_cas.h"
#include "tests/support/routed_tree.h"

namespace weft {
namespace {

// A tree below its spines, routed by a rule.
struct ByLoad {
  ByLoad(const Fabric& fabric, LoadRule rule)
      : tree(fabric, test::spines_of(fabric)),
        block(tree.fabric.switch_count(), tree.fabric.max_lid()) {
    std::vector<std::uint64_t> ids(tree.fabric.switch_count());
    const HopTable table = up_down_hop_table(tree.graph, order_by_rank(tree.tree.ranks, ids),
                                             tree.to.targets.switches, workers);
    route_by_load({tree.fabric, options, workers}, tree.to, table, rule, block.tables());
  }
  PatternFigures shifts() {
    return judge_pattern(tree.fabric, block.tables(), order_of_cas(tree.fabric, options, tree.to),
                         {}, workers);
  }
  Verdict verdict() { return verify({tree.fabric, block.tables(), lanes}, workers); }

  Options options;
  Workers workers{2};
  LanePlan lanes = OneLane{};
  test::FoundTree tree;
  TableBlock block;
};

Fabric tree_of(const XgftSpec& spec) { return with_new_lids(make_xgft(spec), 0); }

TEST(LoadRouting, CompleteTreesHaveNoContention) {
  const XgftSpec specs[] = {{.down = {4, 6}, .up = {1, 4}},
                            {.down = {3, 3, 4}, .up = {1, 3, 3}},
                            {.down = {4, 5}, .up = {1, 2}, .parallel = {1, 2}}};
  for (const XgftSpec& spec : specs) {
    ByLoad routed(tree_of(spec), LoadRule::kOneWay);
    const PatternFigures shifts = routed.shifts();
    EXPECT_EQ(shifts.max_busiest_link, 1u);
    EXPECT_EQ(shifts.lost_flows, 0u);
  }
}

TEST(LoadRouting, EveryLidIsReachedWithoutALoop) {
  for (const LoadRule rule : {LoadRule::kOneWay, LoadRule::kFewestPaths}) {
    ByLoad routed(tree_of({.down = {3, 3, 3}, .up = {1, 2, 3}}), rule);
    const Verdict verdict = routed.verdict();
    EXPECT_TRUE(verdict.reaches_all());
    EXPECT_TRUE(verdict.credit_loop.empty());
  }
}

// Two leaves of four hosts below four spines: a host a spine, both ways.
TEST(LoadRouting, ConsecutiveLidsComeDownOnDifferentPaths) {
  ByLoad routed(tree_of({.down = {4, 2}, .up = {1, 4}}), LoadRule::kOneWay);
  const Fabric& fabric = routed.tree.fabric;
  std::set<PortNum> taken;
  const SwitchIndex leaf = fabric.end_ports()[0].sw;
  for (const EndPort& port : fabric.end_ports()) {
    if (port.sw != leaf) taken.insert(routed.block.tables().row(leaf)[port.lid]);
  }
  EXPECT_EQ(taken.size(), 4u);
}

TEST(LoadRouting, FewestPathsBalancesTheLoad) {
  ByLoad routed(tree_of({.down = {4, 5}, .up = {1, 4}}), LoadRule::kFewestPaths);
  const Figures figures =
      measure({routed.tree.fabric, routed.block.tables(), routed.lanes}, routed.workers);
  EXPECT_EQ(static_cast<double>(figures.max_link_load), figures.mean_link_load);
}

}  // namespace
}  // namespace weft
