// verify() and measure() find the same with any number of threads, in good tables and in bad ones.
#include "common/verify/verify.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "common/base/random.h"
#include "common/routing/routing.h"
#include "plugins/layered/dfsssp.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/lane_routing.h"
#include "tests/threads/fabrics.h"

namespace weft {
namespace {

void expect_same(const Verdict& a, const Verdict& b) {
  EXPECT_EQ(a.unreachable_pairs, b.unreachable_pairs);
  EXPECT_EQ(a.disconnected_pairs, b.disconnected_pairs);
  EXPECT_EQ(a.unreachable_switch_pairs, b.unreachable_switch_pairs);
  EXPECT_EQ(a.forwarding_loops, b.forwarding_loops);
  EXPECT_TRUE(a.credit_loop == b.credit_loop);
  EXPECT_TRUE(a.credit_loop_reversed == b.credit_loop_reversed);
  EXPECT_TRUE(a.credit_loop_multicast == b.credit_loop_multicast);
  EXPECT_EQ(a.lanes_used, b.lanes_used);
  EXPECT_EQ(a.findings, b.findings);
}

void expect_same(const Figures& a, const Figures& b) {
  EXPECT_EQ(a.max_hops, b.max_hops);
  EXPECT_EQ(a.mean_hops, b.mean_hops);
  EXPECT_EQ(a.link_load, b.link_load);
  EXPECT_EQ(a.paths_by_vl, b.paths_by_vl);
}

// The verdict of one thread, which those of more are held against.
Verdict verdict_of_all(const RoutingView& view) {
  Verdict verdict = verify(view, Workers(1));
  const Figures figures = measure(view, Workers(1));
  for (const unsigned threads : {2u, 7u}) {
    expect_same(verify(view, Workers(threads)), verdict);
    expect_same(measure(view, Workers(threads)), figures);
  }
  return verdict;
}

struct Routed {
  Routed(const EngineInfo& engine, const Fabric& of, unsigned lanes)
      : fabric(of), block(of.switch_count(), of.max_lid()) {
    const Workers workers(2);
    routing = engine.route({fabric, {}, workers, first_lanes(lanes)}, block.tables());
  }
  RoutingView view(const Sl2Vl* sl2vl = nullptr) {
    return {fabric, block.tables(), routing.lanes, sl2vl, &routing.multicast};
  }

  const Fabric& fabric;
  TableBlock block;
  Routing routing;
};

TEST(Verify, OneLane) {
  const Fabric tree = test::tree_of_three_levels();
  EXPECT_TRUE(verdict_of_all(Routed(minhop_engine(), tree, 1).view()).credit_loop.empty());
  const Fabric torus = test::small_torus();
  EXPECT_FALSE(verdict_of_all(Routed(minhop_engine(), torus, 1).view()).credit_loop.empty());
}

TEST(Verify, SeveralLanes) {
  const Fabric torus = test::small_torus();
  Routed routed(dfsssp_engine(), torus, 8);
  EXPECT_GT(verdict_of_all(routed.view()).lanes_used, 1u);

  // Two of the lanes are one to the switches.
  Sl2Vl::Map map = Sl2Vl::kIdentity;
  map[1] = 0;
  const Sl2Vl sl2vl(map);
  verdict_of_all(routed.view(&sl2vl));

  SlByPath by_path;
  for (const EndPort& from : torus.end_ports()) {
    by_path.rows.push_back(std::get<SlBySwitch>(routed.routing.lanes).rows[from.sw]);
  }
  routed.routing.lanes = by_path;
  EXPECT_GT(verdict_of_all(routed.view()).lanes_used, 1u);
}

TEST(Verify, BadTables) {
  const Fabric torus = test::small_torus();
  for (const EngineInfo* engine : {&minhop_engine(), &dfsssp_engine()}) {
    Routed routed(*engine, torus, 8);
    Random random(5);
    for (SwitchIndex s = 0; s < torus.switch_count(); ++s) {
      for (unsigned lid = 1; lid <= torus.max_lid(); ++lid) {
        if (random.below(20) == 0) {
          routed.block.tables().row(s)[lid] = static_cast<PortNum>(random.below(10));
        }
      }
    }
    const Verdict verdict = verdict_of_all(routed.view());
    EXPECT_GT(verdict.unreachable_pairs, 0u);
    EXPECT_GT(verdict.forwarding_loops, 0u);
    EXPECT_FALSE(verdict.findings.empty());
  }
}

}  // namespace
}  // namespace weft
