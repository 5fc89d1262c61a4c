#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "common/base/random.h"
#include "common/fabric/builder.h"
#include "common/fabric/counts.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "common/topology/tree_check.h"
#include "plugins/layered/dfsssp.h"
#include "plugins/layered/lash.h"
#include "plugins/layered/sssp.h"
#include "plugins/layered/up_down_order.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/fabric_facts.h"
#include "tests/support/lane_routing.h"
#include "tests/support/random_fabric.h"
#include "tests/support/random_routing.h"

namespace weft {
namespace {

using test::LaneRouting;

// Up to eight lanes, half the time the first ones, else any, with SLs that say nothing about VLs.
LaneBudget drawn_budget(Random& random) {
  LaneBudget budget = first_lanes(1 + random.below(8));
  if (random.below(2) == 0) return budget;
  std::vector<Vl> vls;
  std::vector<Sl> sls;
  for (unsigned i = 0; i < 15; ++i) vls.push_back(static_cast<Vl>(i));
  for (unsigned i = 0; i < 16; ++i) sls.push_back(static_cast<Sl>(i));
  random.shuffle(vls);
  random.shuffle(sls);
  vls.resize(budget.lanes.size());
  std::ranges::sort(vls);
  for (std::size_t i = 0; i < vls.size(); ++i) budget.lanes[i] = {sls[i], vls[i]};
  return budget;
}

Fabric any_fabric(Random& random) {
  switch (random.below(5)) {
    case 0:
      return test::random_tangle(random);
    case 1:
      return random_broken_fabric(random.next());
    case 2:
      return with_new_lids(make_kautz({.degree = 1 + random.below(3),
                                       .length = 1 + random.below(3),
                                       .cas = 1 + random.below(3)}),
                           static_cast<std::uint8_t>(random.below(2)));
    default:
      return random_fabric(random.next());
  }
}

Fabric fabric_of_any_lanes(Random& random) {
  const Fabric fabric = any_fabric(random);
  return random.below(3) == 0 ? test::with_fewer_lanes(fabric, random) : fabric;
}

struct Drawn {
  explicit Drawn(test::DrawnFabric drawn) : random(drawn.random), fabric(std::move(drawn.fabric)) {
    budget = drawn_budget(random);
    options.reversible = random.below(3) != 0;
  }
  LaneRouting route(const EngineInfo& engine, unsigned threads = 2) const {
    return {engine, fabric, budget, options, threads};
  }

  Random random;
  Fabric fabric;
  LaneBudget budget;
  Options options;
};

// So many numbers stand in a text.
int numbers_in(const std::string& text) {
  int count = 0;
  bool inside = false;
  for (const char c : text) {
    const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    count += digit && !inside ? 1 : 0;
    inside = digit;
  }
  return count;
}

// A sentence with the lanes that are wanted and those that there are.
void expect_told(const LaneRouting& refused) {
  RC_LOG() << refused.refusal();
  RC_ASSERT(refused.refusal().find("lane") != std::string::npos);
  RC_ASSERT(numbers_in(refused.refusal()) >= 2);
}

// All paths are shortest, unless it says that some are not, as of trees and products it may.
void expect_good(const LaneRouting& routed) {
  const std::vector<std::string>& remarks = routed.routing().remarks;
  const bool told = std::ranges::any_of(remarks, [](const std::string& remark) {
    return remark.find("longer than the shortest") != std::string::npos;
  });
  if (!told && !routed.is_of_whole_product()) RC_ASSERT(routed.path_faults() == "");
  RC_ASSERT(routed.lane_faults() == "");
  RC_ASSERT(routed.verdict().reaches_all());
  RC_ASSERT(routed.verdict().unreachable_switch_pairs == 0u);
}

void expect_free_of_credit_loops(const LaneRouting& routed, const Options& options) {
  RC_ASSERT(routed.verdict().credit_loop.empty());
  if (options.reversible && routed.routing().warnings.empty()) {
    RC_ASSERT(routed.verdict().credit_loop_reversed.empty());
  }
}

RC_GTEST_PROP(LayeredRoutingProperty, SsspRoutesEverything, ()) {
  const Drawn drawn(*test::drawn_fabric(fabric_of_any_lanes));
  const LaneRouting routed = drawn.route(sssp_engine());
  RC_ASSERT(!routed.refused());
  RC_ASSERT(routed.one_lane());
  expect_good(routed);
}

RC_GTEST_PROP(LayeredRoutingProperty, DfssspIsFreeOfCreditLoopsOrSaysWhyNot, ()) {
  const Drawn drawn(*test::drawn_fabric(fabric_of_any_lanes));
  const LaneRouting routed = drawn.route(dfsssp_engine());
  if (routed.refused()) return expect_told(routed);
  expect_good(routed);
  expect_free_of_credit_loops(routed, drawn.options);
}

RC_GTEST_PROP(LayeredRoutingProperty, LashIsFreeOfCreditLoopsOrSaysWhyNot, ()) {
  const Drawn drawn(*test::drawn_fabric(fabric_of_any_lanes));
  const LaneRouting routed = drawn.route(lash_engine());
  if (routed.refused()) return expect_told(routed);
  expect_good(routed);
  expect_free_of_credit_loops(routed, drawn.options);
  // With the paths back given up, a pair and the pair back can have different SLs.
  if (routed.is_of_whole_product() || !routed.routing().warnings.empty()) return;
  RC_ASSERT(routed.pair_faults() == "");
}

RC_GTEST_PROP(LayeredRoutingProperty, FifteenLanesSufficeForSmallFabrics, ()) {
  const Fabric fabric = test::with_data_vls((*test::drawn_fabric(any_fabric)).fabric, 15);
  for (const EngineInfo* engine : {&dfsssp_engine(), &lash_engine()}) {
    const LaneRouting routed(*engine, fabric, first_lanes(15));
    RC_ASSERT(routed.refusal() == "");
    expect_good(routed);
    expect_free_of_credit_loops(routed, {});
  }
}

RC_GTEST_PROP(LayeredRoutingProperty, ThreadsAndDiscoveryChangeNothing, ()) {
  Drawn drawn(*test::drawn_fabric(fabric_of_any_lanes));
  const Fabric again = test::rediscovered(drawn.fabric, drawn.random);
  RC_ASSERT(text_of(again) == text_of(drawn.fabric));
  for (const EngineInfo* engine : {&sssp_engine(), &dfsssp_engine(), &lash_engine()}) {
    const LaneRouting alone = drawn.route(*engine, 1);
    RC_ASSERT(drawn.route(*engine, 3).same_as(alone));
    RC_ASSERT(LaneRouting(*engine, again, drawn.budget, drawn.options).same_as(alone));
  }
}

// What is left of a tree where a failing example is made smaller may be none.
bool is_tree(const Fabric& fabric) try {
  const SwitchGraph graph(fabric);
  const Options options;
  const Workers workers(1);
  const RankedTree tree = best_tree({fabric, options, workers}, graph, sources_by_switch(fabric));
  expect_tree(fabric, graph, tree.ranks);
  return true;
} catch (const CannotRoute&) {
  return false;
}

// dfsssp may take more for the LIDs behind base LIDs, so that their paths are apart.
unsigned most_lanes(const EngineInfo& engine, const Fabric& fabric, unsigned of_base_lids) {
  const bool has_others = fabric.lid_count() > with_base_lids(fabric).lid_count();
  return &engine == &dfsssp_engine() && has_others ? 8 : of_base_lids;
}

// Trees as they are built: two lanes are enough, and with a third for evenness no link gets much
// more than min-hop gives one.
constexpr std::uint64_t kFewPaths = 10;
RC_GTEST_PROP(LayeredRoutingProperty, BuiltTreesAreRoutedEvenlyOnFewLanes, ()) {
  auto [fabric, random] = *test::drawn_built_tree();
  if (!is_tree(fabric)) return;
  Options options;
  options.reversible = random.below(3) != 0;
  const LaneBudget lanes = first_lanes(random.below(2) == 0 ? 2 : 8);
  const LaneRouting minhop(minhop_engine(), fabric, lanes);
  for (const EngineInfo* engine : {&dfsssp_engine(), &lash_engine()}) {
    const LaneRouting routed(*engine, fabric, lanes, options);
    RC_LOG() << engine->name;
    // Trees that have lost links, without end ports above others, may need a third.
    if (lanes.lanes.size() == 2 && !routed.refusal().empty()) {
      RC_ASSERT(routed.refusal().find("need 3 lanes") != std::string::npos);
      return;
    }
    RC_ASSERT(routed.refusal() == "");
    RC_ASSERT(routed.verdict().lanes_used <= most_lanes(*engine, fabric, 3));
    expect_good(routed);
    expect_free_of_credit_loops(routed, options);
    if (engine != &dfsssp_engine() || lanes.lanes.size() < 3) continue;
    RC_LOG() << routed.busiest() << " paths, min-hop " << minhop.busiest();
    RC_ASSERT(routed.busiest() <= 6 * minhop.busiest() + kFewPaths);
  }
}

// Whole fabrics that need one lane, by whatever numbers their switches go.
Fabric renumbered(const Fabric& fabric, Random& random) {
  const Fabric other = random.below(2) == 0 ? with_shuffled_guids(fabric, random.next()) : fabric;
  return test::shown(with_new_lids(other, static_cast<std::uint8_t>(random.below(3))));
}

enum class Shape : std::uint8_t { kTree, kGrid };
void expect_one_lane(Shape shape, const Fabric& fabric, Random& random) {
  const LaneBudget budget = first_lanes(random.below(2) == 0 ? 1 : 8);
  for (const EngineInfo* engine : {&dfsssp_engine(), &lash_engine()}) {
    RC_LOG() << engine->name;
    const LaneRouting routed(*engine, fabric, budget);
    RC_ASSERT(routed.refusal() == "");
    const unsigned most = shape == Shape::kTree ? 1 : most_lanes(*engine, fabric, 1);
    RC_ASSERT(routed.one_lane() || most > 1);
    RC_ASSERT(routed.verdict().lanes_used <= most);
    RC_ASSERT(routed.routing().warnings.empty());
    expect_good(routed);
    expect_free_of_credit_loops(routed, {});
  }
}

RC_GTEST_PROP(LayeredRoutingProperty, WholeFatTreesNeedOneLane, (std::uint64_t seed)) {
  Random random(seed);
  XgftSpec spec;
  const unsigned height = 2 + random.below(3);
  for (unsigned level = 0; level < height; ++level) {
    spec.down.push_back(1 + random.below(height == 4 ? 3 : 4));
    spec.up.push_back(level == 0 ? 1 : 1 + random.below(3));
    spec.parallel.push_back(level > 0 && random.below(4) == 0 ? 2 : 1);
  }
  expect_one_lane(Shape::kTree, renumbered(make_xgft(spec), random), random);
}

RC_GTEST_PROP(LayeredRoutingProperty, MeshesNeedOneLane, (std::uint64_t seed)) {
  Random random(seed);
  GridSpec spec;
  const unsigned dimensions = 1 + random.below(3);
  const unsigned most = dimensions == 1 ? 12 : dimensions == 2 ? 6 : 4;
  for (unsigned d = 0; d < dimensions; ++d) spec.dims.push_back(1 + random.below(most));
  spec.cas = 1 + random.below(2);
  spec.links = 1 + random.below(2);
  expect_one_lane(Shape::kGrid, renumbered(make_mesh(spec), random), random);
}

RC_GTEST_PROP(LayeredRoutingProperty, HypercubesNeedOneLane, (std::uint64_t seed)) {
  Random random(seed);
  const HypercubeSpec spec{
      .dimensions = 1 + random.below(6), .cas = 1 + random.below(2), .links = 1 + random.below(2)};
  expect_one_lane(Shape::kGrid, renumbered(make_hypercube(spec), random), random);
}

RC_GTEST_PROP(LayeredRoutingProperty, WholeDragonfliesNeedThreeLanes, (std::uint64_t seed)) {
  Random random(seed);
  DragonflySpec spec;
  spec.global_links = 1 + random.below(3);
  spec.routers = std::max(3u, spec.global_links + random.below(4));
  spec.cas = 1 + random.below(3);
  const Fabric fabric = renumbered(make_dragonfly(spec), random);
  for (const EngineInfo* engine : {&dfsssp_engine(), &lash_engine()}) {
    Options options;
    options.reversible = random.below(3) != 0;
    const LaneRouting routed(*engine, fabric, first_lanes(3 + random.below(6)), options);
    RC_ASSERT(routed.refusal() == "");
    RC_ASSERT(routed.routing().warnings.empty());
    RC_ASSERT(routed.verdict().lanes_used <= most_lanes(*engine, fabric, 3));
    expect_good(routed);
    expect_free_of_credit_loops(routed, options);
  }
}

}  // namespace
}  // namespace weft
