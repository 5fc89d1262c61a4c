// What administrators can tell ftree, and what it tells them: lists of compute nodes and I/O nodes,
// reverse hops, the order of the leaf switches, the CA order dump.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "common/base/file.h"
#include "common/dumps/ca_order_dump.h"
#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "common/patterns/job_islands.h"
#include "common/patterns/patterns.h"
#include "common/patterns/rank_order.h"
#include "common/routing/node_roles.h"
#include "common/topology/tree_walk.h"
#include "plugins/fat_tree/ftree.h"
#include "tests/support/named_nodes.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using test::lid_of_ca;
using test::Sketch;

using Order = std::vector<EndPortIndex>;

struct Outcome {
  explicit Outcome(Fabric f, const Options& options = {})
      : fabric(std::move(f)), block(fabric.switch_count(), fabric.max_lid()) {
    const Workers workers(2);
    routing = ftree_engine().route({fabric, options, workers}, block.tables());
    verdict = verify({fabric, block.tables(), routing.lanes}, workers);
  }
  PortNum entry(SwitchIndex s, Lid lid) { return block.tables().row(s)[lid]; }
  PatternFigures shifts() {
    return judge_pattern(fabric, block.tables(), routing.notes.ca_order, {PatternKind::kShift},
                         Workers(2));
  }

  Fabric fabric;
  TableBlock block;
  Routing routing;
  Verdict verdict;
};

std::vector<Guid> port_guids(const Fabric& fabric, const Order& end_ports) {
  std::vector<Guid> guids;
  for (const EndPortIndex e : end_ports) guids.push_back(fabric.end_ports()[e].port_guid);
  return guids;
}

// Spines s0 and s1; leaves s2 and s3 with the CAs a0 a1 and a2 a3; a4 on s0, a5 on s1.
Sketch tree_with_cas_on_spines() {
  Sketch sketch(4);
  for (SwitchIndex leaf = 2; leaf < 4; ++leaf) {
    sketch.link(leaf, 1, 0, static_cast<PortNum>(leaf));
    sketch.link(leaf, 2, 1, static_cast<PortNum>(leaf));
    sketch.ca(leaf, 4);
    sketch.ca(leaf, 5);
  }
  sketch.ca(0, 8);
  sketch.ca(1, 8);
  return sketch;
}

// Leaf switches whose hosts do not divide evenly over their links up, on two rails.
TEST(Ftree, ShiftsHaveNoContentionOnAnyRail) {
  const Outcome routed(with_new_lids(make_xgft({.down = {13, 15}, .up = {2, 16}}), 0));
  const std::vector<Island> rails =
      split_by_island(routed.fabric, ranks_by_switch(routed.fabric), {});
  EXPECT_EQ(rails.size(), 2u);
  for (const Island& rail : rails) {
    EXPECT_EQ(judge_pattern(routed.fabric, routed.block.tables(), rail.ranks, {}, Workers(2))
                  .mean_busiest_link,
              1);
  }
}

TEST(NodeRoles, ComputeNodesGoBeforeIoNodes) {
  const Fabric fabric = tree_with_cas_on_spines().build();
  Options options;
  using enum NodeRole;
  EXPECT_EQ(node_roles(fabric, options), std::vector<NodeRole>(6, kCompute));
  options.io_nodes = test::named_nodes(port_guids(fabric, {4, 1}));
  EXPECT_EQ(node_roles(fabric, options),
            (std::vector<NodeRole>{kCompute, kIo, kCompute, kCompute, kIo, kCompute}));
  options.compute_nodes = test::named_nodes(port_guids(fabric, {1, 0}));
  EXPECT_EQ(node_roles(fabric, options),
            (std::vector<NodeRole>{kCompute, kCompute, kOther, kOther, kIo, kOther}));
}

TEST(CaOrder, NamesThoseThatAreNotOnLeavesLast) {
  Outcome outcome(tree_with_cas_on_spines().build());
  EXPECT_EQ(outcome.routing.notes.ca_order, (Order{0, 1, 2, 3, 4, 5}));
}

TEST(CaOrder, HasComputeNodesAlone) {
  const Fabric fabric = tree_with_cas_on_spines().build();
  Options options;
  options.compute_nodes = test::named_nodes(port_guids(fabric, {1, 2, 3, 5}));
  EXPECT_EQ(Outcome(fabric, options).routing.notes.ca_order, (Order{1, kNone, 2, 3, 5}))
      << "a leaf with one compute node less ends with a dummy";
  options.compute_nodes.reset();
  options.io_nodes = test::named_nodes(port_guids(fabric, {0, 4, 5}));
  EXPECT_EQ(Outcome(fabric, options).routing.notes.ca_order, (Order{1, kNone, 2, 3}));
}

TEST(CaOrder, WithoutComputeNodesIsAWarning) {
  Options options;
  options.compute_nodes = test::named_nodes({0x77});
  Outcome outcome(tree_with_cas_on_spines().build(), options);
  EXPECT_TRUE(outcome.routing.notes.ca_order.empty());
  EXPECT_EQ(outcome.verdict.unreachable_pairs, 0u);
  ASSERT_EQ(outcome.routing.warnings.size(), 1u);
  EXPECT_TRUE(contains(outcome.routing.warnings[0], "cn_guid_file lists no CA port"));
}

TEST(CaOrder, IsWrittenAsStockDoesAndReadBack) {
  FabricBuilder builder("sketch");
  const NodeId sw =
      builder.add_node({.type = NodeType::kSwitch, .node_guid = 1, .port_count = 8, .name = "s"});
  for (const PortNum port : {PortNum{1}, PortNum{2}}) {
    const NodeId ca = builder.add_node({.type = NodeType::kCa,
                                        .node_guid = Guid{0x10} * port,
                                        .port_count = 1,
                                        .name = port == 1 ? "node-1 \"{a}\"\n0x0001" : "node-2"});
    builder.add_link(ca, 1, sw, port, {});
    builder.set_address(ca, 1, 0, static_cast<Lid>(0xA0 * port), 0);
  }
  const Fabric fabric = builder.build();
  const std::string path = testing::TempDir() + "weft-ca-order";
  write_ca_order(fabric, Order{1, kNone, 0}, path);
  const std::string text = read_file(path);
  EXPECT_EQ(text, "0x0140\tnode-2\n0xFFFF\tDUMMY\n0x00a0\tnode-1 \"{a}\" 0x0001\n");
  std::vector<std::string> warnings;
  EXPECT_EQ(parse_rank_order(text, path, fabric, {}, warnings).order(), (Order{1, kNone, 0}));
}

TEST(ReverseHops, AreForIoNodesAlone) {
  const Fabric fabric = tree_with_cas_on_spines().build();
  Options options;
  options.ranked_nodes = test::named_nodes({1, 2});
  options.calculate_missing_routes = false;
  EXPECT_EQ(Outcome(fabric, options).routing.unrouted_pairs, 2u);

  options.max_reverse_hops = 1;
  EXPECT_EQ(Outcome(fabric, options).routing.unrouted_pairs, 2u) << "nobody is an I/O node";
  options.io_nodes = test::named_nodes(port_guids(fabric, {4}));
  EXPECT_EQ(Outcome(fabric, options).routing.unrouted_pairs, 2u) << "only one of them is";

  options.io_nodes = test::named_nodes(port_guids(fabric, {4, 5}));
  Outcome outcome(fabric, options);
  EXPECT_EQ(outcome.routing.unrouted_pairs, 0u);
  EXPECT_EQ(outcome.verdict.unreachable_pairs, 0u);
  EXPECT_TRUE(outcome.verdict.credit_loop.empty());
  EXPECT_TRUE(outcome.routing.warnings.empty());

  options.max_reverse_hops = 0;
  EXPECT_EQ(Outcome(fabric, options).routing.unrouted_pairs, 2u);
}

// Roots s0 and s1, s2 below s0 and s3 below s1, and one leaf, s4, below both, with four CAs; a CA
// on s0, s1 and s2 each: a4, a5, a6.
Sketch two_branches() {
  Sketch sketch(5);
  sketch.link(0, 1, 2, 1);
  sketch.link(1, 1, 3, 1);
  sketch.link(2, 2, 4, 1);
  sketch.link(3, 2, 4, 2);
  for (PortNum port = 4; port < 8; ++port) sketch.ca(4, port);
  for (SwitchIndex s = 0; s < 3; ++s) sketch.ca(s, 8);
  return sketch;
}

TEST(ReverseHops, AreCounted) {
  const Fabric fabric = two_branches().build();
  Options options;
  options.ranked_nodes = test::named_nodes({1, 2});
  options.calculate_missing_routes = false;
  options.io_nodes = test::named_nodes(port_guids(fabric, {4, 5, 6}));
  // a4 and a6 share a branch; a5 misses both, and they miss it.
  EXPECT_EQ(Outcome(fabric, options).routing.unrouted_pairs, 4u);

  // From s1 down to s4 and up to s2: one. On to s0, or from s0 down to s4 and up to s1: two.
  options.max_reverse_hops = 1;
  Outcome one(fabric, options);
  EXPECT_EQ(one.routing.unrouted_pairs, 3u);
  EXPECT_EQ(one.verdict.unreachable_pairs, 3u);
  EXPECT_EQ(one.entry(1, lid_of_ca(6)), 1u);
  ASSERT_EQ(one.routing.warnings.size(), 4u);
  EXPECT_TRUE(contains(one.routing.warnings[0], "a5 (0x"));
  EXPECT_TRUE(contains(one.routing.warnings[3], "over 1 links at most (max_reverse_hops)"));

  options.max_reverse_hops = 2;
  Outcome two(fabric, options);
  EXPECT_EQ(two.routing.unrouted_pairs, 0u);
  EXPECT_EQ(two.verdict.unreachable_pairs, 0u);
  EXPECT_TRUE(two.verdict.credit_loop.empty());
}

TEST(ReverseHops, DoNotTouchOthersOnTheSameSwitches) {
  // Another CA on each spine, a6 and a7, which is no I/O node.
  Sketch sketch = tree_with_cas_on_spines();
  sketch.ca(0, 7);
  sketch.ca(1, 7);
  const Fabric fabric = sketch.build();
  Options options;
  options.ranked_nodes = test::named_nodes({1, 2});
  options.calculate_missing_routes = false;
  options.max_reverse_hops = 1;
  options.io_nodes = test::named_nodes(port_guids(fabric, {4, 5}));
  Outcome outcome(fabric, options);
  // Two CAs on each spine reach the I/O node of the other, and not the other CA there.
  EXPECT_EQ(outcome.routing.unrouted_pairs, 4u);
  EXPECT_EQ(outcome.verdict.unreachable_pairs, 4u);
  EXPECT_NE(outcome.entry(0, lid_of_ca(5)), kNoPath);
  EXPECT_EQ(outcome.entry(0, lid_of_ca(7)), kNoPath);
}

TEST(TreeWalk, GoesDownDepthFirstByPortNumber) {
  // s0 - s3 (port 1), s0 - s2 (port 2); s1 - s2; s3 - s5, s2 - s4; s6 stands alone.
  Sketch sketch(7);
  sketch.link(0, 1, 3, 1);
  sketch.link(0, 2, 2, 1);
  sketch.link(1, 1, 2, 2);
  sketch.link(3, 2, 5, 1);
  sketch.link(2, 3, 4, 1);
  const Fabric fabric = sketch.build();
  const SwitchGraph graph(fabric);
  EXPECT_EQ(depth_first_order(graph, std::vector<Hops>{0, 0, 1, 1, 2, 2, kFar}),
            (std::vector<SwitchIndex>{0, 3, 5, 2, 4, 1, 6}));
}

TEST(QuasiFtreeIndexing, NumbersLeavesAsTheRootsSeeThem) {
  // The ports of the spines lead to the leaves in falling order.
  Sketch sketch(5);
  for (SwitchIndex leaf = 2; leaf < 5; ++leaf) {
    for (SwitchIndex spine = 0; spine < 2; ++spine) {
      sketch.link(leaf, static_cast<PortNum>(1 + spine), spine, static_cast<PortNum>(8 - leaf));
    }
    sketch.ca(leaf, 4);
    sketch.ca(leaf, 5);
  }
  const Fabric fabric = sketch.build();
  EXPECT_EQ(Outcome(fabric).routing.notes.ca_order, (Order{0, 1, 2, 3, 4, 5}));
  Options options;
  options.quasi_ftree_indexing = true;
  Outcome outcome(fabric, options);
  EXPECT_EQ(outcome.routing.notes.ca_order, (Order{4, 5, 2, 3, 0, 1}));
  EXPECT_EQ(outcome.shifts().max_busiest_link, 1u);
}

TEST(QuasiFtreeIndexing, KeepsShiftsFreeOfContention) {
  Options options;
  options.quasi_ftree_indexing = true;
  Outcome outcome(with_new_lids(make_xgft({{4, 4, 4}, {1, 4, 4}}), 0), options);
  EXPECT_EQ(outcome.shifts().max_busiest_link, 1u);
}

}  // namespace
}  // namespace weft
