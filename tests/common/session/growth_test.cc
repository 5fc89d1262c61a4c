#include "common/session/growth.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/base/random.h"
#include "common/fabric/counts.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "common/patterns/throughput.h"
#include "tests/support/living_fabric.h"
#include "tests/support/routed_session.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::figures_of;

TEST(CountLinks, ThatTheFabricBeforeDidNotHave) {
  test::LivingFabric tree(with_new_lids(make_xgft({.down = {2, 3}, .up = {1, 2}}), 0));
  const Fabric whole = tree.now();
  tree.lose_switch(4);  // a spine, with its three links
  const Fabric less = tree.now();
  const LinkCounts counts = count_links(FabricMatch(less, whole));
  EXPECT_EQ(counts.links, 12u);
  EXPECT_EQ(counts.added, 6u);
  EXPECT_EQ(count_links(FabricMatch(whole, less)).added, 0u);
}

TEST(HasAnotherLmc, ByTheLargestOfEndPortsWithLids) {
  const Fabric tree = make_xgft({.down = {2, 3}, .up = {1, 2}});
  const Fabric one = with_new_lids(tree, 1);
  EXPECT_TRUE(has_another_lmc(with_new_lids(tree, 0), one));
  EXPECT_TRUE(has_another_lmc(one, with_new_lids(tree, 0)));
  EXPECT_FALSE(has_another_lmc(one, one));
  test::LivingFabric without_host(one);
  without_host.lose_end_port(0);
  EXPECT_FALSE(has_another_lmc(one, without_host.now()));
  EXPECT_FALSE(has_another_lmc(one, test::Sketch(1).build())) << "it has no end port";
}

// A repair would lead all LIDs of a port along the path of the one that it had.
TEST(Growth, AnotherLmcRecomputes) {
  const Fabric torus = make_torus({.dims = {4, 4}, .cas = 2});
  const Fabric with_lmc = with_new_lids(torus, 1);
  for (const char* engine : {"weft-dfsssp", "weft-multipath"}) {
    test::RoutedSession session(*find_registered(engine), 8);
    ASSERT_EQ(session.route(with_new_lids(torus, 0)), "");
    ASSERT_EQ(session.route(with_lmc), "");
    EXPECT_EQ(session.last().change->why_anew, "the LMC has changed");
    test::RoutedSession fresh(*find_registered(engine), 8);
    ASSERT_EQ(fresh.route(with_lmc), "");
    EXPECT_TRUE(equal_rows(session.last().tables->tables(), fresh.last().tables->tables(),
                           with_lmc.max_lid()));
    ASSERT_EQ(session.route(with_lmc), "");
    EXPECT_TRUE(session.last().change->changes_nothing());
  }
}

// Lanes are counted on links between switches: where there is none, OpenSM's options give one.
TEST(Growth, NothingMovesAfterTheSwitchOfTheSmWasCutOff) {
  const Fabric whole = with_new_lids(make_xgft({.down = {4, 4}, .up = {1, 3}}), 0);
  for (const char* engine : {"weft-updn", "weft-ftree", "weft-dfsssp"}) {
    test::RoutedSession session(*find_registered(engine), 8);
    test::LivingFabric tree(whole);
    tree.lose_link(0, 5);
    ASSERT_EQ(session.route(tree.now()), "");
    tree.return_all();
    ASSERT_EQ(session.route(whole), "");
    const std::shared_ptr<const TableBlock> before = session.last().tables;
    for (SwitchIndex s = 1; s < whole.switch_count(); ++s) tree.lose_switch(s);
    session.use_lanes(1);
    ASSERT_EQ(session.route(tree.now()), "");
    ASSERT_EQ(session.last().fabric.switch_count(), 1u);
    session.use_lanes(8);
    ASSERT_EQ(session.route(whole), "");
    EXPECT_TRUE(session.last().change->repaired) << session.last().change->why_anew;
    EXPECT_TRUE(equal_rows(session.last().tables->tables(), before->tables(), whole.max_lid()));
    session.use_lanes(4);
    ASSERT_EQ(session.route(whole), "");
    EXPECT_EQ(session.last().change->why_anew, "the virtual lanes have changed");
  }
}

// Routes that stay because the engine fails have the new LMC already.
TEST(Growth, AnotherLmcRecomputesAlsoAfterAFailure) {
  static bool fails;
  const auto route = [](const RouteRequest& request, Tables rows) {
    if (fails) throw CannotRoute("not today");
    return find_registered("weft-updn")->route(request, rows);
  };
  EngineInfo engine = *find_registered("weft-updn");
  engine.route = route;
  const Fabric tree = make_xgft({.down = {3, 4}, .up = {1, 2}});
  const Fabric with_lmc = with_new_lids(tree, 1);
  test::RoutedSession session(engine);
  session.be_last_in_list();
  fails = false;
  ASSERT_EQ(session.route(with_new_lids(tree, 0)), "");
  fails = true;
  ASSERT_EQ(session.route(with_lmc), "");
  EXPECT_NE(session.last().kept_because, "");
  fails = false;
  ASSERT_EQ(session.route(with_lmc), "");
  EXPECT_EQ(session.last().change->why_anew, "the LMC has changed");
  ASSERT_EQ(session.route(with_lmc), "");
  EXPECT_TRUE(session.last().change->changes_nothing());
}

TEST(Growth, AnotherLmcMakesAutoChooseAgain) {
  const Fabric slim_fly = make_slim_fly({.q = 3});
  const Fabric with_lmc = with_new_lids(slim_fly, 2);
  test::RoutedSession session(*find_registered("weft-auto"), 8);
  ASSERT_EQ(session.route(with_new_lids(slim_fly, 0)), "");
  ASSERT_EQ(session.route(with_lmc), "");
  test::RoutedSession fresh(*find_registered("weft-auto"), 8);
  ASSERT_EQ(fresh.route(with_lmc), "");
  EXPECT_EQ(session.last().routing.notes.engine, fresh.last().routing.notes.engine);
}

// Pairs of a host and a switch without end ports that it reaches, and that does not reach it.
std::uint64_t count_unanswered(const Fabric& fabric, ConstTables rows) {
  const std::vector<std::uint32_t> end_ports = end_ports_by_switch(fabric);
  std::uint64_t count = 0;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (end_ports[s] > 0) continue;
    for (const EndPort& host : fabric.end_ports()) {
      const bool asks = rows.row(host.sw)[fabric.switches()[s].lid] != kNoPath;
      count += asks && rows.row(s)[host.lid] == kNoPath ? 1 : 0;
    }
  }
  return count;
}

// As in add_answers(), of which repairs know nothing.
TEST(Growth, SwitchesAnswerHostsThatCameToSpines) {
  const Fabric whole =
      with_new_lids(with_extra_cas(make_xgft({.down = {6, 6}, .up = {1, 4}}), 2, {}, 1), 0);
  const std::vector<std::uint32_t> end_ports = end_ports_by_switch(whole);
  for (const char* engine : {"weft-updn", "weft-ftree", "weft-dnup"}) {
    test::LivingFabric tree(whole);
    for (EndPortIndex e = 0; e < whole.end_port_count(); ++e) {
      if (end_ports[whole.end_ports()[e].sw] == 1) tree.lose_end_port(e);
    }
    // A spine without hosts lacks a cable, so that hosts do not reach its LID.
    for (SwitchIndex s = 0; s < whole.switch_count(); ++s) {
      if (end_ports[s] == 0) tree.lose_link(s, 1);
    }
    test::RoutedSession session(*find_registered(engine));
    ASSERT_EQ(session.route(tree.now()), "");
    for (EndPortIndex e = 0; e < whole.end_port_count(); ++e) tree.return_end_port(e);
    ASSERT_EQ(session.route(tree.now()), "");
    ASSERT_TRUE(session.last().change->repaired);
    session.rebalance(true);
    ASSERT_EQ(session.route(tree.now()), "");
    EXPECT_EQ(count_unanswered(session.last().fabric, session.rows()), 0u) << engine;
    EXPECT_TRUE(session.last().verdict.credit_loop.empty());
    EXPECT_EQ(session.last().lost.between_end_ports(), 0u);
  }
}

// In the first routing a switch lacked a link, so that hosts did not reach its LID below roots.
TEST(Growth, HostsReachTheLidsOfSwitchesOnceLinksAreThere) {
  const Fabric whole = with_new_lids(make_xgft({.down = {4, 4, 4}, .up = {1, 2, 2}}), 0);
  Options options;
  options.balance = Balance::kSwitch;
  for (const char* engine : {"weft-updn", "weft-dnup"}) {
    test::RoutedSession session(*find_registered(engine));
    test::LivingFabric tree(whole);
    tree.lose_link(0, 5);
    ASSERT_EQ(session.route(tree.now(), options), "");
    EXPECT_GT(session.last().lost.to_switches, 0u);
    tree.return_all();
    ASSERT_EQ(session.route(tree.now(), options), "");
    EXPECT_EQ(session.last().lost.to_switches, 0u);
    EXPECT_TRUE(session.last().change->repaired);
    EXPECT_NE(session.last().change->why_moved, "");
    EXPECT_EQ(session.last().lost.between_end_ports(), 0u);
    EXPECT_TRUE(session.last().verdict.credit_loop.empty());
  }
}

TEST(HasManyNewHosts, MoreThanHalf) {
  test::LivingFabric tree(with_new_lids(make_xgft({.down = {2, 3}, .up = {1, 2}}), 0));
  const Fabric whole = tree.now();  // with six hosts
  for (EndPortIndex e = 0; e < 3; ++e) tree.lose_end_port(e);
  const Fabric half = tree.now();
  EXPECT_FALSE(has_many_new_hosts(FabricMatch(half, whole)));
  tree.lose_end_port(3);
  EXPECT_TRUE(has_many_new_hosts(FabricMatch(tree.now(), whole)));
}

// 405 switches and 1,458 hosts: half of the hosts has 729 x 405 entries, more than 2^18; an eighth
// is less than a quarter.
TEST(HasManyNewLids, OfHostsThatNoneOfTheMatchesHas) {
  test::LivingFabric tree(with_new_lids(make_xgft({.down = {9, 9, 18}, .up = {1, 9, 9}}), 0));
  const Fabric whole = tree.now();
  const auto fabric_without = [&](EndPortIndex begin, EndPortIndex end) {
    for (EndPortIndex e = begin; e < end; ++e) tree.lose_end_port(e);
    Fabric fabric = tree.now();
    tree.return_all();
    return fabric;
  };
  const auto count = static_cast<EndPortIndex>(whole.end_port_count());
  const Fabric half = fabric_without(0, count / 2);
  const Fabric other = fabric_without(count / 2, count);
  const Fabric most = fabric_without(0, count / 8);
  const FabricMatch from_half(half, whole);
  const FabricMatch from_other(other, whole);
  EXPECT_TRUE(has_many_new_lids({&from_half}));
  EXPECT_FALSE(has_many_new_lids({&from_half, &from_other}));
  const FabricMatch from_most(most, whole);
  EXPECT_FALSE(has_many_new_lids({&from_most}));
}

Figures figures(double mean_hops, std::uint64_t busiest, std::uint64_t unused) {
  Figures figures;
  figures.mean_hops = mean_hops;
  figures.max_link_load = busiest;
  figures.unused_links = unused;
  return figures;
}

TEST(DescribeIdle, SwitchesWithTheMostLinksFirst) {
  test::LivingFabric tree(with_new_lids(make_xgft({.down = {2, 3}, .up = {1, 2}}), 0));
  Figures figures;
  figures.link_load.assign(tree.whole().all_ports().size(), 1);
  EXPECT_TRUE(describe_idle(tree.whole(), figures).empty());
  figures.link_load[tree.whole().switches()[0].first_port + 3] = 0;
  for (std::size_t port = 1; port <= 3; ++port) {
    figures.link_load[tree.whole().switches()[4].first_port + port] = 0;
  }
  EXPECT_EQ(describe_idle(tree.whole(), figures),
            (std::vector<std::string>{tree.whole().describe_switch(4) + " has 3 idle links",
                                      tree.whole().describe_switch(0) + " has 1 idle link"}));
}

TEST(WorseIn, SaysWhatIsOffByMoreThanATwentieth) {
  const Figures anew = figures(2, 100, 0);
  EXPECT_EQ(worse_in(figures(2.1, 105, 0), anew, 5), "");
  EXPECT_EQ(worse_in(figures(2, 106, 0), anew, 5), "the busiest link has 106 paths instead of 100");
  EXPECT_EQ(worse_in(figures(2, 90, 1), anew, 5), "1 links are idle instead of 0");
  EXPECT_EQ(worse_in(figures(2, 90, 1), anew, 5, /*links_are_new=*/false), "");
  EXPECT_EQ(worse_in(figures(2.2, 90, 0), anew, 5),
            "paths have 2.20 links on average instead of 2.00");
}

TEST(DeliversLess, ByMoreThanATwentieth) {
  EXPECT_EQ(delivers_less(0.8, 0.84, 5), "");
  EXPECT_EQ(delivers_less(0.66, 0.84, 5),
            "jobs get 66 % of what the fabric can carry instead of 84 %");
  EXPECT_EQ(delivers_less(0.9, 0.5, 0), "");
}

const EngineInfo& engine_named(const std::string& name) {
  for (const EngineInfo* engine : all_engines()) {
    if (engine->name == name) return *engine;
  }
  throw BadInput(name);
}

// An engine, and how many lanes it has.
struct Case {
  const char* engine;
  unsigned lanes = 1;
};

class Growth : public testing::TestWithParam<Case> {
 protected:
  test::RoutedSession session_{engine_named(GetParam().engine), GetParam().lanes};

  // What the engine makes of a fabric from nothing.
  Figures from_nothing(const Fabric& fabric) {
    test::RoutedSession anew(engine_named(GetParam().engine), GetParam().lanes);
    EXPECT_EQ(anew.route(fabric), "");
    return figures_of(anew.last());
  }
};

// Of each switch, how many links are on the shortest way to one of them.
std::vector<unsigned> distances_to(const Fabric& fabric, SwitchIndex to) {
  std::vector<unsigned> distances(fabric.switch_count(), fabric.switch_count());
  std::vector<SwitchIndex> queue{to};
  distances[to] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const Port& port : fabric.ports(queue[i])) {
      if (port.kind != PeerKind::kSwitch || distances[port.peer] < fabric.switch_count()) continue;
      distances[port.peer] = distances[queue[i]] + 1;
      queue.push_back(port.peer);
    }
  }
  return distances;
}

// Entries that have to be others than before for the new links to carry what they carry: of the
// paths from switches that were there to end ports that were there, over new links, those that
// lead over a new link or one that was on no shortest path.
std::uint64_t entries_to_change(const FabricMatch& match, const Verified& routing) {
  std::uint64_t count = 0;
  const Fabric& fabric = routing.fabric;
  const ConstTables tables = routing.tables->tables();
  for (Lid lid = 1; lid <= fabric.max_lid(); ++lid) {
    if (fabric.owner(lid).kind != PeerKind::kEndPort || match.lid_before(lid) == 0) continue;
    const SwitchIndex to = fabric.end_ports()[fabric.owner(lid).index].sw;
    const auto before = distances_to(match.before(), match.switch_before(to));
    const auto is_new = [&](SwitchIndex s) {
      return !match.keeps_neighbour(s, tables.row(s)[lid]);
    };
    const auto next = [&](SwitchIndex s) { return fabric.ports(s)[tables.row(s)[lid]].peer; };
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (match.switch_before(s) == kNone) continue;
      SwitchIndex at = s;
      while (at != to && tables.row(at)[lid] != kNoPath && !is_new(at)) at = next(at);
      if (at == to || tables.row(at)[lid] == kNoPath) continue;
      const bool could_be =
          !is_new(s) && before[match.switch_before(next(s))] + 1 == before[match.switch_before(s)];
      count += could_be ? 0 : 1;
    }
  }
  return count;
}

TEST_P(Growth, SpinesThatComeOneByOneCarryTheirShare) {
  test::LivingFabric tree(with_new_lids(make_xgft({.down = {6, 6}, .up = {1, 12}}), 0));
  for (SwitchIndex spine = 15; spine < 18; ++spine) tree.lose_switch(spine);
  ASSERT_EQ(session_.route(tree.now()), "");
  for (SwitchIndex spine = 15; spine < 18; ++spine) {
    const Fabric before = tree.now();
    tree.return_switch(spine);
    ASSERT_EQ(session_.route(tree.now()), "");
    EXPECT_EQ(worse_in(figures_of(session_.last()), from_nothing(tree.now()), 5), "") << spine;
    // What moves is what leads over new links then, and a little that makes room.
    const std::uint64_t least = entries_to_change(FabricMatch(before, tree.now()), session_.last());
    EXPECT_TRUE(session_.last().change->repaired);
    EXPECT_LE(2 * session_.last().change->entries, 3 * least) << spine;
  }
}

TEST_P(Growth, ASwitchOfTheSecondLevelCarriesItsShare) {
  const SwitchIndex middle = 39;  // of the first of six pods
  test::LivingFabric tree(with_new_lids(make_xgft({.down = {6, 6, 6}, .up = {1, 6, 6}}), 0));
  tree.lose_switch(middle);
  tree.lose_switch(middle + 1);
  ASSERT_EQ(session_.route(tree.now()), "");
  const Fabric before = tree.now();
  tree.return_switch(middle);
  ASSERT_EQ(session_.route(tree.now()), "");
  EXPECT_EQ(worse_in(figures_of(session_.last()), from_nothing(tree.now()), 5), "");
  EXPECT_TRUE(session_.last().change->repaired);
  EXPECT_LE(2 * session_.last().change->entries,
            3 * entries_to_change(FabricMatch(before, tree.now()), session_.last()));
}

TEST_P(Growth, ASpineThatComesBackTakesWhatItHad) {
  test::LivingFabric tree(with_new_lids(make_xgft({.down = {6, 6}, .up = {1, 6}}), 0));
  ASSERT_EQ(session_.route(tree.now()), "");
  const auto first = session_.last().tables;
  tree.lose_switch(9);
  ASSERT_EQ(session_.route(tree.now()), "");
  tree.return_switch(9);
  ASSERT_EQ(session_.route(tree.now()), "");
  EXPECT_TRUE(session_.last().change->repaired);
  for (SwitchIndex s = 0; s < tree.whole().switch_count(); ++s) {
    for (Lid lid = 1; lid <= tree.whole().max_lid(); ++lid) {
      EXPECT_EQ(session_.last().tables->tables().row(s)[lid], first->tables().row(s)[lid]);
    }
  }
}

TEST_P(Growth, TheRestOfABundleIsRelievedWhenRebalancing) {
  test::LivingFabric tree(
      with_new_lids(make_xgft({.down = {12, 6}, .up = {1, 4}, .parallel = {1, 3}}), 0));
  ASSERT_EQ(session_.route(tree.now()), "");
  const auto first = test::rows_of(session_.last());
  tree.lose_link(0, 13);
  ASSERT_EQ(session_.route(tree.now()), "");
  EXPECT_EQ(session_.last().change->why_moved, "");
  const std::uint64_t uneven = figures_of(session_.last()).max_link_load;
  session_.rebalance(true);
  ASSERT_EQ(session_.route(tree.now()), "");
  session_.rebalance(false);
  // Auto stays with the engine that it has chosen.
  const std::string& taken = session_.last().routing.notes.engine;
  test::RoutedSession anew(engine_named(taken.empty() ? GetParam().engine : taken),
                           GetParam().lanes);
  ASSERT_EQ(anew.route(tree.now()), "");
  EXPECT_EQ(worse_in(figures_of(session_.last()), figures_of(anew.last()), 5), "");
  EXPECT_LE(figures_of(session_.last()).max_link_load, uneven);
  EXPECT_LT(session_.last().change->entries, 60u);
  tree.return_all();
  ASSERT_EQ(session_.route(tree.now()), "");
  EXPECT_TRUE(test::rows_of(session_.last()) == first);
}

// Of a tree of three levels that loses links until jobs get less than they could.
TEST(GrowthOfFtree, JobsGetOnceItIsQuietWhatARoutingFromNothingGives) {
  test::LivingFabric tree(with_new_lids(make_xgft({.down = {6, 6, 6}, .up = {1, 6, 6}}), 0));
  test::RoutedSession session(engine_named("ftree"));
  ASSERT_EQ(session.route(tree.now()), "");
  const auto lag = [&] {
    test::RoutedSession anew(engine_named("ftree"));
    EXPECT_EQ(anew.route(tree.now()), "");
    const auto delivered = [&](const Verified& routing) {
      return measure_traffic(routing.fabric, routing.tables->tables(),
                             anew.last().routing.notes.ca_order, {usual_traffic()}, 1'000'000,
                             Workers(1))
          .part;
    };
    return delivers_less(delivered(session.last()), delivered(anew.last()), 5);
  };
  Random random(5);
  for (unsigned links = 0; lag().empty() && links < 60; ++links) {
    tree.lose_link(random.below(36), static_cast<PortNum>(7 + random.below(6)));
    ASSERT_EQ(session.route(tree.now()), "");
  }
  ASSERT_NE(lag(), "");
  session.rebalance(true);
  ASSERT_EQ(session.route(tree.now()), "");
  EXPECT_EQ(lag(), "");
  EXPECT_TRUE(test::contains(session.last().change->why_anew, "jobs get "))
      << session.last().change->why_anew;
}

INSTANTIATE_TEST_SUITE_P(Engines, Growth,
                         testing::Values(Case{"minhop"}, Case{"updn"}, Case{"dnup"}, Case{"ftree"},
                                         Case{"sssp"}, Case{"dfsssp", 4}, Case{"nue"},
                                         Case{"auto"}),
                         [](const auto& one) { return std::string(one.param.engine); });

// A ring of eight, in which a chord joins the opposite of 0 to it.
TEST(GrowthOfMinhop, AChordIsTaken) {
  test::Sketch sketch(8);
  for (SwitchIndex s = 0; s < 8; ++s) {
    sketch.link(s, 1, (s + 1) % 8, 2);
    sketch.ca(s, 3);
  }
  sketch.link(0, 4, 4, 4);
  test::LivingFabric ring(sketch.build());
  ring.lose_link(0, 4);
  test::RoutedSession session(engine_named("minhop"));
  ASSERT_EQ(session.route(ring.now()), "");
  ring.return_all();
  ASSERT_EQ(session.route(ring.now()), "");
  test::RoutedSession anew(engine_named("minhop"));
  ASSERT_EQ(anew.route(ring.now()), "");
  EXPECT_EQ(figures_of(session.last()).mean_hops, figures_of(anew.last()).mean_hops);
}

// Two spines above three leaf switches, a host on each. The second spine gets its host later: it
// had no path to the host of the first one, over a leaf switch, and nobody needed one.
TEST(GrowthOfUpdn, TheFirstHostOfASpineReachesAllOthers) {
  test::Sketch sketch(5);
  for (SwitchIndex leaf = 0; leaf < 3; ++leaf) {
    sketch.link(leaf, 1, 3, static_cast<PortNum>(leaf + 1));
    sketch.link(leaf, 2, 4, static_cast<PortNum>(leaf + 1));
  }
  for (SwitchIndex s = 0; s < 5; ++s) sketch.ca(s, 5);
  test::LivingFabric tree(sketch.build());
  tree.lose_end_port(4);
  test::RoutedSession session(engine_named("updn"));
  ASSERT_EQ(session.route(tree.now()), "");
  tree.return_all();
  ASSERT_EQ(session.route(tree.now()), "");
  EXPECT_TRUE(session.last().change->repaired) << session.last().change->why_anew;
  EXPECT_EQ(session.last().verdict.unreachable_pairs, 0u);
  EXPECT_EQ(session.last().lost.between_end_ports(), 0u);
}

}  // namespace
}  // namespace weft
