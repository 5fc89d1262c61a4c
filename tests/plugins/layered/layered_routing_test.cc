#include "plugins/layered/layered_routing.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "common/fabric/builder.h"
#include "common/fabric/generators/blueprint.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "plugins/layered/dfsssp.h"
#include "plugins/layered/lash.h"
#include "plugins/layered/sssp.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/lane_routing.h"
#include "tests/support/odd_fabrics.h"

namespace weft {
namespace {

using test::expect_safe;
using test::LaneRouting;

TEST(LayeredRouting, BalanceAWholeDragonflyOnThreeLanes) {
  const Fabric whole = make_dragonfly({.routers = 6, .global_links = 3, .cas = 3});
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const Fabric fabric = with_new_lids(with_shuffled_guids(whole, seed), 0);
    for (const EngineInfo* engine : {&dfsssp_engine(), &lash_engine()}) {
      const LaneRouting routed(*engine, fabric, first_lanes(8));
      expect_safe(routed);
      EXPECT_EQ(routed.verdict().lanes_used, 3u);
      EXPECT_LT(routed.unevenness(), 1.12);
    }
  }
}

TEST(LayeredRouting, BalanceADragonflyPlusOnOneLane) {
  for (const DragonflyPlusSpec& spec :
       {DragonflyPlusSpec{.leaves = 4, .spines = 4, .global_links = 2, .cas = 4},
        {.leaves = 6, .spines = 5, .global_links = 1, .cas = 3},
        {.leaves = 4, .spines = 4, .global_links = 4, .cas = 4, .groups = 5}}) {
    const Fabric fabric = with_new_lids(make_dragonfly_plus(spec), 0);
    for (const EngineInfo* engine : {&dfsssp_engine(), &lash_engine()}) {
      const LaneRouting routed(*engine, fabric, first_lanes(8));
      expect_safe(routed);
      EXPECT_EQ(routed.verdict().lanes_used, 1u);
      if (engine == &lash_engine()) continue;  // which has one path for all ports of a switch
      EXPECT_LE(routed.busiest(), LaneRouting(minhop_engine(), fabric, first_lanes(1)).busiest());
    }
  }
}

// As stock's do.
TEST(LayeredRouting, RouteASmallDragonflyOnTwoLanes) {
  for (const DragonflySpec& spec : {DragonflySpec{.routers = 3, .global_links = 1, .cas = 2},
                                    {.routers = 4, .global_links = 2, .cas = 2, .groups = 5},
                                    {.routers = 5, .global_links = 2, .cas = 2, .groups = 4}}) {
    const Fabric fabric = with_new_lids(make_dragonfly(spec), 0);
    for (const EngineInfo* engine : {&dfsssp_engine(), &lash_engine()}) {
      const LaneRouting routed(*engine, fabric, first_lanes(8));
      expect_safe(routed);
      EXPECT_EQ(routed.verdict().lanes_used, 2u);
    }
  }
}

TEST(LayeredRouting, StayEvenWhereLinksAreMissing) {
  const Fabric whole = make_hypercube({.dimensions = 6, .cas = 4});
  Options one_way;
  one_way.reversible = false;
  constexpr unsigned kSeeds = 6;
  double dfsssp = 0, lash = 0, dfsssp_one_way = 0;
  for (unsigned seed = 1; seed <= kSeeds; ++seed) {
    const Fabric fabric =
        with_new_lids(with_failures(whole, {.links = {1, true}, .seed = seed}), 0);
    for (const auto& [engine, sum] :
         {std::pair{&dfsssp_engine(), &dfsssp}, {&lash_engine(), &lash}}) {
      const LaneRouting routed(*engine, fabric, first_lanes(8));
      expect_safe(routed);
      EXPECT_TRUE(routed.routing().warnings.empty());
      EXPECT_LE(routed.verdict().lanes_used, 2u);
      *sum += routed.unevenness();
    }
    const LaneRouting routed(dfsssp_engine(), fabric, first_lanes(8), one_way);
    EXPECT_TRUE(routed.verdict().credit_loop.empty());
    dfsssp_one_way += routed.unevenness();
  }
  EXPECT_LT(dfsssp / kSeeds, 1.5);
  EXPECT_LT(lash / kSeeds, 1.5);
  EXPECT_LT(dfsssp_one_way / kSeeds, 1.3);
}

// Lash finds no lanes for shortest paths, and those back, around a single link.
TEST(LayeredRouting, TakeHardlyMoreLanesWhereAFewLinksAreMissing) {
  for (const std::vector<std::uint32_t>& dims : {std::vector<std::uint32_t>{8, 8}, {6, 6, 6}}) {
    GridSpec spec;
    spec.dims = dims;
    spec.cas = 1;
    const Fabric whole = with_new_lids(make_torus(spec), 0);
    for (const EngineInfo* engine : {&dfsssp_engine(), &lash_engine()}) {
      const unsigned lanes = LaneRouting(*engine, whole, first_lanes(8)).verdict().lanes_used;
      for (const double lost : {1, 2}) {
        const Fabric fabric = with_failures(whole, {.links = {lost, false}, .seed = 1});
        const LaneRouting routed(*engine, fabric, first_lanes(8));
        expect_safe(routed);
        EXPECT_LE(routed.verdict().lanes_used, lanes + 1);
      }
    }
  }
}

TEST(LayeredRouting, RouteWhatIsThereOnOneLane) {
  for (const test::OddFabric& odd : test::odd_fabrics()) {
    for (const EngineInfo* engine : {&sssp_engine(), &dfsssp_engine(), &lash_engine()}) {
      SCOPED_TRACE(odd.what + ", engine " + std::string(engine->name));
      for (const unsigned lanes : {1u, 8u}) {
        const LaneRouting routed(*engine, odd.fabric, first_lanes(lanes));
        expect_safe(routed);
        EXPECT_TRUE(routed.one_lane());
      }
    }
  }
}

TEST(LayeredRouting, AStopIsHeard) {
  const Fabric fabric = with_new_lids(make_torus({.dims = {6, 6}, .cas = 4}), 0);
  const Workers stopped(1, [] { return true; });
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  for (const EngineInfo* engine : {&sssp_engine(), &dfsssp_engine(), &lash_engine()}) {
    EXPECT_THROW(engine->route({fabric, {}, stopped, first_lanes(8)}, block.tables()), Stopped)
        << engine->name;
  }
}

// Two leaves below two spines are a ring of four, which would need two lanes if paths went around.
TEST(LayeredRouting, ATreeThatIsAProductAsWellNeedsOneLane) {
  const Fabric fabric = with_new_lids(make_xgft({.down = {2, 2}, .up = {1, 2}}), 0);
  for (const EngineInfo* engine : {&dfsssp_engine(), &lash_engine()}) {
    const LaneRouting routed(*engine, fabric, first_lanes(1));
    expect_safe(routed);
    EXPECT_TRUE(routed.one_lane());
  }
}

// lash has one path between two switches, whatever the LID.
TEST(LayeredRouting, LashDividesThePathsToALeafSwitch) {
  const Fabric whole = make_xgft({.down = {18, 16}, .up = {1, 18}});
  const Fabric fabric = with_new_lids(with_failures(whole, {.links = {1, false}, .seed = 1}), 0);
  const LaneRouting routed(lash_engine(), fabric, first_lanes(8));
  expect_safe(routed);
  EXPECT_LT(routed.unevenness(), 2.5);
}

TEST(LayeredRouting, ATorusTakesTheLanesOfItsDimensions) {
  const Fabric fabric = with_new_lids(make_torus({.dims = {5, 5}}), 0);
  for (const EngineInfo* engine : {&dfsssp_engine(), &lash_engine()}) {
    const LaneRouting routed(*engine, fabric, first_lanes(8));
    expect_safe(routed);
    EXPECT_EQ(routed.verdict().lanes_used, 3u);
  }
}

// Adds end ports to switches.
Fabric with_hot_switches(const Fabric& fabric, std::initializer_list<SwitchIndex> hot,
                         unsigned end_ports = 17) {
  Blueprint more(fabric);
  SparePorts spare(fabric);
  for (const SwitchIndex s : hot) {
    for (unsigned i = 0; i < end_ports; ++i) {
      const auto ca = static_cast<NodeId>(more.nodes.size());
      more.nodes.push_back({.node_guid = 0x900000 + ca, .port_count = 1});
      more.links.push_back({.a = ca, .port_a = 1, .b = s, .port_b = spare.take(more, s)});
    }
  }
  return with_new_lids(more.build(), 0);
}

TEST(LayeredRouting, ProductsStayEvenWhereASwitchHasManyEndPorts) {
  for (const Fabric& whole :
       {make_mesh({.dims = {5, 5, 5}, .cas = 1}), make_torus({.dims = {5, 5, 5}, .cas = 1}),
        make_hypercube({.dimensions = 6, .cas = 1})}) {
    const Fabric fabric = with_hot_switches(whole, {0});
    const LaneRouting routed(dfsssp_engine(), fabric, first_lanes(8));
    expect_safe(routed);
    EXPECT_TRUE(routed.routing().warnings.empty()) << "replies are covered";
    const LaneRouting shortest(sssp_engine(), fabric, first_lanes(1));
    EXPECT_LE(static_cast<double>(routed.busiest()), 1.5 * static_cast<double>(shortest.busiest()));
  }
}

// The four links of the hot switch carry the paths from 46 end ports elsewhere to its 22. Dimension
// order leads most of them over two of these links.
TEST(LayeredRouting, AHotSwitchOfATorusTakesAllItsLinksWhereLanesSuffice) {
  for (const SwitchIndex hot : {5u, 7u, 13u, 15u}) {
    const Fabric fabric = with_hot_switches(make_torus({.dims = {6, 4}, .cas = 2}), {hot}, 20);
    const LaneRouting routed(dfsssp_engine(), fabric, first_lanes(8));
    expect_safe(routed);
    EXPECT_TRUE(routed.routing().warnings.empty()) << "replies are covered";
    EXPECT_LE(static_cast<double>(routed.busiest()), 1.75 * 22 * 46 / 4);
  }
}

TEST(LayeredRouting, ProductsGiveUpThePathsBackWhereSeveralSwitchesHaveManyEndPorts) {
  const Fabric fabric = with_hot_switches(make_mesh({.dims = {5, 5, 5}, .cas = 1}), {31, 88});
  const LaneRouting routed(dfsssp_engine(), fabric, first_lanes(8));
  ASSERT_EQ(routed.refusal(), "");
  EXPECT_EQ(routed.path_faults() + routed.lane_faults(), "");
  EXPECT_TRUE(routed.verdict().credit_loop.empty());
  ASSERT_EQ(routed.routing().warnings.size(), 1u);
  EXPECT_TRUE(routed.routing().warnings.front().starts_with("weft_reversible is ignored"));
  const LaneRouting shortest(sssp_engine(), fabric, first_lanes(1));
  EXPECT_LE(static_cast<double>(routed.busiest()), 1.5 * static_cast<double>(shortest.busiest()));
}

TEST(LayeredRouting, HotSwitchesOfAProductNeedNoMoreLanesThanThereAre) {
  const Fabric fabric = with_hot_switches(make_mesh({.dims = {5, 5, 5}, .cas = 1}), {0});
  const LaneRouting routed(dfsssp_engine(), fabric, first_lanes(1));
  expect_safe(routed);
  EXPECT_TRUE(routed.one_lane());
}

// Four lanes are enough for paths, and five for paths and those back.
TEST(LayeredRouting, PathsBackAreGivenUpInWords) {
  const Fabric fabric = with_new_lids(make_torus({.dims = {8, 8, 8}}), 0);
  const LaneRouting routed(dfsssp_engine(), fabric, first_lanes(4));
  EXPECT_EQ(routed.refusal(), "");
  EXPECT_TRUE(routed.verdict().credit_loop.empty());
  ASSERT_EQ(routed.routing().warnings.size(), 1u);
  EXPECT_TRUE(test::contains(routed.routing().warnings[0], "weft_reversible is ignored"));
}

// Each turn of this ring is at a link with one VL, so that no second lane can take one of them.
TEST(LayeredRouting, LinksWithFewerVlsAreNamed) {
  FabricBuilder builder("ring");
  for (Guid s = 0; s < 5; ++s) {
    builder.add_node({NodeType::kSwitch, s + 1, 0, 3, false, true, "s" + std::to_string(s), 0});
  }
  for (NodeId s = 0; s < 5; ++s) {
    const bool is_narrow = s % 2 == 0;
    builder.add_link(s, 1, (s + 1) % 5, 2,
                     {.data_vls = static_cast<std::uint8_t>(is_narrow ? 1 : 8)});
    const NodeId ca = builder.add_node({NodeType::kCa, 0x100u + 2 * s, 0, 1, false, true, "", 0});
    builder.add_link(s, 3, ca, 1, {});
  }
  const Fabric fabric = with_new_lids(builder.build(), 0);
  for (const EngineInfo* engine : {&dfsssp_engine(), &lash_engine()}) {
    const std::string why = LaneRouting(*engine, fabric, first_lanes(8)).refusal();
    EXPECT_TRUE(test::contains(why, "8 lanes, and 3 of 5 links between switches have fewer VLs"))
        << why;
    EXPECT_TRUE(test::contains(why, "(0x0000000000000001) port 1 has 1")) << why;
  }
}

Fabric with_aggregation_nodes_on_all(const XgftSpec& spec) {
  return with_new_lids(with_aggregation_nodes(make_xgft(spec), {}, {}, 1), 0);
}

// Two levels: paths from spine to spine go down and up, on one lane or two.
TEST(LayeredRouting, RouteAggregationNodesOnSpinesAndTheirReplies) {
  const Fabric fabric = with_aggregation_nodes_on_all({.down = {6, 6}, .up = {1, 3}});
  for (const EngineInfo* engine : {&dfsssp_engine(), &lash_engine()}) {
    const LaneRouting routed(*engine, fabric, first_lanes(8));
    EXPECT_EQ(routed.refusal(), "");
    EXPECT_TRUE(routed.verdict().reaches_all());
    EXPECT_LE(routed.verdict().lanes_used, 2u);
    EXPECT_TRUE(routed.verdict().credit_loop.empty());
    EXPECT_TRUE(routed.verdict().credit_loop_reversed.empty());
    EXPECT_TRUE(routed.routing().warnings.empty());
  }
}

// Three levels with as many of them as CAs: all replies in one order would meet at one leaf.
TEST(LayeredRouting, GiveUpThePathsBackWhereTheyMakeALinkBusy) {
  const Fabric fabric = with_aggregation_nodes_on_all({.down = {6, 6, 8}, .up = {1, 6, 6}});
  const LaneRouting routed(dfsssp_engine(), fabric, first_lanes(8));
  EXPECT_EQ(routed.path_faults(), "");
  EXPECT_EQ(routed.lane_faults(), "");
  EXPECT_EQ(routed.verdict().lanes_used, 2u);
  EXPECT_TRUE(routed.verdict().credit_loop.empty());
  EXPECT_LT(routed.unevenness(), 1.6);
  ASSERT_EQ(routed.routing().warnings.size(), 1u);
  EXPECT_TRUE(test::contains(routed.routing().warnings[0], "weft_reversible is ignored"));
  EXPECT_TRUE(test::contains(routed.routing().warnings[0], "busiest link"));
}

TEST(LayeredRouting, TakeLongerPathsWhereThereIsOneLane) {
  const Fabric fabric = with_aggregation_nodes_on_all({.down = {2, 3, 3}, .up = {1, 3, 3}});
  for (const EngineInfo* engine : {&dfsssp_engine(), &lash_engine()}) {
    const LaneRouting routed(*engine, fabric, first_lanes(1));
    EXPECT_EQ(routed.refusal(), "");
    EXPECT_TRUE(routed.verdict().reaches_all());
    EXPECT_TRUE(routed.verdict().credit_loop.empty());
    EXPECT_TRUE(routed.verdict().credit_loop_reversed.empty());
    ASSERT_EQ(routed.routing().remarks.size(), 1u);
    EXPECT_TRUE(test::contains(routed.routing().remarks[0], "longer than the shortest"));
  }
}

TEST(LayeredRouting, NoSwitchesAreRouted) {
  const Fabric fabric = FabricBuilder("nothing").build();
  const Options options;
  const Workers workers(1);
  TableBlock block(0, 0);
  const RouteRequest request{fabric, options, workers};
  EXPECT_TRUE(balance_paths(request, block.tables()).warnings.empty());
  const Routing routing = route_in_layers(request, PathsOf::kLids, block.tables());
  EXPECT_TRUE(std::holds_alternative<OneLane>(routing.lanes));
}

}  // namespace
}  // namespace weft
