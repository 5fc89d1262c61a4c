#include "common/whatif/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "common/whatif/failure_specs.h"
#include "plugins/engines.h"
#include "tests/support/routed_session.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

const EngineInfo& engine_called(std::string_view name) {
  return **std::ranges::find(all_engines(), name, &EngineInfo::name);
}

Fabric small_tree() {
  XgftSpec spec;
  spec.down = {2, 3, 2};
  spec.up = {1, 2, 2};
  return with_new_lids(make_xgft(spec), 0);
}

Fabric small_torus() {
  GridSpec spec;
  spec.dims = {4, 3};
  spec.cas = 2;
  return with_new_lids(make_torus(spec), 0);
}

struct Tried {
  std::vector<Failure> failures;
  std::vector<Outcome> outcomes;
};

Tried tried(const Fabric& fabric, std::string_view engine, std::vector<std::string> specs,
            const Options& options = {}) {
  Session session(engine_called(engine), all_engines());
  const LaneSettings lanes = test::lane_settings(8);
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  session.route({fabric, options, Workers(1), lanes}, block.tables());
  const auto nothing_drained = [](Fabric f) { return f; };
  const Trials trials({fabric, nothing_drained, options, lanes}, session, Workers(1));
  Tried all = {parse_failures(fabric, specs, 1), {}};
  for (const Failure& failure : all.failures)
    all.outcomes.push_back(trials.run(failure, Workers(1)));
  return all;
}

// As a session finds it that lives through that one failure alone.
void expect_as_lived_through(const Fabric& fabric, std::string_view engine) {
  const Tried all = tried(fabric, engine, {"every-link", "every-switch", "random 20% x 5"});
  for (std::size_t i = 0; i < all.failures.size(); ++i) {
    const Outcome& outcome = all.outcomes[i];
    SCOPED_TRACE(outcome.name);
    test::RoutedSession session(engine_called(engine), 8);
    ASSERT_EQ(session.route(fabric), "");
    EXPECT_EQ(session.route(fabric_after(fabric, all.failures[i])), outcome.error);
    if (!outcome.error.empty()) continue;
    const Verified& lived = session.last();
    const Figures figures =
        measure({lived.fabric, lived.tables->tables(), lived.routing.lanes}, Workers(1));
    EXPECT_EQ(outcome.entries, lived.change->entries);
    EXPECT_EQ(outcome.sls, lived.change->sls);
    EXPECT_EQ(outcome.repaired, lived.change->repaired);
    EXPECT_EQ(outcome.why_anew, lived.change->why_anew);
    EXPECT_EQ(outcome.busiest_after, figures.max_link_load);
    EXPECT_DOUBLE_EQ(outcome.mean_after, figures.mean_link_load);
    EXPECT_EQ(outcome.disconnected, lived.verdict.disconnected_pairs);
    EXPECT_EQ(outcome.lost_pairs,
              lived.verdict.unreachable_pairs - lived.verdict.disconnected_pairs);
    EXPECT_EQ(outcome.lanes, lived.verdict.lanes_used);
    EXPECT_EQ(outcome.credit_loop, !lived.verdict.credit_loop.empty());
    EXPECT_EQ(outcome.credit_loop_multicast, !lived.verdict.credit_loop_multicast.empty());
  }
}

TEST(Trials, AreAsIfEachFailureHappenedAlone) {
  expect_as_lived_through(small_tree(), "ftree");
  expect_as_lived_through(small_tree(), "updn");
  expect_as_lived_through(small_torus(), "dfsssp");
  expect_as_lived_through(small_torus(), "nue");
  expect_as_lived_through(small_torus(), "minhop");
}

// s0 and s1, two links, and s2 at s1 by one link; a CA each, LIDs 100 to 102.
Fabric line_of_three() {
  test::Sketch sketch(3);
  sketch.link(0, 1, 1, 1);
  sketch.link(0, 2, 1, 2);
  sketch.link(1, 4, 2, 4);
  for (SwitchIndex s = 0; s < 3; ++s) sketch.ca(s, 3);
  return sketch.build();
}

TEST(Trials, PairsThatAreCutOffAreCountedApart) {
  const auto outcomes = tried(line_of_three(), "minhop",
                              {"link s1[4]", "link s0[1]", "switch s1", "switch s2", "link a0[1]"})
                            .outcomes;
  EXPECT_EQ(outcomes[0].disconnected, 4u);  // a2 and both others, both ways
  EXPECT_EQ(outcomes[0].lost_pairs, 0u);
  EXPECT_EQ(outcomes[1].disconnected, 0u);
  EXPECT_EQ(outcomes[2].disconnected, 2u);  // a0 and a2: a1 is gone with its switch
  EXPECT_EQ(outcomes[3].disconnected, 0u);
  EXPECT_EQ(outcomes[4].disconnected, 0u);
  for (const Outcome& outcome : outcomes) EXPECT_EQ(outcome.error, "");
}

TEST(Trials, TheBusiestLinkIsNamedFromItsSender) {
  const auto outcomes = tried(line_of_three(), "minhop", {"switch s0", "link s0[1]"}).outcomes;
  EXPECT_EQ(outcomes[0].busiest_after, 1u);
  EXPECT_EQ(outcomes[0].busiest_name, "s1[4] -> s2[4]");
  EXPECT_EQ(outcomes[1].busiest_after, 2u);
  EXPECT_EQ(outcomes[1].busiest_name, "s0[2] -> s1[2]");
}

TEST(Trials, WithoutRepairsTheFabricIsRecomputed) {
  Options options;
  options.keep_routes = false;
  const auto outcomes = tried(small_tree(), "updn", {"every-link"}, options).outcomes;
  EXPECT_FALSE(outcomes[0].repaired);
  EXPECT_EQ(outcomes[0].why_anew, "weft_keep_routes is FALSE");
}

TEST(Trials, AddedLinksAreUsedAfterARecompute) {
  const Fabric fabric = line_of_three();
  const Options options;
  Session session(engine_called("minhop"), all_engines());
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  session.route({fabric, options, Workers(1)}, block.tables());
  const Trials trials({fabric, [](Fabric f) { return f; }, options, {}}, session, Workers(1));
  const Outcome outcome = trials.run(
      {.kind = FailureKind::kAdd, .name = "more", .added = {{{0, 5}, {2, 5}}}}, Workers(1));
  EXPECT_EQ(outcome.error, "");
  EXPECT_FALSE(outcome.repaired);
  EXPECT_EQ(outcome.busiest_before, 2u);  // s1 to s2 carries a0's and a1's
  EXPECT_EQ(outcome.busiest_after, 1u);
  EXPECT_EQ(session.last()->fabric.ports(0)[5].kind, PeerKind::kNothing);
}

Routing refuses(const RouteRequest& request, Tables rows) {
  if (request.fabric.switch_count() < 3) throw CannotRoute("two switches are too few");
  return engine_called("minhop").route(request, rows);
}

TEST(Trials, ARefusalIsAnOutcome) {
  const EngineInfo engine = {
      .name = "test", .description = "", .claims = {}, .route = refuses, .repairable = false};
  const Fabric fabric = line_of_three();
  const Options options;
  Session session(engine);
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  session.route({fabric, options, Workers(1)}, block.tables());
  const Trials trials({fabric, [](Fabric f) { return f; }, options, {}}, session, Workers(1));
  const Outcome refused =
      trials.run({.kind = FailureKind::kSwitch, .name = "s0", .sw = 0}, Workers(1));
  EXPECT_EQ(refused.error, "two switches are too few");
  const Outcome routed = trials.run({.name = "link", .links = {{0, 1}}}, Workers(1));
  EXPECT_EQ(routed.error, "");
  EXPECT_FALSE(routed.repaired);
  EXPECT_NE(routed.why_anew, "");
}

TEST(Trials, TheWorseComesFirst) {
  const Outcome refused = {.name = "refused", .error = "no"};
  const Outcome cut = {.name = "cut", .disconnected = 5};
  const Outcome lost = {.name = "lost", .lost_pairs = 4, .busiest_after = 90};
  const Outcome busy = {.name = "busy", .entries = 1, .busiest_after = 80};
  const Outcome changed = {.name = "changed", .entries = 9, .busiest_after = 70};
  const Outcome quiet = {.name = "quiet", .entries = 8, .busiest_after = 70};
  const std::vector<Outcome> sorted = {refused, cut, lost, busy, changed, quiet};
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    for (std::size_t j = 0; j < sorted.size(); ++j) {
      EXPECT_EQ(is_worse(sorted[i], sorted[j]), i < j) << sorted[i].name << sorted[j].name;
    }
  }
}

}  // namespace
}  // namespace weft
