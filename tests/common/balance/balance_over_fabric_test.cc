// Routing options where the whole fabric is balanced.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "common/patterns/job_islands.h"
#include "common/patterns/patterns.h"
#include "common/verify/verify.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/sanitizers.h"

namespace weft {
namespace {

constexpr unsigned kHosts = 20;

// Two leaves with CAs (ports 21 and up lead to the other leaf, links as given).
Fabric two_leaves(const std::vector<LinkAttributes>& links) {
  FabricBuilder builder("two leaves");
  const auto ports = static_cast<PortNum>(kHosts + links.size());
  for (Guid guid : {1u, 2u}) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = guid, .port_count = ports});
  }
  for (NodeId leaf : {0u, 1u}) {
    for (unsigned i = 1; i <= kHosts; ++i) {
      const NodeId ca = builder.add_node(
          {.type = NodeType::kCa, .node_guid = 0x100 * (leaf + 1) + 2 * i, .port_count = 1});
      builder.add_link(ca, 1, leaf, static_cast<PortNum>(i), {});
    }
  }
  for (std::size_t i = 0; i < links.size(); ++i) {
    const auto port = static_cast<PortNum>(kHosts + 1 + i);
    builder.add_link(0, port, 1, port, links[i]);
  }
  return with_new_lids(builder.build(), 0);
}

struct Outcome {
  // LIDs of CAs that the first leaf sends out of each port.
  std::array<unsigned, 256> taken{};
  std::vector<PortNum> row;
};

Outcome route(const Fabric& fabric, const Options& options) {
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  minhop_engine().route({fabric, options, Workers(2)}, block.tables());
  Outcome outcome;
  const PortNum* const row = block.tables().row(0);
  outcome.row.assign(row, row + fabric.max_lid() + 1);
  for (const EndPort& port : fabric.end_ports()) ++outcome.taken[row[port.lid]];
  return outcome;
}

TEST(BalanceOverFabric, LinksAreWeighedByTheirWidth) {
  const Fabric fabric = two_leaves({{.width = 4}, {.width = 1}});
  Options options;
  Outcome outcome = route(fabric, options);
  EXPECT_EQ(outcome.taken[kHosts + 1], kHosts / 2);
  options.weigh_links = true;
  outcome = route(fabric, options);
  EXPECT_EQ(outcome.taken[kHosts + 1], kHosts * 4 / 5);
  EXPECT_EQ(outcome.taken[kHosts + 2], kHosts / 5);
}

TEST(BalanceOverFabric, LinksAreWeighedByTheirSpeed) {
  Options options;
  options.weigh_links = true;
  const Outcome outcome =
      route(two_leaves({{.speed = LinkSpeed::kHdr}, {.speed = LinkSpeed::kEdr}, {}}), options);
  EXPECT_GT(outcome.taken[kHosts + 1], outcome.taken[kHosts + 2]);
  EXPECT_GT(outcome.taken[kHosts + 2], outcome.taken[kHosts + 3]);
  EXPECT_GE(outcome.taken[kHosts + 3], 1u);
}

TEST(BalanceOverFabric, WhatAnIgnoredPortCarriesDoesNotCount) {
  const Fabric fabric = two_leaves({{}, {}});
  Options options;
  options.ignored_ports = {{{1, kHosts + 2, 1}, {2, kHosts + 2, 1}}};
  const Outcome outcome = route(fabric, options);
  EXPECT_EQ(outcome.taken[kHosts + 1] + outcome.taken[kHosts + 2], kHosts);
  EXPECT_GE(outcome.taken[kHosts + 2], kHosts - 1) << "it seems empty all the time";
}

TEST(BalanceOverFabric, ScatteringDependsOnTheSeedAlone) {
  const Fabric fabric = with_new_lids(make_xgft({.down = {4, 4, 3}, .up = {1, 4, 4}}), 0);
  Options options;
  const std::vector<PortNum> plain = route(fabric, options).row;
  options.scatter_ports = 7;
  const std::vector<PortNum> scattered = route(fabric, options).row;
  EXPECT_NE(scattered, plain);
  EXPECT_EQ(route(fabric, options).row, scattered);
  options.scatter_ports = 8;
  EXPECT_NE(route(fabric, options).row, scattered);
}

TEST(BalanceOverFabric, ListedPortsAreRoutedFirst) {
  // The loads are even whatever comes first: with an odd number of CAs the last one tells.
  const Fabric fabric = with_new_lids(make_xgft({.down = {5, 4, 3}, .up = {1, 3, 3}}), 0);
  Options options;
  const std::vector<PortNum> plain = route(fabric, options).row;
  options.routing_order.emplace();
  for (EndPortIndex e = fabric.end_port_count(); e-- > 0;) {
    options.routing_order->push_back({.guid = fabric.end_ports()[e].port_guid});
  }
  EXPECT_NE(route(fabric, options).row, plain);
}

// Also where the hosts of a leaf switch do not divide evenly over its links up, in directors, and
// on each of two rails.
TEST(BalanceOverFabric, ShiftsHaveNoMoreContentionInAWholeTreeThanTheyMust) {
  const std::vector<Fabric> trees = {
      make_xgft({.down = {6, 6, 6}, .up = {1, 6, 6}}),
      make_xgft({.down = {4, 3, 3, 2}, .up = {1, 4, 3, 3}}),
      make_xgft({.down = {13, 15}, .up = {1, 16}}),
      make_xgft({.down = {15, 8}, .up = {1, 16}}),
      make_xgft({.down = {12, 8}, .up = {1, 5}}),
      make_xgft({.down = {13, 15}, .up = {2, 16}}),
      make_directors({.spines = {6}, .lines = {12}, .edges = 24, .uplinks = {4}, .cas = 6})};
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const Fabric fabric = with_new_lids(trees[i], 0);
    TableBlock block(fabric.switch_count(), fabric.max_lid());
    minhop_engine().route({fabric, {}, Workers(2)}, block.tables());
    for (const Island& island : split_by_island(fabric, ranks_by_switch(fabric), {})) {
      const PatternFigures shifts =
          judge_pattern(fabric, block.tables(), island.ranks, {}, Workers(2));
      EXPECT_NEAR(shifts.mean_busiest_link, shifts.mean_least_load, 1e-9) << "tree " << i;
    }
  }
}

// Two leaves with 18 CAs and three cables to each of three spines; the first leaf has one left to
// the last spine.
Fabric with_one_cable_left() {
  constexpr PortNum kCas = 18;
  FabricBuilder builder("one cable left");
  for (Guid guid = 1; guid <= 5; ++guid) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = guid, .port_count = kCas + 9});
  }
  for (NodeId leaf : {0u, 1u}) {
    for (PortNum i = 1; i <= kCas; ++i) {
      const NodeId ca = builder.add_node(
          {.type = NodeType::kCa, .node_guid = 0x100 * (leaf + 1) + 2 * i, .port_count = 1});
      builder.add_link(ca, 1, leaf, i, {});
    }
    for (PortNum i = 0; i < (leaf == 0 ? 7 : 9); ++i) {
      const auto port = static_cast<PortNum>(kCas + 1 + i);
      builder.add_link(leaf, port, 2 + i / 3, static_cast<PortNum>(3 * leaf + i % 3 + 1), {});
    }
  }
  return with_new_lids(builder.build(), 1);
}

// The LIDs of a port take different spines, so that a third of all would take that cable: 12 of the
// 36 LIDs of a leaf, 216 paths. Six LIDs on each of the seven cables would be even.
TEST(BalanceOverFabric, ALinkThatIsLeftAloneGetsNoMoreThanOthersWithSeveralLids) {
  const Fabric fabric = with_one_cable_left();
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  const Routing routing = minhop_engine().route({fabric, {}, Workers(2)}, block.tables());
  const Figures figures = measure({fabric, block.tables(), routing.lanes}, Workers(2));
  EXPECT_LE(figures.max_link_load, 8u * 18);
  for (const EndPort& port : fabric.end_ports()) {
    const PortNum* const row = block.tables().row(1 - port.sw);
    EXPECT_NE(row[port.lid], row[port.lid + 1]) << "different first links";
  }
}

// So many switches that entries move off busy links in several groups at once.
TEST(BalanceOverFabric, LargeFabricsAreEvenWhateverTheNumberOfThreads) {
  if (test::has_sanitizers()) {
    GTEST_SKIP() << "takes minutes in a build that is not optimised; the other one runs it";
  }
  const Fabric fabric = with_new_lids(make_hyperx({.dims = {11, 11, 17}}), 0);
  TableBlock alone(fabric.switch_count(), fabric.max_lid());
  TableBlock together(fabric.switch_count(), fabric.max_lid());
  minhop_engine().route({fabric, {}, Workers(1)}, alone.tables());
  const Routing routing = minhop_engine().route({fabric, {}, Workers(3)}, together.tables());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const PortNum* const row = alone.tables().row(s);
    ASSERT_TRUE(std::equal(row, row + fabric.max_lid() + 1, together.tables().row(s))) << s;
  }
  const Figures figures = measure({fabric, together.tables(), routing.lanes}, Workers(2));
  EXPECT_LT(static_cast<double>(figures.max_link_load), 1.25 * figures.mean_link_load);
}

}  // namespace
}  // namespace weft
