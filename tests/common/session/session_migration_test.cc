// RoutingTask::most_entries: from one routing to another in steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "common/policy/options_digest.h"
#include "tests/support/living_fabric.h"
#include "tests/support/named_nodes.h"
#include "tests/support/routed_session.h"

namespace weft {
namespace {

using test::RoutedSession;
using test::rows_of;
using test::sls_of;

constexpr std::uint64_t kMost = 40;

const EngineInfo& engine_of(std::string_view name) {
  return **std::ranges::find(all_engines(), name, &EngineInfo::name);
}

Options balanced(Balance balance) {
  Options options;
  options.balance = balance;
  return options;
}
Options by_switch() { return balanced(Balance::kSwitch); }
Options over_fabric() { return balanced(Balance::kFabric); }

Fabric small_tree() { return with_new_lids(make_xgft({.down = {3, 3, 4}, .up = {1, 2, 3}}), 0); }
Fabric small_torus() { return with_new_lids(make_torus({.dims = {4, 4}, .cas = 2}), 0); }

// Routes until nothing is left. Every step is good, and no larger than it may be.
void go_all_the_way(RoutedSession& session, const Fabric& fabric, const Options& options) {
  std::uint64_t left = ~std::uint64_t{0};
  while (left > 0) {
    ASSERT_EQ(session.route(fabric, options), "");
    const Verified& now = session.last();
    ASSERT_TRUE(now.change);
    EXPECT_FALSE(now.change->repaired);
    ASSERT_LT(now.change->left, left);
    left = now.change->left;
    EXPECT_LE(now.change->entries, std::max<std::uint64_t>(kMost, fabric.switch_count()));
    EXPECT_TRUE(now.verdict.reaches_all());
    EXPECT_TRUE(now.routing.warnings.empty());
  }
}

class Migration : public ::testing::TestWithParam<std::string> {};

TEST_P(Migration, EndsWithTheRoutesOfTheEngine) {
  const bool is_torus = GetParam() == "torus-2QoS";
  const unsigned lanes = is_torus ? 8 : 1;
  const Fabric fabric = is_torus ? small_torus() : small_tree();
  RoutedSession wanted(engine_of(GetParam()), lanes);
  ASSERT_EQ(wanted.route(fabric, over_fabric()), "");

  RoutedSession session(engine_of(GetParam()), lanes);
  ASSERT_EQ(session.route(fabric, by_switch()), "");
  ASSERT_NE(rows_of(session.last()), rows_of(wanted.last()));
  session.change_at_most(kMost);
  ASSERT_EQ(session.route(fabric, by_switch()), "");
  EXPECT_TRUE(session.last().change->changes_nothing());
  ASSERT_EQ(session.route(fabric, over_fabric()), "");
  EXPECT_GT(session.last().change->left, 0u);
  EXPECT_GT(session.last().change->entries, 0u);
  go_all_the_way(session, fabric, over_fabric());
  EXPECT_EQ(rows_of(session.last()), rows_of(wanted.last()));
  EXPECT_EQ(sls_of(session.last()), sls_of(wanted.last()));
  ASSERT_EQ(session.route(fabric, over_fabric()), "");
  EXPECT_TRUE(session.last().change->changes_nothing());
}

INSTANTIATE_TEST_SUITE_P(Engines, Migration,
                         ::testing::Values("minhop", "updn", "dnup", "torus-2QoS"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(Migration, RepairsPathsLostDuringTheMigrationAtOnce) {
  const Fabric whole = small_tree();
  RoutedSession session(engine_of("updn"));
  ASSERT_EQ(session.route(whole, by_switch()), "");
  session.change_at_most(kMost);
  ASSERT_EQ(session.route(whole, over_fabric()), "");
  ASSERT_GT(session.last().change->left, 0u);
  const Fabric damaged = with_failures(whole, {.links = {2, false}, .seed = 3});
  ASSERT_EQ(session.route(damaged, over_fabric()), "");
  EXPECT_TRUE(session.last().verdict.reaches_all());
  EXPECT_GT(session.last().change->left, 0u);
  go_all_the_way(session, damaged, over_fabric());
  RoutedSession wanted(engine_of("updn"));
  ASSERT_EQ(wanted.route(damaged, over_fabric()), "");
  EXPECT_EQ(rows_of(session.last()), rows_of(wanted.last()));
}

TEST(Migration, ResumesAfterARestart) {
  const Fabric fabric = small_tree();
  RoutedSession before(engine_of("updn"));
  ASSERT_EQ(before.route(fabric, by_switch()), "");
  before.change_at_most(kMost);
  ASSERT_EQ(before.route(fabric, over_fabric()), "");
  RoutedSession session(engine_of("updn"));
  session.change_at_most(kMost);
  session.resume(before.state());
  ASSERT_EQ(session.route(fabric, over_fabric()), "");
  EXPECT_GT(session.last().change->entries, 0u);
  EXPECT_LT(session.last().change->left, before.last().change->left);
  go_all_the_way(session, fabric, over_fabric());
}

TEST(Migration, ReversesWithTheOptions) {
  const Fabric fabric = small_tree();
  RoutedSession session(engine_of("updn"));
  ASSERT_EQ(session.route(fabric, by_switch()), "");
  const auto before = rows_of(session.last());
  session.change_at_most(kMost);
  ASSERT_EQ(session.route(fabric, over_fabric()), "");
  go_all_the_way(session, fabric, by_switch());
  EXPECT_EQ(rows_of(session.last()), before);
}

// As auto does, which keeps its choice as long as it is told it.
TEST(Migration, GoesOnWithTheEngineThatWasChosen) {
  static std::string best;
  static const EngineInfo choosing = [] {
    EngineInfo engine = engine_of("minhop");
    engine.name = "choosing";
    engine.route = [](const RouteRequest& request, Tables rows) {
      const std::string chosen(request.chosen.empty() ? best : request.chosen);
      Routing routing = engine_of(chosen).route(request, rows);
      routing.notes.engine = chosen;
      return routing;
    };
    return engine;
  }();
  const Fabric fabric = with_failures(small_tree(), {.links = {3, false}, .seed = 5});
  RoutedSession wanted(engine_of("ftree"));
  ASSERT_EQ(wanted.route(fabric), "");
  RoutedSession session(choosing);
  best = "updn";
  ASSERT_EQ(session.route(fabric), "");
  ASSERT_NE(rows_of(session.last()), rows_of(wanted.last()));
  best = "ftree";
  session.change_at_most(kMost);
  session.reroute(true);
  ASSERT_EQ(session.route(fabric), "");
  ASSERT_GT(session.last().change->left, 0u);
  session.reroute(false);
  go_all_the_way(session, fabric, {});
  EXPECT_EQ(rows_of(session.last()), rows_of(wanted.last()));
  EXPECT_EQ(session.last().routing.notes.engine, "ftree");
}

// Of a tree that lacks a link, which the engine routes better than before.
TEST(Migration, KeepsTheBaselineIfItsFirstStepDoes) {
  static Balance balance;
  balance = Balance::kSwitch;
  static const EngineInfo changing = [] {
    EngineInfo engine = engine_of("minhop");
    engine.name = "changing";
    engine.route = [](const RouteRequest& request, Tables rows) {
      const Options options = balanced(balance);
      return engine_of("minhop").route({request.fabric, options, request.workers, request.lanes},
                                       rows);
    };
    return engine;
  }();
  test::LivingFabric tree(with_new_lids(make_xgft({.down = {4, 4, 4}, .up = {1, 4, 4}}), 0));
  RoutedSession session(changing);
  ASSERT_EQ(session.route(tree.now()), "");
  const std::shared_ptr<const Verified> first = session.state().last;
  tree.lose_link(0, 5);
  ASSERT_EQ(session.route(tree.now()), "");
  ASSERT_EQ(session.state().baseline, first);
  balance = Balance::kFabric;
  session.change_at_most(kMost);
  session.rebalance(true);
  ASSERT_EQ(session.route(tree.now()), "");
  ASSERT_GT(session.last().change->left, 0u) << session.last().change->why_moved;
  EXPECT_EQ(session.state().baseline, first);
  session.rebalance(false);
  go_all_the_way(session, tree.now(), {});
  EXPECT_EQ(session.state().baseline, first);
  tree.return_all();
  ASSERT_EQ(session.route(tree.now()), "");
  EXPECT_TRUE(rows_of(session.last()) == rows_of(*first));
}

// Whenever opensm is asked to stop: the next sweep goes the same way.
TEST(Migration, IsNotForgottenWhereItIsGivenUp) {
  const Fabric fabric = small_tree();
  RoutedSession wanted(engine_of("updn"));
  ASSERT_EQ(wanted.route(fabric, over_fabric()), "");
  static unsigned questions;
  bool is_through = false;
  unsigned given_up = 0;
  for (unsigned most = 0; !is_through; ++most) {
    RoutedSession session(engine_of("updn"));
    ASSERT_EQ(session.route(fabric, by_switch()), "");
    session.change_at_most(kMost);
    questions = most;
    session.work_with(Workers(1, [] { return questions == 0 || --questions == 0; }));
    is_through = session.route(fabric, over_fabric()).empty();
    session.work_with(Workers(1));
    if (!is_through) ++given_up;
    go_all_the_way(session, fabric, over_fabric());
    ASSERT_EQ(rows_of(session.last()), rows_of(wanted.last())) << most;
  }
  EXPECT_GT(given_up, 2u);
}

// Other roots on a torus: columns of both orders of its switches close credit loops together.
TEST(Migration, ChangesAllAtOnceWhereAStepHasACreditLoop) {
  const Fabric fabric = small_torus();
  const auto rooted = [&](SwitchIndex root) {
    Options options;
    options.ranked_nodes = test::named_nodes({fabric.switches()[root].node_guid});
    return options;
  };
  RoutedSession wanted(engine_of("updn"));
  ASSERT_EQ(wanted.route(fabric, rooted(10)), "");
  RoutedSession session(engine_of("updn"));
  ASSERT_EQ(session.route(fabric, rooted(0)), "");
  session.change_at_most(kMost);
  for (unsigned sweeps = 0; sweeps == 0 || session.last().change->left > 0; ++sweeps) {
    ASSERT_LT(sweeps, 100u);
    ASSERT_EQ(session.route(fabric, rooted(10)), "");
    EXPECT_TRUE(session.last().verdict.credit_loop.empty());
  }
  EXPECT_EQ(rows_of(session.last()), rows_of(wanted.last()));
  const auto says_so = [&] {
    return std::ranges::any_of(session.last().routing.warnings, [](const std::string& text) {
      return text.starts_with("weft_migrate has no effect");
    });
  };
  EXPECT_TRUE(says_so());
  ASSERT_EQ(session.route(fabric, rooted(10)), "");
  EXPECT_FALSE(says_so()) << "it is of the change before";
}

}  // namespace
}  // namespace weft
