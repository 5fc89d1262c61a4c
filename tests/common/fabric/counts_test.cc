#include "common/fabric/counts.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>
#include <vector>

#include "common/fabric/builder.h"
#include "common/routing/routing.h"
#include "common/topology/tree_shape.h"
#include "common/verify/verify.h"
#include "plugins/engines.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::Sketch;

std::vector<Lid> all(const LidRange& lids) {
  std::vector<Lid> list;
  for (const Lid lid : lids) list.push_back(lid);
  return list;
}

TEST(LidsOf, AreTheBaseAndThePathBits) {
  EXPECT_EQ(all(lids_of(8, 2)), (std::vector<Lid>{8, 9, 10, 11}));
  EXPECT_EQ(all(lids_of(5, 0)), (std::vector<Lid>{5}));
  EXPECT_EQ(all(lids_of(0, 3)), (std::vector<Lid>{}));
  EXPECT_EQ(lids_of(kMaxUnicastLid, 0).count, 1u);
}

TEST(LidsOf, ContainThoseOnly) {
  const LidRange lids = lids_of(8, 2);
  EXPECT_FALSE(lids.contains(7));
  EXPECT_TRUE(lids.contains(8));
  EXPECT_TRUE(lids.contains(11));
  EXPECT_FALSE(lids.contains(12));
  EXPECT_FALSE(lids_of(0, 3).contains(0));
}

Fabric lone_link(std::uint8_t of_switches, std::uint8_t of_ca) {
  FabricBuilder builder("lone link");
  builder.add_node({.type = NodeType::kSwitch, .node_guid = 1, .port_count = 4});
  builder.add_node({.type = NodeType::kSwitch, .node_guid = 2, .port_count = 4});
  builder.add_node({.type = NodeType::kCa, .node_guid = 16, .port_count = 1});
  builder.add_link(0, 1, 1, 1, {.data_vls = of_switches});
  builder.add_link(2, 1, 0, 2, {.data_vls = of_ca});
  return builder.build();
}

TEST(FewestDataVls, AreThoseOfALinkBetweenSwitches) {
  EXPECT_EQ(fewest_data_vls(lone_link(8, 8)), 8u);
  EXPECT_EQ(fewest_data_vls(lone_link(4, 8)), 4u);
  EXPECT_EQ(fewest_data_vls(lone_link(8, 2)), 8u) << "a link to a CA does not count";
  EXPECT_EQ(fewest_data_vls(Sketch(2).build()), 1u) << "no link at all";
}

TEST(Counts, OfLinksToSwitches) {
  EXPECT_EQ(links_to_switches(lone_link(8, 8), 0), 1u);
  EXPECT_EQ(links_to_switches(lone_link(8, 8), 1), 1u) << "the link to the CA does not count";
  EXPECT_EQ(links_to_switches(Sketch(2).build(), 0), 0u);
}

TEST(Counts, OfEndPortsBySwitch) {
  Sketch sketch(3);
  sketch.ca(0, 1);
  sketch.ca(2, 1);
  sketch.ca(2, 2, 0);
  const Fabric fabric = sketch.build();
  EXPECT_EQ(end_ports_by_switch(fabric), (std::vector<std::uint32_t>{1, 0, 2}));
  EXPECT_EQ(sources_by_switch(fabric), (std::vector<std::uint32_t>{1, 0, 1}));
  EXPECT_EQ(guids_by_switch(fabric), (std::vector<std::uint64_t>{1, 2, 3}));
  EXPECT_EQ(count_cas(fabric), 3u);
  EXPECT_EQ(count_links(fabric), 3u);
}

// Two spines over three leaves with three CAs each; one more at every leaf but the first, or all of
// these without a LID.
Fabric tree(bool with_silent_cas) {
  Sketch sketch(5);
  for (const SwitchIndex leaf : {2u, 3u, 4u}) {
    for (const PortNum spine : {PortNum{0}, PortNum{1}}) {
      sketch.link(leaf, static_cast<PortNum>(1 + spine), spine, static_cast<PortNum>(leaf - 1));
    }
  }
  for (const SwitchIndex leaf : {2u, 3u, 4u}) {
    for (PortNum port = 3; port < 6; ++port) sketch.ca(leaf, port);
  }
  for (const SwitchIndex leaf : {3u, 4u}) {
    for (PortNum port = 6; port < 8 && with_silent_cas; ++port) sketch.ca(leaf, port, 0);
  }
  return sketch.build();
}

struct Outcome {
  std::vector<std::vector<PortNum>> rows;
  Verdict verdict;
  Figures figures;
};

Outcome route(const EngineInfo& engine, const Fabric& fabric) {
  const Options options;
  const Workers workers(2);
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  const Routing routing = engine.route({fabric, options, workers, first_lanes(2)}, block.tables());
  Outcome outcome;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const PortNum* const row = block.tables().row(s);
    outcome.rows.emplace_back(row, row + fabric.max_lid() + 1);
  }
  const RoutingView view{fabric, block.tables(), routing.lanes};
  outcome.verdict = verify(view, workers);
  outcome.figures = measure(view, workers);
  return outcome;
}

// An end port without a LID is no source of load: nothing changes where there are some, in the
// tables of any engine and in what verify counts.
TEST(Sources, AreEndPortsWithALid) {
  const Fabric fabric = tree(false);
  const Fabric with_silent_cas = tree(true);
  ASSERT_EQ(with_silent_cas.end_port_count(), fabric.end_port_count() + 4);
  for (const EngineInfo* engine : all_engines()) {
    // What they are given, or have others for.
    if (engine->name == "file" || engine->name == "chain" || engine->name == "auto") continue;
    static const std::set<std::string_view> kOfOtherShapes = {"torus-2QoS", "dragonfly", "dfp",
                                                              "kdor-hc", "kdor-ghc"};
    if (kOfOtherShapes.contains(engine->name)) continue;  // a tree is none
    SCOPED_TRACE(engine->name);
    const Outcome outcome = route(*engine, fabric);
    const Outcome other = route(*engine, with_silent_cas);
    EXPECT_EQ(other.rows, outcome.rows);
    EXPECT_EQ(other.figures.link_load, outcome.figures.link_load);
    EXPECT_EQ(other.figures.paths_by_vl, outcome.figures.paths_by_vl);
    EXPECT_TRUE(outcome.verdict.reaches_all());
    EXPECT_TRUE(other.verdict.reaches_all());
  }
}

// a0 on s0, a1 and one without a LID on s1: a pair each way, and nothing for the third to miss.
TEST(Sources, ThoseWithoutALidMissNothing) {
  Sketch sketch(2);
  sketch.link(0, 1, 1, 1);
  sketch.ca(0, 3);
  sketch.ca(1, 3);
  sketch.ca(1, 4, 0);
  test::Routed routed(sketch);
  Verdict verdict = routed.verdict();
  EXPECT_EQ(verdict.unreachable_pairs, 2u);
  EXPECT_EQ(verdict.disconnected_pairs, 0u);
  routed.all_else(0, 1);
  routed.all_else(1, 1);
  verdict = routed.verdict();
  EXPECT_EQ(verdict.unreachable_pairs, 0u);
  EXPECT_TRUE(verdict.reaches_all());
}

}  // namespace
}  // namespace weft
