#include "plugins/auto/auto.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "common/routing/choice.h"
#include "common/session/session.h"
#include "plugins/fat_tree/ftree.h"
#include "plugins/up_down/updn.h"
#include "tests/support/routed_engine.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

struct RoutedAuto : test::RoutedEngine {
  explicit RoutedAuto(const Fabric& f, unsigned vls = 8, const Options& options = {},
                      std::uint8_t lmc = 0)
      : RoutedEngine(auto_engine(), with_new_lids(f, lmc), options, vls) {}

  const EngineTrial& trial(const std::string& engine) const {
    return *std::ranges::find(routing.choice->trials, engine, &EngineTrial::engine);
  }
  std::vector<std::string> tried() const {
    std::vector<std::string> names;
    for (const EngineTrial& trial : routing.choice->trials) names.push_back(trial.engine);
    return names;
  }
};

using Names = std::vector<std::string>;

// Returns the engine that was taken.
std::string taken(const Fabric& fabric, unsigned vls = 8) {
  const RoutedAuto routed(fabric, vls);
  if (!routed.refusal.empty()) return routed.refusal;
  EXPECT_TRUE(routed.verdict.reaches_all());
  EXPECT_TRUE(routed.verdict.credit_loop.empty());
  EXPECT_EQ(routed.routing.notes.engine, routed.routing.choice->engine);
  return routed.routing.choice->engine;
}

TEST(AutoEngine, TakesTheEngineOfTheTopology) {
  EXPECT_EQ(taken(make_xgft({.down = {4, 6}, .up = {1, 4}})), "ftree");
  EXPECT_EQ(taken(make_xgft({.down = {3, 3, 4}, .up = {1, 3, 3}})), "ftree");
  EXPECT_EQ(taken(make_torus({.dims = {5, 6}, .cas = 1})), "torus-2QoS");
  EXPECT_EQ(taken(make_mesh({.dims = {5, 6}, .cas = 1})), "torus-2QoS");
  EXPECT_EQ(taken(make_dragonfly({.routers = 4, .global_links = 2, .cas = 2})), "dragonfly");
  EXPECT_EQ(taken(make_dragonfly_plus({.leaves = 4, .spines = 4, .global_links = 2, .cas = 3})),
            "dfp");
  EXPECT_EQ(taken(make_xgft({.down = {6}, .up = {1}})), "minhop") << "one switch";
  EXPECT_EQ(taken(make_random_regular({.switches = 40, .degree = 6, .cas = 2, .seed = 3})),
            "dfsssp")
      << "which delivers most";
}

TEST(AutoEngine, TakesATreeForOneWhereOneLeafHasMostHosts) {
  test::Sketch sketch(7, 40);  // leaf switches s0 to s3, spines s4 to s6
  for (SwitchIndex leaf = 0; leaf < 4; ++leaf) {
    for (SwitchIndex spine = 4; spine < 7; ++spine) {
      sketch.link(leaf, static_cast<PortNum>(spine), spine, static_cast<PortNum>(leaf + 1));
    }
    for (unsigned i = 0; i < (leaf == 0 ? 24 : 2); ++i) {
      sketch.ca(leaf, static_cast<PortNum>(10 + i));
    }
  }
  const RoutedAuto routed(sketch.build());
  ASSERT_EQ(routed.refusal, "");
  EXPECT_TRUE(routed.routing.choice->fabric.starts_with("tree of 2 levels"))
      << routed.routing.choice->fabric;
  EXPECT_EQ(routed.tried().front(), "ftree");
}

TEST(AutoEngine, RecognisesATreeByTheRootsThatItIsGiven) {
  test::Sketch sketch(3);  // a0 - s0 - s1 - s2 - a1
  sketch.link(0, 1, 1, 1);
  sketch.link(1, 2, 2, 1);
  sketch.ca(0, 8);
  sketch.ca(2, 8);
  const Fabric fabric = sketch.build();
  EXPECT_TRUE(RoutedAuto(fabric).routing.choice->fabric.starts_with("tree of 2 levels"));
  for (const Guid guid : {fabric.switches()[0].node_guid, fabric.end_ports()[0].port_guid}) {
    Options options;
    options.ranked_nodes = {{.guid = fabric.switches()[2].node_guid, .rank = 1}, {.guid = guid}};
    const RoutedAuto routed(fabric, 8, options);
    ASSERT_EQ(routed.refusal, "");
    EXPECT_TRUE(routed.routing.choice->fabric.starts_with("tree of 3 levels"))
        << routed.routing.choice->fabric;
  }
}

TEST(AutoEngine, SomeEngineRoutesOnOneLane) {
  for (const Fabric& fabric :
       {make_torus({.dims = {5, 6}, .cas = 1}),
        make_dragonfly({.routers = 4, .global_links = 2, .cas = 2}),
        make_random_regular({.switches = 40, .degree = 6, .cas = 2, .seed = 3})}) {
    const std::string engine = taken(fabric, 1);
    EXPECT_TRUE(engine == "nue" || engine == "updn") << engine;
  }
}

TEST(AutoEngine, ComparesByTrafficOnATreeThatLacksLinks) {
  const Fabric tree =
      with_failures(make_xgft({.down = {6, 6, 6}, .up = {1, 3, 3}}), {.links = {5}, .seed = 4});
  const RoutedAuto routed(tree);
  ASSERT_EQ(routed.refusal, "");
  EXPECT_EQ(routed.tried(), (Names{"ftree", "updn", "dfsssp", "sssp", "nue"}));
  const EngineTrial& ftree = routed.trial("ftree");
  EXPECT_GT(ftree.delivered, routed.trial("updn").delivered);
  EXPECT_EQ(routed.routing.choice->engine, "ftree");
  EXPECT_EQ(measure(routed.view(), Workers(2)).max_link_load, ftree.max_link_load)
      << "the rows are its";
}

Fabric torus_without_links() {
  return with_failures(make_torus({.dims = {6, 6}, .cas = 2}), {.links = {6}, .seed = 4});
}

// With a node in each switch the paths that ftree adds between spines crowd a few links, of which
// the traffic of jobs tells little.
TEST(AutoEngine, TakesNoEngineWithAMuchBusierLinkThanOneThatIsNearlyAsGood) {
  const RoutedAuto routed(with_aggregation_nodes(
      make_dragonfly_plus({.leaves = 4, .spines = 4, .global_links = 2, .cas = 3}), {}, {}, 1));
  ASSERT_EQ(routed.refusal, "");
  const EngineTrial& ftree = routed.trial("ftree");
  const EngineTrial& dfp = routed.trial("dfp");
  EXPECT_GT(ftree.delivered, 0.99 * dfp.delivered);
  EXPECT_TRUE(ftree.safe_on_one_lane);
  EXPECT_GT(ftree.max_link_load, 2 * dfp.max_link_load);
  EXPECT_EQ(routed.routing.choice->engine, "dfp");
}

// dor plans trees beside any paths; the one that is taken fits these.
TEST(AutoEngine, AsksDorOnAProductAndTakesATreeThatFitsItsPaths) {
  const RoutedAuto routed(
      without_some_cas(make_hyperx({.dims = {3, 4, 3}, .cas = 3}), {25, /*percent=*/true}, 2));
  ASSERT_EQ(routed.refusal, "");
  EXPECT_EQ(routed.routing.choice->engine, "dor");
  EXPECT_GT(routed.trial("dor").delivered, 1.05 * routed.trial("kdor-ghc").delivered);
  EXPECT_TRUE(routed.verdict.credit_loop.empty());
  EXPECT_TRUE(routed.verdict.credit_loop_multicast.empty());
}

TEST(AutoEngine, WeighsTrafficAsItIsTold) {
  Options options;
  options.traffic = {{PatternKind::kAllToAll, 1}};
  const RoutedAuto all_at_once(torus_without_links(), 8, options);
  options.traffic = {{PatternKind::kRing, 1}};
  const RoutedAuto ring(torus_without_links(), 8, options);
  ASSERT_EQ(all_at_once.refusal + ring.refusal, "");
  EXPECT_NE(all_at_once.routing.choice->engine, ring.routing.choice->engine);
}

TEST(AutoEngine, NamesTheUsualTrafficWhereNoServersAreKnown) {
  Options options;
  options.traffic = {{PatternKind::kStorage, 1}, {PatternKind::kRing, 0}, {PatternKind::kHalo, 0}};
  const RoutedAuto routed(torus_without_links(), 8, options);
  ASSERT_EQ(routed.refusal, "");
  EXPECT_NE(routed.routing.choice->reason.find("(shift "), std::string::npos)
      << routed.routing.choice->reason;
}

// Two paths for each pair, where there is one shortest one.
TEST(AutoEngine, CountsWhatSeveralLidsBring) {
  const Fabric fabric = make_slim_fly({.q = 4, .cas = 3});
  Options options;
  options.traffic = {{PatternKind::kAdversarial, 1}};
  const RoutedAuto one(fabric, 8, options);
  const RoutedAuto four(fabric, 8, options, 2);
  ASSERT_EQ(one.refusal + four.refusal, "");
  EXPECT_EQ(one.routing.choice->engine, "dfsssp");
  EXPECT_EQ(four.routing.choice->engine, "multipath");
  EXPECT_GT(four.trial("multipath").delivered, 1.2 * four.trial("dfsssp").delivered);
}

TEST(AutoEngine, SaysWhyInOneLine) {
  const RoutedAuto torus(make_torus({.dims = {5, 6}, .cas = 1}));
  EXPECT_TRUE(std::ranges::any_of(torus.routing.remarks, [](const std::string& remark) {
    return test::contains(remark,
                          "torus of 5 x 6 switches: routed by torus-2QoS, since jobs get ") &&
           test::contains(remark, "«routing_engine weft-torus-2QoS» makes that a rule");
  })) << testing::PrintToString(torus.routing.remarks);
  const RoutedAuto without_qos(make_torus({.dims = {5, 6}, .cas = 1}), 1);
  EXPECT_TRUE(std::ranges::any_of(without_qos.routing.remarks, [](const std::string& remark) {
    return test::contains(remark, "torus-2QoS: a torus needs two virtual lanes: set qos TRUE");
  }));
}

TEST(AutoEngine, SaysTheDiameterOfOtherGraphs) {
  const RoutedAuto routed(make_slim_fly({.q = 5, .cas = 1}));
  ASSERT_EQ(routed.refusal, "");
  EXPECT_EQ(routed.routing.choice->fabric,
            "graph of diameter 2, no tree, torus or dragonfly that is recognised");
}

TEST(AutoEngine, RefusesWithWhatEachSays) {
  const Fabric torus = with_new_lids(make_torus({.dims = {5, 6}, .cas = 1}), 0);
  TableBlock block(torus.switch_count(), torus.max_lid());
  const EngineInfo* const minhop[] = {all_engines().front()};
  try {
    auto_engine().route({torus, Options(), Workers(1), {}, minhop}, block.tables());
    FAIL() << "it knows no engine for that";
  } catch (const CannotRoute& refusal) {
    EXPECT_EQ(std::string(refusal.what()),
              "no engine routes this fabric (torus of 5 x 6 switches): ");
  }
}

// What a state file says may be anything.
TEST(AutoEngine, TakesAnotherWhereMemoryDoesNotSuffice) {
  static constexpr EngineInfo kHungry = {
      "ftree", "one that asks for more than there is", Claims{},
      [](const RouteRequest&, Tables) -> Routing { throw std::bad_alloc(); }};
  const EngineInfo* const engines[] = {&kHungry, &updn_engine()};
  const Fabric fabric = with_new_lids(make_xgft({.down = {4, 6}, .up = {1, 4}}), 0);
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  const Routing routing =
      auto_engine().route({fabric, Options(), Workers(1), first_lanes(1), engines}, block.tables());
  EXPECT_EQ(routing.choice->engine, "updn");
  EXPECT_EQ(routing.choice->trials.front().refusal, "there is not enough memory for it");
}

// As updn, but all paths between leaf switches lead over the same spine.
Routing route_over_one_spine(const RouteRequest& request, Tables rows) {
  Routing routing = updn_engine().route(request, rows);
  for (const EndPort& from : request.fabric.end_ports()) {
    const auto ports = request.fabric.ports(from.sw);
    const auto up = std::ranges::find(ports, PeerKind::kSwitch, &Port::kind) - ports.begin();
    for (const EndPort& to : request.fabric.end_ports()) {
      if (to.sw != from.sw) rows.row(from.sw)[to.lid] = static_cast<PortNum>(up);
    }
  }
  return routing;
}

TEST(AutoEngine, ComparesOnAWholeTreeIfShiftsHaveContention) {
  static constexpr EngineInfo kCrowded = {"ftree", "all over one spine", Claims{},
                                          &route_over_one_spine};
  const Fabric fabric = with_new_lids(make_xgft({.down = {4, 6}, .up = {1, 4}}), 0);
  const auto routed_with = [&](const EngineInfo& ftree) {
    const EngineInfo* const engines[] = {&ftree, &updn_engine()};
    TableBlock block(fabric.switch_count(), fabric.max_lid());
    return auto_engine().route({fabric, Options(), Workers(1), first_lanes(1), engines},
                               block.tables());
  };
  const EngineChoice by_one = *routed_with(kCrowded).choice;
  EXPECT_EQ(by_one.engine, "updn");
  ASSERT_EQ(by_one.trials.front().engine, "ftree");
  EXPECT_TRUE(by_one.trials.front().is_measured);
  EXPECT_LT(by_one.trials.front().delivered, 0.5);
  const EngineChoice by_all = *routed_with(ftree_engine()).choice;
  EXPECT_EQ(by_all.engine, "ftree");
  EXPECT_EQ(by_all.reason, "without contention in shifts");
}

TEST(AutoEngine, ComparesOnAWholeTreeIfOtherTrafficThanShiftsCounts) {
  const Fabric tree = make_xgft({.down = {6, 3, 3}, .up = {1, 4, 4}});
  EXPECT_EQ(RoutedAuto(tree).tried(), Names{"ftree"});
  Options options;
  options.traffic = {{PatternKind::kShift, 0}, {PatternKind::kAllToAll, 1}};
  EXPECT_EQ(RoutedAuto(tree, 8, options).tried(),
            (Names{"ftree", "updn", "dfsssp", "sssp", "nue"}));
}

TEST(AutoEngine, TakesFtreeOnWholeDirectors) {
  const RoutedAuto routed(make_directors(
      {.spines = {6, 6}, .lines = {6, 6}, .edges = 12, .uplinks = {3, 3}, .cas = 6}));
  EXPECT_EQ(routed.routing.choice->engine, "ftree");
  EXPECT_EQ(routed.routing.choice->reason, "without contention in shifts");
}

TEST(AutoEngine, AsksNoEngineThatAsksOthers) {
  const Fabric torus = with_new_lids(make_torus({.dims = {5, 6}, .cas = 1}), 0);
  for (const char* chosen : {"auto", "chain", "nobody", "nue"}) {
    TableBlock block(torus.switch_count(), torus.max_lid());
    const Routing routing = auto_engine().route(
        {torus, Options(), Workers(1), first_lanes(8), all_engines(), chosen}, block.tables());
    EXPECT_EQ(routing.notes.engine == "nue", std::string(chosen) == "nue") << chosen;
  }
}

struct Sweeps {
  // No repairs: the engine is asked each time.
  Sweeps() { options.keep_routes = false; }

  // made: without LIDs.
  std::shared_ptr<const Verified> sweep(const Fabric& made, bool reroute = false) {
    Fabric fabric = with_new_lids(made, 0);
    TableBlock block(fabric.switch_count(), fabric.max_lid());
    LaneSettings lanes;
    lanes.budget = first_lanes(8);
    lanes.budget.vls = 8;
    return session.route({.fabric = std::move(fabric),
                          .options = options,
                          .workers = workers,
                          .lanes = lanes,
                          .reroute = reroute},
                         block.tables());
  }

  Options options;
  Workers workers{2};
  Session session{auto_engine(), all_engines()};
};

TEST(AutoEngine, StaysWithItsChoice) {
  Sweeps sweeps;
  EXPECT_EQ(sweeps.sweep(make_torus({.dims = {6, 6}, .cas = 2}))->routing.notes.engine,
            "torus-2QoS");
  const Fabric less = torus_without_links();
  const auto second = sweeps.sweep(less);
  EXPECT_EQ(second->routing.notes.engine, "torus-2QoS");
  EXPECT_EQ(second->routing.choice->reason, "it was chosen before");
  sweeps.options.traffic = {{PatternKind::kRing, 1}};
  const std::string other = sweeps.sweep(less, /*reroute=*/true)->routing.notes.engine;
  EXPECT_NE(other, "torus-2QoS");
  Session after_restart(auto_engine(), all_engines());
  after_restart.resume(sweeps.session.state());
  EXPECT_EQ(after_restart.last()->routing.notes.engine, other);
}

TEST(AutoEngine, ChoosesAgainWhenMuchIsNew) {
  const Fabric tree = make_xgft({.down = {6, 6, 6}, .up = {1, 3, 3}});
  const Fabric half = with_failures(tree, {.switches = {12}, .links = {12}, .seed = 4});
  Sweeps sweeps;
  ASSERT_NE(sweeps.sweep(half)->routing.choice->reason, "it was chosen before");
  EXPECT_EQ(sweeps.sweep(half)->routing.choice->reason, "it was chosen before");
  EXPECT_NE(sweeps.sweep(tree)->routing.choice->reason, "it was chosen before");
}

// With the host of the subnet manager alone a torus looks like a tree.
TEST(AutoEngine, ChoosesAgainWhenTheHostsComeUp) {
  const Fabric torus = make_torus({.dims = {6, 6}, .cas = 2});
  const Fabric first = without_some_cas(torus, {.number = 71}, 1);
  Sweeps sweeps;
  sweeps.options.keep_routes = true;
  sweeps.sweep(first);
  EXPECT_EQ(sweeps.sweep(torus)->routing.notes.engine, "torus-2QoS");
}

TEST(AutoEngine, ChoosesAnotherWhereTheFirstFailsNow) {
  Sweeps sweeps;
  EXPECT_EQ(sweeps.sweep(make_torus({.dims = {5, 6}, .cas = 1}))->routing.notes.engine,
            "torus-2QoS");
  const auto second = sweeps.sweep(make_xgft({.down = {6, 6, 6}, .up = {1, 3, 3}}));
  EXPECT_EQ(second->routing.notes.engine, "ftree");
}

}  // namespace
}  // namespace weft
