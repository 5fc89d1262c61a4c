#include "common/repair/rebalance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "common/verify/verify.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;

// A sketch with tables, some of whose links are new.
class Rebalance : public ::testing::Test {
 protected:
  void is_new(SwitchIndex s, PortNum port) { new_.emplace_back(s, port); }

  // wanted: over each link between switches, and over those that are new. Returns how many entries
  // to end ports are others.
  std::uint64_t lead(test::Routed& routed, std::uint64_t wanted, std::uint64_t wanted_of_new) {
    const Fabric& fabric = routed.fabric;
    const TableBlock before(routed.block.tables(), fabric.max_lid(), Workers(1));
    const Figures figures = measure_loads(routed.view(), Workers(1));
    std::vector<char> are_new(fabric.all_ports().size());
    std::vector<std::uint64_t> wanted_loads(are_new.size());
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      for (std::size_t p = 1; p < fabric.ports(s).size(); ++p) {
        if (fabric.ports(s)[p].kind != PeerKind::kSwitch) continue;
        wanted_loads[fabric.switches()[s].first_port + p] = wanted;
      }
    }
    for (const auto& [s, port] : new_) {
      const Port& far = fabric.ports(s)[port];
      for (const std::size_t position :
           {fabric.switches()[s].first_port + std::size_t{port},
            fabric.switches()[far.peer].first_port + std::size_t{far.peer_port}}) {
        are_new[position] = 1;
        wanted_loads[position] = wanted_of_new;
      }
    }
    routing_.lanes = routed.lanes;
    const Verdict verdict = routed.verdict();
    rebalance({.fabric = fabric,
               .routing = routing_,
               .evidence = keeps_free_ ? verdict.evidence.get() : nullptr,
               .granted = {},
               .lanes = budget_,
               .map = Sl2Vl::kIdentity,
               .is_new = are_new,
               .load = figures.link_load,
               .wanted = wanted_loads,
               .worse_percent = 5,
               .workers = Workers(1)},
              routed.block.tables());
    std::uint64_t changed = 0;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      for (Lid lid = 100; lid <= fabric.max_lid(); ++lid) {
        changed += before.tables().row(s)[lid] != routed.entry(s, lid) ? 1 : 0;
      }
    }
    return changed;
  }

  Routing routing_;
  LaneBudget budget_ = first_lanes(1);
  bool keeps_free_ = false;
  std::vector<std::pair<SwitchIndex, PortNum>> new_;
};

// Leaf switches 0 and 1 with four CAs each, and spines from 2 on: leaf ports 5, 6, ... lead to
// spines 2, 3, ..., whose port 1 + i leads to leaf i. All go by spine 2.
test::Sketch tree_of_spines(unsigned spines) {
  test::Sketch sketch(2 + spines, 16);
  for (SwitchIndex leaf = 0; leaf < 2; ++leaf) {
    for (unsigned port = 1; port <= 4; ++port) sketch.ca(leaf, static_cast<PortNum>(port));
    for (unsigned i = 0; i < spines; ++i) {
      sketch.link(leaf, static_cast<PortNum>(5 + i), 2 + i, static_cast<PortNum>(1 + leaf));
    }
  }
  return sketch;
}

test::Routed over_the_first_spine(unsigned spines) {
  test::Sketch sketch = tree_of_spines(spines);
  test::Routed routed(sketch);
  for (SwitchIndex leaf = 0; leaf < 2; ++leaf) routed.all_else(leaf, 5);
  for (SwitchIndex spine = 2; spine < 2 + spines; ++spine) {
    for (EndPortIndex a = 0; a < 8; ++a) {
      routed.entry(spine, lid_of_ca(a)) = static_cast<PortNum>(a < 4 ? 1 : 2);
    }
  }
  return routed;
}

// Of the four entries of each leaf switch two, no more, lead over the other spine.
TEST_F(Rebalance, ASpineTakesItsShare) {
  test::Routed routed = over_the_first_spine(2);
  is_new(0, 6);
  is_new(1, 6);
  EXPECT_EQ(lead(routed, 8, 8), 4u);
  const Figures figures = measure_loads(routed.view(), Workers(1));
  EXPECT_EQ(figures.max_link_load, 8u);
  EXPECT_EQ(figures.unused_links, 0u);
}

TEST_F(Rebalance, LinksThatARecomputeLeavesIdleStayIdle) {
  test::Routed routed = over_the_first_spine(2);
  is_new(0, 6);
  is_new(1, 6);
  EXPECT_EQ(lead(routed, 16, 16), 2u) << "one path each way, since none is idle in a routing anew";
}

// One of the two LIDs of each port.
TEST_F(Rebalance, LidsOfOnePortStayApart) {
  test::Sketch sketch(4, 16);
  for (SwitchIndex leaf = 0; leaf < 2; ++leaf) {
    sketch.ca(leaf, 1, static_cast<Lid>(100 + 2 * leaf), 1);
    for (SwitchIndex spine = 2; spine < 4; ++spine) {
      sketch.link(leaf, static_cast<PortNum>(3 + spine), spine, static_cast<PortNum>(1 + leaf));
    }
  }
  test::Routed routed(sketch);
  for (SwitchIndex spine = 2; spine < 4; ++spine) {
    for (Lid lid = 100; lid < 104; ++lid) {
      routed.entry(spine, lid) = static_cast<PortNum>(lid < 102 ? 1 : 2);
    }
  }
  for (SwitchIndex leaf = 0; leaf < 2; ++leaf) routed.all_else(leaf, 5);
  is_new(0, 6);
  is_new(1, 6);
  EXPECT_EQ(lead(routed, 1, 1), 2u);
  for (SwitchIndex leaf = 0; leaf < 2; ++leaf) {
    const Lid first = static_cast<Lid>(leaf == 0 ? 102 : 100);
    EXPECT_NE(routed.entry(leaf, first), routed.entry(leaf, static_cast<Lid>(first + 1)));
  }
}

// A line of six switches with a CA each, in which 0 and 3 are joined now.
class Chord : public Rebalance {
 protected:
  Chord() {
    test::Sketch sketch(6);
    for (SwitchIndex s = 0; s < 6; ++s) {
      if (s < 5) sketch.link(s, 1, s + 1, 2);
      sketch.ca(s, 3);
    }
    sketch.link(0, 4, 3, 4);
    routed_.emplace(sketch);
    is_new(0, 4);
    for (SwitchIndex s = 0; s < 6; ++s) {
      for (SwitchIndex to = 0; to < 6; ++to) {
        if (to == s) continue;
        const auto port = static_cast<PortNum>(to > s ? 1 : 2);
        routed_->entry(s, lid_of_ca(to)) = port;
        routed_->entry(s, test::lid_of_switch(to)) = port;
      }
    }
  }
  double mean_hops() { return measure_loads(routed_->view(), Workers(1)).mean_hops; }

  std::optional<test::Routed> routed_;
};

// From 0 to 3, 4 and 5, and back, two links less; all others are as far apart as before.
TEST_F(Chord, ShortensPathsAndThoseOfOthersBehind) {
  const double before = mean_hops();
  EXPECT_GT(lead(*routed_, 9, 9), 0u);
  EXPECT_NEAR(before - mean_hops(), 2 * (2 + 2 + 2) / 30.0, 1e-9);
}

TEST_F(Chord, ClosesNoCreditLoop) {
  keeps_free_ = true;
  EXPECT_GT(lead(*routed_, 9, 9), 0u);
  EXPECT_TRUE(routed_->verdict().credit_loop.empty());
  EXPECT_EQ(routed_->verdict().unreachable_pairs, 0u);
}

TEST_F(Chord, IsNotTakenIfARoutingFromNothingLeavesItIdle) { EXPECT_EQ(lead(*routed_, 9, 0), 0u); }

// A whole tree, whose links are to carry less than they can: the search tries all ways to make
// room.
void lead_where_nothing_helps(Workers::StopCheck is_to_stop) {
  const Fabric fabric = with_new_lids(make_xgft({.down = {6, 6, 6}, .up = {1, 6, 6}}), 0);
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  Routing routing = minhop_engine().route({fabric, {}, Workers(1)}, block.tables());
  const Figures figures = measure_loads({fabric, block.tables(), routing.lanes}, Workers(1));
  const std::vector<char> are_new(fabric.all_ports().size());
  const std::vector<std::uint64_t> wanted(are_new.size(), figures.max_link_load / 2);
  rebalance({.fabric = fabric,
             .routing = routing,
             .evidence = nullptr,
             .granted = {},
             .lanes = first_lanes(1),
             .map = Sl2Vl::kIdentity,
             .is_new = are_new,
             .load = figures.link_load,
             .wanted = wanted,
             .worse_percent = 5,
             .workers = Workers(1, is_to_stop)},
            block.tables());
}

unsigned asked = 0;  // whether to stop

TEST(RebalanceBound, EndsWhereNothingHelps) {
  asked = 0;
  lead_where_nothing_helps([] {
    ++asked;
    return false;
  });
  EXPECT_GE(asked, 20u) << "every 100,000 looks";
  EXPECT_LE(asked, 22u) << "a small fabric gets 2,000,000 looks";
}

TEST(RebalanceBound, StopsInTheMidstOfTheSearch) {
  asked = 0;
  EXPECT_THROW(lead_where_nothing_helps([] { return ++asked == 10; }), Stopped);
}

}  // namespace
}  // namespace weft
