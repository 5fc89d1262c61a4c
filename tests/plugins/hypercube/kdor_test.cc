#include "plugins/hypercube/kdor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/fabric/generators/blueprint.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "tests/support/odd_fabrics.h"
#include "tests/support/routed_engine.h"
#include "tests/support/routed_tree.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

struct RoutedKdor : test::RoutedEngine {
  explicit RoutedKdor(Fabric f, const Options& options = {}, unsigned vls = 8,
                      const EngineInfo& engine = kdor_ghc_engine())
      : RoutedEngine(engine, std::move(f), options, vls) {}

  double unevenness() const {
    const Figures figures = measure(view(), Workers(2));
    return static_cast<double>(figures.max_link_load) / figures.mean_link_load;
  }
};

void expect_good(const RoutedKdor& routed, const std::string& what = "") {
  EXPECT_EQ(routed.refusal, "") << what;
  EXPECT_EQ(routed.faults(), "") << what;
  EXPECT_TRUE(routed.groups_are_safe()) << what;
  EXPECT_TRUE(routed.verdict.credit_loop_reversed.empty()) << what;
}

Fabric hypercube(unsigned dimensions, std::uint8_t lmc = 0, unsigned cas = 1) {
  return with_new_lids(make_hypercube({.dimensions = dimensions, .cas = cas}), lmc);
}
Fabric hyperx(std::vector<unsigned> dims, std::uint8_t lmc = 0, unsigned cas = 1) {
  return with_new_lids(make_hyperx({.dims = std::move(dims), .cas = cas}), lmc);
}
Fabric worn(const Fabric& fabric, double percent, std::uint64_t seed, std::uint8_t lmc = 0,
            double switches = 0) {
  const Fabric shuffled = with_shuffled_guids(fabric, seed);
  return with_new_lids(
      with_failures(shuffled,
                    {.switches = {switches, false}, .links = {percent, true}, .seed = seed}),
      lmc);
}

Options by_destination() {
  Options options;
  options.reversible = false;
  return options;
}

// The flows over the busiest link if the CA of each switch, of which the generator's numbers are
// the places, sends to one other, spread evenly over all its LIDs.
double busiest(const RoutedKdor& routed, const std::function<SwitchIndex(SwitchIndex)>& target) {
  std::map<std::pair<SwitchIndex, SwitchIndex>, double> loads;
  double most = 0;
  for (const EndPort& to : routed.fabric.end_ports()) {
    for (SwitchIndex s = 0; s < routed.fabric.switch_count(); ++s) {
      if (target(s) != to.sw) continue;
      for (unsigned bit = 0; bit < 1u << to.lmc; ++bit) {
        const auto path = routed.path(s, static_cast<Lid>(to.lid + bit));
        for (std::size_t i = 1; i < path.size(); ++i) {
          double& load = loads[{path[i - 1], path[i]}];
          most = std::max(most, load += 1.0 / (1u << to.lmc));
        }
      }
    }
  }
  return most;
}

SwitchIndex transposed(SwitchIndex s) { return s >> 4 | (s & 15) << 4; }
SwitchIndex reversed(SwitchIndex s) {
  SwitchIndex result = 0;
  for (unsigned bit = 0; bit < 8; ++bit) result |= (s >> bit & 1) << (7 - bit);
  return result;
}

TEST(Kdor, OrdersRelievePermutations) {
  const double transpose[] = {8, 4, 2.5};
  const double reversal[] = {8, 4, 3};
  for (std::uint8_t lmc = 0; lmc < 3; ++lmc) {
    const RoutedKdor routed(hypercube(8, lmc), {}, 8, kdor_hc_engine());
    expect_good(routed);
    EXPECT_EQ(routed.verdict.lanes_used, 1u << lmc);
    EXPECT_EQ(routed.unevenness(), 1.0);
    EXPECT_EQ(busiest(routed, transposed), transpose[lmc]);
    EXPECT_EQ(busiest(routed, reversed), reversal[lmc]);
  }
}

TEST(Kdor, DestinationsChooseWhereRepliesDoNotMatter) {
  const RoutedKdor routed(hypercube(8), by_destination(), 8, kdor_hc_engine());
  EXPECT_EQ(routed.faults(), "");
  EXPECT_EQ(routed.verdict.lanes_used, 4u);
  EXPECT_LE(busiest(routed, transposed), 4);
  EXPECT_LE(busiest(routed, reversed), 4);
  const RoutedKdor with_cas(hypercube(5, 0, 4), by_destination());
  EXPECT_EQ(with_cas.faults(), "");
  EXPECT_EQ(with_cas.unevenness(), 1.0);
}

TEST(Kdor, OneLaneIsSafeWhateverTheSl) {
  for (const RoutedKdor& routed : {RoutedKdor(hypercube(6)), RoutedKdor(hyperx({4, 5}), {}, 1),
                                   RoutedKdor(hyperx({4, 5}, 2), by_destination(), 1)}) {
    expect_good(routed);
    EXPECT_TRUE(std::holds_alternative<OneLane>(routed.routing.lanes));
    EXPECT_TRUE(routed.verdict.safe_on_one_lane);
  }
}

TEST(Kdor, HasAsManyOrdersAsThereAreLanesDimensionsAndLids) {
  const auto lanes = [](const Fabric& fabric, unsigned vls) {
    const RoutedKdor routed(fabric, {}, vls);
    expect_good(routed);
    return routed.verdict.lanes_used;
  };
  EXPECT_EQ(lanes(hypercube(6, 3), 8), 4u);
  EXPECT_EQ(lanes(hypercube(6, 3), 3), 3u);
  EXPECT_EQ(lanes(hypercube(2, 3), 8), 2u);
  EXPECT_EQ(lanes(hyperx({3, 4, 5}, 3), 8), 3u);
  EXPECT_EQ(lanes(hypercube(6, 1), 8), 2u);
}

TEST(Kdor, FewLanesOfLinksCount) {
  Blueprint blueprint(hypercube(4, 2));
  blueprint.links.front().attributes.data_vls = 2;
  const RoutedKdor routed(blueprint.build());
  expect_good(routed);
  EXPECT_LE(routed.verdict.lanes_used, 2u);
}

TEST(Kdor, SaysWhatItFound) {
  const auto remark = [](const RoutedKdor& routed) { return routed.routing.remarks.at(0); };
  EXPECT_TRUE(contains(remark(RoutedKdor(hypercube(4, 2), {}, 8, kdor_hc_engine())),
                       "a hypercube of 4 dimensions: paths take the dimensions in 4 orders"));
  EXPECT_TRUE(
      contains(remark(RoutedKdor(hyperx({3, 4}))),
               "a hypercube of 3 x 4: paths take the dimensions in one order; more orders"));
}

TEST(Kdor, WritesCoordinates) {
  const RoutedKdor routed(hyperx({2, 3}));
  std::set<std::vector<std::uint16_t>> places(routed.routing.notes.coordinates.begin(),
                                              routed.routing.notes.coordinates.end());
  EXPECT_EQ(places.size(), 6u);
  for (const auto& place : places) EXPECT_EQ(place.size(), 3u);
  EXPECT_TRUE(places.contains({1, 2, 0}));
}

TEST(Kdor, RefusesWhatIsNoHypercube) {
  const auto refusal = [](const Fabric& fabric, const EngineInfo& engine) {
    return RoutedKdor(fabric, {}, 8, engine).refusal;
  };
  const Fabric torus = with_new_lids(make_torus({.dims = {5, 4}}), 0);
  const Fabric tree = with_new_lids(make_xgft({.down = {3, 3}, .up = {1, 3}}), 0);
  for (const EngineInfo* engine : {&kdor_hc_engine(), &kdor_ghc_engine()}) {
    EXPECT_NE(refusal(tree, *engine), "");
    EXPECT_TRUE(contains(refusal(test::Sketch(1).build(), *engine), "have no such pattern"));
    EXPECT_TRUE(contains(refusal(test::Sketch(0).build(), *engine), "have no such pattern"));
  }
  EXPECT_TRUE(contains(refusal(torus, kdor_hc_engine()), "has 5 switches"));
  EXPECT_TRUE(contains(refusal(torus, kdor_ghc_engine()), "a ring of 5 switches; torus-2QoS can"));
  EXPECT_TRUE(contains(refusal(hyperx({4, 2}), kdor_hc_engine()), "kdor-ghc can do that"));
  test::Sketch pieces(4);
  pieces.link(0, 1, 1, 1);
  pieces.link(2, 1, 3, 1);
  EXPECT_TRUE(contains(refusal(pieces.build(), kdor_hc_engine()), "it is in 2 pieces"));
}

TEST(Kdor, NeverFallsOverAnOddFabric) {
  for (test::OddFabric& odd : test::odd_fabrics()) {
    const RoutedKdor routed(std::move(odd.fabric));
    if (routed.refusal.empty()) {
      EXPECT_EQ(routed.faults(), "") << odd.what;
    }
  }
}

// Shuffled, and a share of the links cut.
TEST(Kdor, GoesAroundCutsOnAsManyLanes) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    for (std::uint8_t lmc = 0; lmc < 3; ++lmc) {
      const RoutedKdor routed(worn(make_hypercube({.dimensions = 8}), 3, seed, lmc), {}, 8,
                              kdor_hc_engine());
      const std::string what = "seed " + std::to_string(seed) + ", lmc " + std::to_string(lmc);
      expect_good(routed, what);
      EXPECT_LE(routed.verdict.lanes_used, lmc == 2 ? 4u : 3u) << what;
      EXPECT_LE(routed.unevenness(), 1.15) << what;
    }
  }
}

TEST(Kdor, GoesAroundSwitchesAndUnevenHosts) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Fabric cube =
        with_aggregation_nodes(make_hypercube({.dimensions = 5, .cas = 2}), {}, {}, seed);
    expect_good(RoutedKdor(worn(cube, 3, seed, 1, 2)), "hypercube " + std::to_string(seed));
    const Fabric cliques = with_extra_cas(make_hyperx({.dims = {4, 5}, .cas = 2}), 0, {}, seed);
    expect_good(RoutedKdor(worn(cliques, 5, seed, 0, 1)), "HyperX " + std::to_string(seed));
  }
}

TEST(Kdor, RoutesOnOneLane) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const RoutedKdor routed(worn(make_hypercube({.dimensions = 6}), 10, seed), {}, 1);
    expect_good(routed, std::to_string(seed));
    EXPECT_TRUE(routed.verdict.safe_on_one_lane);
  }
}

TEST(Kdor, LeavesRegularPathsWhereTheyWere) {
  const Fabric whole = hypercube(4);
  const RoutedKdor before(whole, {}, 8, kdor_hc_engine());
  const Fabric fabric = test::without_link(whole, 0, 1);
  const RoutedKdor now(fabric, {}, 8, kdor_hc_engine());
  expect_good(now);
  unsigned same = 0;
  for (SwitchIndex s = 0; s < 16; ++s) {
    for (const EndPort& to : fabric.end_ports()) {
      same += now.entry(s, to.lid) == before.entry(s, to.lid) ? 1 : 0;
    }
  }
  EXPECT_GT(same, 16u * 16u * 8 / 10);
}

TEST(Kdor, RoutesASwitchThatHangsOnIt) {
  Blueprint blueprint(hypercube(4));
  blueprint.nodes.push_back({.type = NodeType::kSwitch, .node_guid = 0x900, .port_count = 4});
  const auto hanging = static_cast<NodeId>(blueprint.nodes.size() - 1);
  blueprint.addresses.push_back({hanging, 0, 0x900, 90, 0});
  ++blueprint.nodes[3].port_count;
  blueprint.links.push_back(
      {.a = hanging, .port_a = 1, .b = 3, .port_b = blueprint.nodes[3].port_count});
  const RoutedKdor routed(with_new_lids(blueprint.build(), 0));
  expect_good(routed);
}

}  // namespace
}  // namespace weft
