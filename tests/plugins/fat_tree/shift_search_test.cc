#include "plugins/fat_tree/shift_search.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/fabric/generators/blueprint.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "common/graph/up_down.h"
#include "common/patterns/patterns.h"
#include "plugins/fat_tree/ftree.h"
#include "plugins/nue/nue.h"
#include "tests/support/routed_engine.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

// Two leaf switches, s0 and s1, with two CAs each, below two spines, s2 and s3.
class TwoSpines : public testing::Test {
 protected:
  static Fabric build() {
    test::Sketch sketch(4);
    for (const SwitchIndex leaf : {0, 1}) {
      sketch.ca(leaf, 1);
      sketch.ca(leaf, 2);
      sketch.link(leaf, 5, 2, static_cast<PortNum>(1 + leaf));
      sketch.link(leaf, 6, 3, static_cast<PortNum>(1 + leaf));
    }
    return sketch.build();
  }

  // All to other leaf switches over one spine.
  TwoSpines() : fabric_(build()), routed_(Fabric(fabric_)) {
    for (const SwitchIndex s : {0, 1}) routed_.all_else(s, 5);
    for (const SwitchIndex spine : {2, 3}) {
      for (EndPortIndex e = 0; e < 4; ++e) {
        routed_.entry(spine, lid_of(e)) = static_cast<PortNum>(1 + fabric_.end_ports()[e].sw);
      }
    }
  }

  Lid lid_of(EndPortIndex e) const { return fabric_.end_ports()[e].lid; }

  ShiftSearch search(RankOrder order, std::size_t most_counters = kMostCounters) {
    const SwitchGraph graph(fabric_);
    const Targets targets = targets_in_stock_order(fabric_);
    const HopTable table = shortest_hop_table(fabric_, graph, {}, targets.switches, workers_);
    return search_shifts({fabric_, options_, workers_}, targets, table, order,
                         routed_.block.tables(), most_counters);
  }

  double contention(RankOrder order) {
    return judge_pattern(fabric_, routed_.block.tables(), order, {}, workers_).mean_busiest_link;
  }

  const Options options_;
  const Workers workers_{1};
  Fabric fabric_;
  test::Routed routed_;
};

TEST_F(TwoSpines, ShiftsComeToBeFreeOfContention) {
  const std::vector<EndPortIndex> order = {0, 1, 2, 3};
  EXPECT_DOUBLE_EQ(contention(order), 4.0 / 3)
      << "in the shift by 2 both CAs send to the other leaf";
  const ShiftSearch found = search(order);
  EXPECT_DOUBLE_EQ(found.before, 4.0 / 3);
  EXPECT_DOUBLE_EQ(found.after, 1);
  EXPECT_EQ(found.moved, 2u) << "an entry of each leaf switch";
  EXPECT_DOUBLE_EQ(contention(order), 1);
  for (const SwitchIndex leaf : {0, 1}) {
    EXPECT_NE(routed_.entry(leaf, lid_of(2 - 2 * leaf)), routed_.entry(leaf, lid_of(3 - 2 * leaf)));
  }
}

TEST_F(TwoSpines, OfShiftsThatAreNotCountedNothingIsKnown) {
  const std::vector<EndPortIndex> order = {0, 1, 2, 3};
  const std::size_t counters = 8 * order.size();  // of the eight directions of links
  // Of the shifts by 1, 2 and 3 the one by 2 has contention.
  EXPECT_EQ(search(order, counters / 2).moved, 0u) << "only the shift by 3 is counted";
  EXPECT_EQ(search(order, counters / 4).moved, 0u) << "none is counted";
  const ShiftSearch found = search(order, counters - 1);
  EXPECT_DOUBLE_EQ(found.before, 2) << "the shift by 2 alone is counted";
  EXPECT_DOUBLE_EQ(found.after, 1);
  EXPECT_DOUBLE_EQ(contention(order), 1);
}

TEST_F(TwoSpines, WithoutRanksNothingMoves) {
  EXPECT_EQ(search({}).moved, 0u);
  EXPECT_EQ(search(std::vector<EndPortIndex>{3}).moved, 0u);
}

TEST_F(TwoSpines, DummiesKeepTheirPlaces) {
  const std::vector<EndPortIndex> order = {0, kNone, 1, 2, kNone, 3};
  const double before = contention(order);
  const ShiftSearch found = search(order);
  EXPECT_DOUBLE_EQ(found.before, before);
  EXPECT_DOUBLE_EQ(found.after, contention(order));
}

// The paths of LIDs that share a way down with others are spread over several.
TEST(ShiftSearchOfATree, LeavesItsBusiestLinkLittleBusierThanUpDownDoes) {
  const Fabric tree = with_failures(
      with_new_lids(make_xgft({.down = {6, 6, 6}, .up = {1, 6, 6}}), 0), {.links = {8}, .seed = 3});
  const auto routed_by = [&](const char* engine) {
    for (const EngineInfo* info : all_engines()) {
      if (info->name == engine) return test::RoutedEngine(*info, tree, {}, 1);
    }
    throw BadInput(engine);
  };
  const test::RoutedEngine ftree = routed_by("ftree");
  const auto busiest = [](const test::RoutedEngine& routed) {
    return measure(routed.view(), Workers(1)).max_link_load;
  };
  EXPECT_LE(10 * busiest(ftree), 11 * busiest(routed_by("updn")));
  const PatternFigures shifts =
      judge_pattern(tree, ftree.view().tables, ftree.routing.notes.ca_order, {}, Workers(1));
  EXPECT_LE(shifts.mean_busiest_link, 1.1 * shifts.mean_least_load);
}

// Links of a quarter of the rate carry less, also where none is missing.
TEST(ShiftSearchOfATree, LeavesSlowLinksToFew) {
  Blueprint blueprint(with_new_lids(make_xgft({.down = {6, 6}, .up = {1, 6}}), 0));
  unsigned slow = 0;
  for (Blueprint::Link& link : blueprint.links) {
    const bool is_between_switches = blueprint.nodes[link.a].type == NodeType::kSwitch &&
                                     blueprint.nodes[link.b].type == NodeType::kSwitch;
    if (is_between_switches && slow++ % 9 == 0) link.attributes.width = 1;
  }
  const Fabric tree = blueprint.build();
  const auto contention = [&](const EngineInfo& engine, RankOrder order) {
    const test::RoutedEngine routed(engine, tree, {}, 1);
    return judge_pattern(tree, routed.view().tables, order, {}, Workers(1)).mean_busiest_link;
  };
  const test::RoutedEngine ftree(ftree_engine(), tree, {}, 1);
  const std::vector<EndPortIndex>& order = ftree.routing.notes.ca_order;
  EXPECT_GT(contention(nue_engine(), order), 3.5) << "nearly always a flow over a slow link";
  EXPECT_LE(contention(ftree_engine(), order), 2.2);
}

}  // namespace
}  // namespace weft
