#include "plugins/layered/sssp.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/counts.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "tests/support/lane_routing.h"
#include "tests/support/named_nodes.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::LaneRouting;
using test::Sketch;

LaneRouting routed(const Fabric& fabric, const Options& options = {}) {
  return {sssp_engine(), fabric, first_lanes(1), options};
}

TEST(Sssp, ARingIsRoutedWithACreditLoop) {
  const Fabric fabric = test::clockwise_ring(5).fabric;
  const LaneRouting ring = routed(fabric);
  EXPECT_EQ(ring.refusal(), "");
  EXPECT_EQ(ring.path_faults(), "");
  EXPECT_TRUE(ring.verdict().reaches_all());
  EXPECT_TRUE(ring.one_lane());
  EXPECT_EQ(ring.verdict().credit_loop.size(), 5u);
  // Lanes that it has no use for change nothing.
  EXPECT_TRUE(LaneRouting(sssp_engine(), fabric, first_lanes(8)).same_as(ring));
}

TEST(Sssp, ItClaimsNoMoreThanItKeeps) {
  EXPECT_EQ(sssp_engine().name, "sssp");
  EXPECT_FALSE(sssp_engine().claims.credit_loop_free);
}

// Two switches with `cas` CAs each and `links` links between them, from port 1 on.
Fabric two_switches(unsigned cas, unsigned links, std::uint8_t lmc = 0) {
  Sketch sketch(2, 64);
  for (unsigned i = 0; i < links; ++i) {
    sketch.link(0, static_cast<PortNum>(1 + i), 1, static_cast<PortNum>(1 + i));
  }
  for (unsigned i = 0; i < 2 * cas; ++i) {
    const auto port = static_cast<PortNum>(1 + links + i / 2);
    sketch.ca(i % 2, port, static_cast<Lid>(128 + (i << lmc)), lmc);
  }
  return sketch.build();
}

// LIDs of the CAs at switch 1 by the port that switch 0 sends them to; [0] is of no use.
std::vector<unsigned> shares(const Fabric& fabric, const LaneRouting& routing, unsigned links) {
  std::vector<unsigned> count(links + 1);
  for (const EndPort& port : fabric.end_ports()) {
    if (port.sw != 1) continue;
    for (const Lid lid : lids_of(port)) ++count.at(routing.entry(0, lid));
  }
  return count;
}

TEST(Sssp, ParallelLinksHaveEqualShares) {
  for (const unsigned links : {1u, 2u, 3u, 4u}) {
    const Fabric fabric = two_switches(12, links);
    const LaneRouting pair = routed(fabric);
    std::vector<unsigned> even(links + 1, 12 / links);
    even[0] = 0;
    EXPECT_EQ(shares(fabric, pair, links), even) << links;
  }
}

TEST(Sssp, SharesDifferByOneWhereTheyMust) {
  const Fabric fabric = two_switches(7, 3);
  std::vector<unsigned> count = shares(fabric, routed(fabric), 3);
  std::sort(count.begin(), count.end());
  EXPECT_EQ(count, (std::vector<unsigned>{0, 2, 2, 3}));
}

TEST(Sssp, PathBitsOfAPortTakeDifferentLinks) {
  const Fabric fabric = two_switches(3, 4, 2);
  const LaneRouting pair = routed(fabric);
  EXPECT_EQ(shares(fabric, pair, 4), (std::vector<unsigned>{0, 3, 3, 3, 3}));
  for (const EndPort& port : fabric.end_ports()) {
    if (port.sw != 1) continue;
    std::array<bool, 5> used = {};
    for (unsigned b = 0; b < 4; ++b) used.at(pair.entry(0, static_cast<Lid>(port.lid + b))) = true;
    EXPECT_EQ(std::count(used.begin(), used.end(), true), 4);
  }
}

// Every other one of eight CAs at switch 1. In the order of their LIDs they all come out on the
// same one of two links.
struct EveryOther {
  explicit EveryOther(const Fabric& fabric) {
    unsigned number = 0;
    for (const EndPort& port : fabric.end_ports()) {
      if (port.sw != 1 || number++ % 2 != 0) continue;
      guids.push_back(port.port_guid);
      lids.push_back(port.lid);
    }
  }
  auto through_first_link(const LaneRouting& routing) const {
    return std::ranges::count_if(lids, [&](Lid lid) { return routing.entry(0, lid) == 1; });
  }

  std::vector<Guid> guids;
  std::vector<Lid> lids;
};

TEST(Sssp, ComputeNodesAreBalancedByThemselves) {
  const Fabric fabric = two_switches(8, 2);
  const EveryOther compute(fabric);
  ASSERT_EQ(compute.lids.size(), 4u);
  EXPECT_NE(compute.through_first_link(routed(fabric)), 2) << "else this test says nothing";
  Options options;
  options.compute_nodes = test::named_nodes(compute.guids);
  const LaneRouting by_role = routed(fabric, options);
  EXPECT_EQ(compute.through_first_link(by_role), 2);
  EXPECT_EQ(shares(fabric, by_role, 2), (std::vector<unsigned>{0, 4, 4}));
}

TEST(Sssp, IoNodesAreBalancedByThemselves) {
  const Fabric fabric = two_switches(8, 2);
  const EveryOther io(fabric);
  Options options;
  options.io_nodes = test::named_nodes(io.guids);
  const LaneRouting by_role = routed(fabric, options);
  EXPECT_EQ(io.through_first_link(by_role), 2);
  EXPECT_EQ(shares(fabric, by_role, 2), (std::vector<unsigned>{0, 4, 4}));
}

TEST(Sssp, TheWholeFabricIsBalancedNotEachSwitchAlone) {
  const Fabric fabric = with_new_lids(make_xgft({.down = {4, 4, 3}, .up = {1, 4, 4}}), 0);
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  const Routing routing = sssp_engine().route({fabric, {}, Workers(2)}, block.tables());
  const Figures figures = measure({fabric, block.tables(), routing.lanes}, Workers(2));
  EXPECT_EQ(figures.unused_links, 0u);
  EXPECT_LE(static_cast<double>(figures.max_link_load), 1.2 * figures.mean_link_load);
}

// A leaf with a link less has twelve destinations for eleven links, so one of them carries two:
// twice the mean. Units of a batch see the same loads: chosen again at once, they would all move to
// the same links, and some carry more than three.
TEST(Sssp, LaterRoundsCrowdNoLinks) {
  const Fabric whole = make_xgft({.down = {12, 12, 14}, .up = {1, 12, 12}});
  const Fabric fabric = with_new_lids(with_failures(whole, {.links = {.number = 80}}), 0);
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  const Routing routing = sssp_engine().route({fabric, {}, Workers(2)}, block.tables());
  const Figures figures = measure({fabric, block.tables(), routing.lanes}, Workers(2));
  EXPECT_EQ(figures.unused_links, 0u);
  EXPECT_LE(static_cast<double>(figures.max_link_load), 2.2 * figures.mean_link_load);
}

// Both ways around a square are as long; the first link of one of them is slow.
TEST(Sssp, ThrottledLinksAreUsedLast) {
  FabricBuilder builder("square");
  for (const Guid guid : {1, 2, 3, 4}) {
    const NodeId s =
        builder.add_node({.type = NodeType::kSwitch, .node_guid = guid, .port_count = 4});
    builder.set_address(s, 0, 0, static_cast<Lid>(guid), 0);
  }
  builder.add_link(0, 1, 1, 1, {.throttled = true});
  builder.add_link(0, 2, 2, 1, {});
  builder.add_link(1, 2, 3, 1, {});
  builder.add_link(2, 2, 3, 2, {});
  for (const Guid guid : {16, 17, 18, 19}) {
    const NodeId ca =
        builder.add_node({.type = NodeType::kCa, .node_guid = 16 * guid, .port_count = 1});
    builder.add_link(ca, 1, guid < 18 ? 0 : 3, guid % 2 == 0 ? 3 : 4, {});
    builder.set_address(ca, 1, 0, static_cast<Lid>(guid), 0);
  }
  const Fabric fabric = builder.build();
  const auto ports_used = [&](const Options& options) {
    const LaneRouting square = routed(fabric, options);
    return std::pair(std::min(square.entry(0, 18), square.entry(0, 19)),
                     std::max(square.entry(0, 18), square.entry(0, 19)));
  };
  EXPECT_EQ(ports_used({}), std::pair(PortNum{1}, PortNum{2}));
  Options options;
  options.avoid_throttled_links = true;
  EXPECT_EQ(ports_used(options), std::pair(PortNum{2}, PortNum{2}));
}

}  // namespace
}  // namespace weft
