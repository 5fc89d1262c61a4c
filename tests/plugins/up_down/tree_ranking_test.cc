// Which roots route_below_roots hands on, and what it does when a routing leaves pairs out.
#include "plugins/up_down/tree_ranking.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/base/workers.h"
#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "tests/support/named_nodes.h"
#include "tests/support/routed_tree.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using test::Sketch;
using Switches = std::vector<SwitchIndex>;
using Heights = std::vector<Hops>;

// Calls it with a routing that leaves some pairs without a path at first.
struct Called {
  Called(Fabric f, const Options& options, Ranks how, unsigned bad_routings = 0)
      : fabric(std::move(f)), block(fabric.switch_count(), fabric.max_lid()) {
    const Workers workers(2);
    const auto route = [&](const SwitchGraph& graph, Ranking ranking) {
      EXPECT_EQ(graph.switch_count(), fabric.switch_count());
      for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
        EXPECT_EQ(block.tables().row(s)[1], kNoPath) << "what another ranking gave is gone";
        block.tables().row(s)[1] = 7;
      }
      rankings.push_back(std::move(ranking));
      Routing outcome;
      outcome.unrouted_pairs = rankings.size() <= bad_routings ? 1 : 0;
      return outcome;
    };
    routing = route_below_roots({fabric, options, workers}, block.tables(), how, route);
  }

  Fabric fabric;
  TableBlock block;
  std::vector<Ranking> rankings;
  Routing routing;
};

// Spines s0 and s3, s1 and s2 below both; CAs a0 on s0, a1 on s1, a2 on s2.
Fabric two_spines() {
  Sketch sketch(4);
  for (const SwitchIndex leaf : {1u, 2u}) {
    sketch.link(leaf, 1, 0, static_cast<PortNum>(leaf));
    sketch.link(leaf, 2, 3, static_cast<PortNum>(leaf));
  }
  for (const SwitchIndex s : {0u, 1u, 2u}) sketch.ca(s, 8);
  return sketch.build();
}

Options with_roots(const std::vector<Guid>& guids) {
  Options options;
  options.ranked_nodes = test::named_nodes(guids);
  return options;
}

TEST(TreeRanking, GivenRootsAreTakenInOrderOnce) {
  const Called called(two_spines(), with_roots({4, 1, 4}), Ranks::kAsStock);
  ASSERT_EQ(called.rankings.size(), 1u);
  EXPECT_EQ(called.rankings[0].roots, (Switches{0, 3}));
  EXPECT_EQ(called.rankings[0].ranks, (Heights{0, 1, 1, 0}));
  EXPECT_EQ(called.rankings[0].orientation.place, (std::vector<std::uint32_t>{0, 2, 3, 1}));
  EXPECT_TRUE(called.routing.warnings.empty());
}

TEST(TreeRanking, GivenRanksCountFromTheLowest) {
  Options options;
  options.ranked_nodes = {{.guid = 1, .rank = 1},
                          {.guid = 4, .rank = 3},
                          {.guid = 2, .rank = 2},
                          {.guid = 2, .rank = 7}};
  const Called called(two_spines(), options, Ranks::kAsStock);
  EXPECT_EQ(called.rankings.at(0).roots, Switches{0});
  EXPECT_EQ(called.rankings.at(0).ranks, (Heights{0, 1, 1, 2}));
  EXPECT_TRUE(called.routing.warnings.empty()) << "switch 3 is below the others on purpose";
}

TEST(TreeRanking, DeadEndsBelowGivenRootsAreLiftedIfWanted) {
  const Called stock(two_spines(), with_roots({1}), Ranks::kAsStock);
  EXPECT_EQ(stock.rankings.at(0).roots, Switches{0});
  EXPECT_EQ(stock.rankings.at(0).ranks, (Heights{0, 1, 1, 2}));
  ASSERT_EQ(stock.routing.warnings.size(), 1u);
  EXPECT_TRUE(contains(stock.routing.warnings[0],
                       "(0x0000000000000004): above leaf switches, but "
                       "not in root_guid_file"));
  const Called lifted(two_spines(), with_roots({1}), Ranks::kLifted);
  EXPECT_EQ(lifted.rankings.at(0).roots, (Switches{0, 3}));
  EXPECT_EQ(lifted.rankings.at(0).ranks, (Heights{0, 1, 1, 0}));
  EXPECT_TRUE(lifted.routing.warnings.empty());
  ASSERT_FALSE(lifted.routing.remarks.empty());
  EXPECT_TRUE(contains(lifted.routing.remarks[0], "and used like them"));
}

TEST(TreeRanking, ACaMeansItsSwitchAndUnknownGuidsAreNamed) {
  const Fabric fabric = two_spines();
  const EndPort& ca = fabric.end_ports()[1];
  for (const Guid guid : {ca.node_guid, ca.port_guid}) {
    const Called called(two_spines(), with_roots({guid, 0xABC}), Ranks::kAsStock);
    EXPECT_EQ(called.rankings.at(0).roots, Switches{1});
    ASSERT_EQ(called.routing.warnings.size(), 1u);
    EXPECT_TRUE(contains(called.routing.warnings[0], "0x0000000000000abc"));
  }
}

TEST(TreeRanking, WhereAllGivenRootsAreGoneOthersAreFound) {
  const Called without(two_spines(), {}, Ranks::kAsStock);
  for (const auto& guids : {std::vector<Guid>{0xABC}, {}}) {
    const Called called(two_spines(), with_roots(guids), Ranks::kAsStock);
    EXPECT_EQ(called.rankings.at(0).roots, without.rankings.at(0).roots);
    ASSERT_EQ(called.routing.warnings.size(), guids.size() + 1);
    EXPECT_TRUE(
        contains(called.routing.warnings.back(), "no GUID in root_guid_file is in the fabric"));
  }
}

TEST(TreeRanking, EqualRanksAreOrderedByGivenIds) {
  Options options = with_roots({1, 4});
  options.node_ids = {{1, 9}, {4, 8}, {3, 0}, {77, 1}};
  const Called called(two_spines(), options, Ranks::kLifted);
  EXPECT_EQ(called.rankings.at(0).orientation.place, (std::vector<std::uint32_t>{1, 3, 2, 0}));
}

TEST(TreeRanking, WhereAGivenRankingLeavesPairsOutOthersAreTried) {
  const Called called(two_spines(), with_roots({1}), Ranks::kLifted, 1);
  EXPECT_EQ(called.rankings.size(), 2u);
  EXPECT_EQ(called.routing.unrouted_pairs, 0u);
  ASSERT_EQ(called.routing.warnings.size(), 1u);
  EXPECT_TRUE(contains(called.routing.warnings[0], "with the given roots 1 pairs"));
}

TEST(TreeRanking, WhoAsksForNoMissingRoutesKeepsTheGivenRanking) {
  Options options = with_roots({1});
  options.calculate_missing_routes = false;
  const Called called(two_spines(), options, Ranks::kLifted, 1);
  EXPECT_EQ(called.rankings.size(), 1u);
  EXPECT_EQ(called.routing.unrouted_pairs, 1u);
}

TEST(TreeRanking, RootsAreFound) {
  const Fabric fabric = with_new_lids(make_xgft({.down = {4, 4, 2}, .up = {1, 2, 2}}), 0);
  const Called called(fabric, {}, Ranks::kAsStock);
  ASSERT_EQ(called.rankings.size(), 1u);
  EXPECT_EQ(called.rankings[0].roots, test::spines_of(fabric));
}

TEST(TreeRanking, TheNextOneIsTriedAndInTheEndAllAreNamed) {
  const Called second(two_spines(), {}, Ranks::kAsStock, 1);
  ASSERT_EQ(second.rankings.size(), 2u);
  EXPECT_NE(second.rankings[0].ranks, second.rankings[1].ranks);
  EXPECT_EQ(second.routing.unrouted_pairs, 0u);
  try {
    const Called all(two_spines(), {}, Ranks::kAsStock, 100);
    ADD_FAILURE() << "no ranking connects all";
  } catch (const CannotRoute& error) {
    EXPECT_TRUE(contains(error.what(), "s0 (0x0000000000000001), s3 (0x0000000000000004)"));
    EXPECT_TRUE(contains(error.what(), "in the best attempt, with "));
    EXPECT_TRUE(contains(error.what(), "set them in root_guid_file"));
  }
}

TEST(TreeRanking, WithoutASwitchThereIsNothingToRankIn) {
  EXPECT_THROW(Called(FabricBuilder("nothing").build(), {}, Ranks::kLifted), CannotRoute);
}

}  // namespace
}  // namespace weft
