#include "plugins/nue/nue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <variant>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "common/verify/verify.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;
using test::Sketch;

Options lanes_for_requests() {
  Options options;
  options.reversible = false;
  options.nue_max_num_vls = 0;
  return options;
}

struct Routed {
  explicit Routed(Fabric f, unsigned lane_count = 1, const Options& options = {})
      : fabric(std::move(f)), block(fabric.switch_count(), fabric.max_lid()) {
    const Workers workers(2);
    routing =
        nue_engine().route({fabric, options, workers, first_lanes(lane_count)}, block.tables());
    verdict = verify({fabric, block.tables(), routing.lanes, nullptr, &routing.multicast}, workers);
  }
  PortNum entry(SwitchIndex s, Lid lid) { return block.tables().row(s)[lid]; }
  bool good() const {
    return verdict.reaches_all() && verdict.credit_loop.empty() &&
           verdict.unreachable_switch_pairs == 0;
  }
  std::set<Sl> sls() const {
    const auto* by_switch = std::get_if<SlBySwitch>(&routing.lanes);
    if (by_switch == nullptr) return {};
    std::set<Sl> all;
    for (const EndPort& e : fabric.end_ports()) all.insert(by_switch->rows[0][e.lid]);
    return all;
  }

  Fabric fabric;
  TableBlock block;
  Routing routing;
  Verdict verdict;
};

// Port 1 leads to the next switch, whose port 2 it is; a CA each at port 3.
Sketch ring(SwitchIndex switches, bool closed = true) {
  Sketch sketch(switches);
  for (SwitchIndex s = 0; s + 1 < switches || (closed && s < switches); ++s) {
    sketch.link(s, 1, (s + 1) % switches, 2);
  }
  for (SwitchIndex s = 0; s < switches; ++s) sketch.ca(s, 3);
  return sketch;
}

TEST(Nue, ARingOnOneLaneLeavesOutATurnEachWay) {
  Routed routed(ring(4).build());
  EXPECT_TRUE(routed.good());
  EXPECT_TRUE(routed.verdict.credit_loop_multicast.empty());
  EXPECT_TRUE(std::holds_alternative<OneLane>(routed.routing.lanes));
  // Neighbours need no turn at all.
  for (SwitchIndex s = 0; s < 4; ++s) {
    EXPECT_EQ(routed.entry(s, lid_of_ca((s + 1) % 4)), 1);
    EXPECT_EQ(routed.entry(s, lid_of_ca((s + 3) % 4)), 2);
    EXPECT_EQ(routed.entry(s, lid_of_ca(s)), 3);
  }
}

TEST(Nue, ARingWithACutIsALine) {
  Routed routed(ring(5, false).build());
  EXPECT_TRUE(routed.good());
  for (SwitchIndex s = 0; s < 5; ++s) {
    for (SwitchIndex d = 0; d < 5; ++d) {
      const PortNum port = s == d ? PortNum{3} : s < d ? PortNum{1} : PortNum{2};
      EXPECT_EQ(routed.entry(s, lid_of_ca(d)), port) << s << " to " << d;
    }
  }
}

TEST(Nue, PiecesAreRoutedEachForItself) {
  Sketch sketch(5);
  sketch.link(0, 1, 1, 1);
  sketch.link(2, 1, 3, 1);
  for (SwitchIndex s = 0; s < 5; ++s) sketch.ca(s, 3);
  Routed routed(sketch.build(), 4, lanes_for_requests());
  EXPECT_TRUE(routed.good());
  EXPECT_EQ(routed.entry(0, lid_of_ca(1)), 1);
  EXPECT_EQ(routed.entry(0, lid_of_ca(2)), kNoPath);
  EXPECT_EQ(routed.entry(4, lid_of_ca(0)), kNoPath);
  EXPECT_EQ(routed.entry(4, lid_of_ca(4)), 3);
}

TEST(Nue, ParallelLinksShareTheLids) {
  Sketch sketch(2);
  sketch.link(0, 1, 1, 1);
  sketch.link(0, 2, 1, 2);
  sketch.link(0, 4, 0, 5);  // to itself
  for (PortNum p = 3; p <= 6; ++p) sketch.ca(1, p);
  sketch.ca(0, 3);
  Routed routed(sketch.build());
  EXPECT_TRUE(routed.good());
  std::multiset<PortNum> ports;
  for (EndPortIndex a = 0; a < 4; ++a) ports.insert(routed.entry(0, lid_of_ca(a)));
  EXPECT_EQ(ports, (std::multiset<PortNum>{1, 1, 2, 2}));
}

TEST(Nue, OneSwitchAlone) {
  Sketch sketch(1);
  Routed none(sketch.build());
  EXPECT_TRUE(none.good());
  EXPECT_EQ(none.entry(0, 1), 0);
}

Fabric torus() { return with_new_lids(make_torus({.dims = {4, 4}, .cas = 2}), 0); }

TEST(Nue, RepliesAreCoveredByOneLane) {
  Options all_lanes;
  all_lanes.nue_max_num_vls = 0;
  Routed routed(torus(), 8, all_lanes);
  EXPECT_TRUE(routed.good());
  EXPECT_TRUE(std::holds_alternative<OneLane>(routed.routing.lanes));
  EXPECT_TRUE(routed.verdict.credit_loop_reversed.empty());
  EXPECT_FALSE(routed.routing.remarks.empty());
}

TEST(Nue, WithoutRepliesDestinationsAreDealtOutEvenly) {
  Routed routed(torus(), 4, lanes_for_requests());
  EXPECT_TRUE(routed.good());
  EXPECT_EQ(routed.verdict.lanes_used, 4u);
  EXPECT_EQ(routed.sls(), (std::set<Sl>{0, 1, 2, 3}));
}

// Each lane has an order of its own, of which only one suits a tree with an end port on a spine.
TEST(Nue, SeveralLanesMakeNoLinkBusierThanOne) {
  const Fabric tree = make_xgft({.down = {4, 6}, .up = {1, 4}});
  const Fabric fabric = with_new_lids(with_extra_cas(tree, 2, {}, 1), 0);
  const Workers workers(1);
  const auto busiest = [&](Routed& routed) {
    return measure({fabric, routed.block.tables(), routed.routing.lanes, nullptr, nullptr}, workers)
        .max_link_load;
  };
  Routed several(fabric, 8, lanes_for_requests());
  Routed one(fabric, 1, lanes_for_requests());
  EXPECT_TRUE(several.good());
  EXPECT_LE(busiest(several), busiest(one));
  ASSERT_EQ(several.routing.remarks.size(), 1u) << "that it takes one lane";
}

TEST(Nue, TakesOneLaneUnlessMoreAreAskedFor) {
  Options options;
  options.reversible = false;
  Routed routed(torus(), 4, options);
  EXPECT_TRUE(routed.good());
  EXPECT_TRUE(std::holds_alternative<OneLane>(routed.routing.lanes));
  EXPECT_TRUE(routed.routing.remarks.empty());
}

TEST(Nue, LanesAreLimitedByTheOption) {
  Options options = lanes_for_requests();
  options.nue_max_num_vls = 2;
  Routed routed(torus(), 4, options);
  EXPECT_TRUE(routed.good());
  EXPECT_EQ(routed.sls(), (std::set<Sl>{0, 1}));
}

// A ring of four with links that have so many data VLs, from switch 0 clockwise, and a link across
// it, so that it is no torus.
Fabric ring_of(const std::vector<std::uint8_t>& data_vls) {
  FabricBuilder builder("ring");
  for (SwitchIndex s = 0; s < 4; ++s) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = 1 + s, .port_count = 4, .name = "s"});
    builder.set_address(s, 0, 0, static_cast<Lid>(1 + s), 0);
  }
  for (SwitchIndex s = 0; s < 4; ++s) {
    builder.add_link(s, 1, (s + 1) % 4, 2, {.data_vls = data_vls[s]});
    const NodeId ca = builder.add_node(
        {.type = NodeType::kCa, .node_guid = 0x100 + s, .port_count = 1, .name = "a"});
    builder.add_link(ca, 1, s, 3, {});
    builder.set_address(ca, 1, 0, lid_of_ca(s), 0);
  }
  builder.add_link(0, 4, 2, 4, {.data_vls = 8});
  return builder.build();
}

TEST(Nue, ALaneGoesAroundALinkThatDoesNotHaveIt) {
  Routed routed(ring_of({1, 8, 8, 8}), 2, lanes_for_requests());
  EXPECT_TRUE(routed.good());
  EXPECT_TRUE(routed.routing.warnings.empty());
  ASSERT_EQ(routed.sls(), (std::set<Sl>{0, 1}));
  const auto& row = std::get<SlBySwitch>(routed.routing.lanes).rows[0];
  for (SwitchIndex d = 0; d < 4; ++d) {
    if (row[lid_of_ca(d)] == 0) continue;
    EXPECT_NE(routed.entry(0, lid_of_ca(d)), 1);
    EXPECT_NE(routed.entry(1, lid_of_ca(d)), 2);
  }
}

TEST(Nue, ALaneThatDoesNotConnectAllIsNotUsed) {
  Routed routed(ring_of({1, 1, 8, 8}), 2, lanes_for_requests());
  EXPECT_TRUE(routed.good());
  EXPECT_TRUE(std::holds_alternative<OneLane>(routed.routing.lanes));
  EXPECT_EQ(routed.routing.warnings.size(), 1u);
}

TEST(Nue, LidsOfSwitchesAreBalancedIfAsked) {
  // Two switches that four links join: two CAs and the switch's own LID.
  Sketch sketch(2);
  for (PortNum p = 1; p <= 4; ++p) sketch.link(0, p, 1, p);
  sketch.ca(1, 5);
  sketch.ca(1, 6);
  sketch.ca(0, 5);
  const Fabric fabric = sketch.build();
  Routed plain(fabric);
  EXPECT_EQ(plain.entry(0, 2), plain.entry(0, lid_of_ca(0)));
  Options options;
  options.nue_include_switches = true;
  Routed balanced(fabric, 1, options);
  EXPECT_NE(balanced.entry(0, 2), balanced.entry(0, lid_of_ca(0)));
  EXPECT_NE(balanced.entry(0, 2), balanced.entry(0, lid_of_ca(1)));
}

TEST(Nue, ACompleteTreeIsRoutedMinimallyAndEvenly) {
  XgftSpec spec;
  spec.down = {4, 4, 3};
  spec.up = {1, 4, 4};
  Routed routed(with_new_lids(make_xgft(spec), 0));
  EXPECT_TRUE(routed.good());
  const Figures figures =
      measure({routed.fabric, routed.block.tables(), routed.routing.lanes}, Workers(1));
  EXPECT_EQ(figures.max_hops, 4u);
  EXPECT_EQ(figures.unused_links, 0u);
  EXPECT_LE(static_cast<double>(figures.max_link_load), 1.25 * figures.mean_link_load);
}

}  // namespace
}  // namespace weft
