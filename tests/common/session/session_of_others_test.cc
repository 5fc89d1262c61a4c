#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "common/session/session.h"
#include "plugins/layered/dfsssp.h"
#include "plugins/shortest/minhop.h"
#include "plugins/up_down/updn.h"
#include "tests/support/living_fabric.h"
#include "tests/support/routed_session.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using test::rows_of;

Fabric tree() { return with_new_lids(make_xgft({.down = {4, 4}, .up = {1, 4}}), 0); }

Fabric ring() {
  GridSpec spec;
  spec.dims = {6};
  return with_new_lids(make_torus(spec), 0);
}

// What an engine made of a fabric, as the switches hold it.
struct Held {
  Held(const EngineInfo& engine, const Fabric& of)
      : fabric(of), block(of.switch_count(), of.max_lid()) {
    test::RoutedSession routed(engine);
    EXPECT_EQ(routed.route(fabric), "");
    rows = rows_of(routed.last());
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      std::ranges::copy(rows[s], block.tables().row(s));
    }
  }

  Fabric fabric;
  TableBlock block;
  std::vector<std::vector<PortNum>> rows;
};

TEST(SessionOfOthers, ResumesWithoutAChange) {
  Held held(updn_engine(), tree());
  for (const EngineInfo* engine : {&updn_engine(), &minhop_engine(), &dfsssp_engine()}) {
    test::RoutedSession session(*engine);
    ASSERT_EQ(session.resume_from(held.fabric, held.block.tables()), "");
    ASSERT_EQ(session.route(held.fabric), "");
    EXPECT_EQ(rows_of(session.last()), held.rows) << engine->name;
    EXPECT_TRUE(session.last().change->changes_nothing());
  }
}

TEST(SessionOfOthers, RepairsEntriesThatDoNotArriveAndNoOthers) {
  Held held(updn_engine(), tree());
  const EndPort& end_port = held.fabric.end_ports()[5];
  const SwitchIndex far = held.fabric.end_ports()[0].sw;
  ASSERT_NE(far, end_port.sw);
  for (const PortNum wrong : {kNoPath, PortNum{0}, PortNum{200}}) {
    held.block.tables().row(far)[end_port.lid] = wrong;
    test::RoutedSession session(updn_engine());
    ASSERT_EQ(session.resume_from(held.fabric, held.block.tables()), "");
    ASSERT_EQ(session.route(held.fabric), "");
    std::vector<std::vector<PortNum>> rows = rows_of(session.last());
    EXPECT_EQ(session.last().verdict.unreachable_pairs, 0u);
    EXPECT_EQ(session.last().change->entries, 1u);
    rows[far][end_port.lid] = held.rows[far][end_port.lid];
    EXPECT_EQ(rows, held.rows);
    ASSERT_EQ(session.route(held.fabric), "");
    EXPECT_TRUE(session.last().change->changes_nothing()) << "there is nothing left to mend";
  }
}

// Mends entries like the one before, but computes nothing.
TEST(SessionOfOthers, RepairsWhatItKeepsWhereTheEngineFails) {
  Held held(updn_engine(), tree());
  const EndPort& end_port = held.fabric.end_ports()[5];
  const SwitchIndex far = held.fabric.end_ports()[0].sw;
  ASSERT_NE(far, end_port.sw);
  held.block.tables().row(far)[end_port.lid] = kNoPath;
  EngineInfo engine = updn_engine();
  engine.route = [](const RouteRequest&, Tables) -> Routing { throw CannotRoute("too odd"); };
  Session session(engine);
  TableBlock rows(held.fabric.switch_count(), held.fabric.max_lid());
  const Options options;
  EXPECT_EQ(session.resume_from({held.fabric, options, Workers(1)}, held.block.tables()), 1u);
  const auto kept = session.route({.fabric = held.fabric,
                                   .options = options,
                                   .workers = Workers(1),
                                   .reroute = true,
                                   .last_in_list = true},
                                  rows.tables());
  EXPECT_EQ(kept->kept_because, "too odd");
  EXPECT_EQ(kept->verdict.unreachable_pairs, 0u);
}

// The engine could not route when it resumed; since then a switch has gone.
TEST(SessionOfOthers, MissingEntriesAreOfTheFabricThatWasResumed) {
  Held held(updn_engine(), tree());
  const Fabric whole = held.fabric;
  const SwitchIndex last = whole.switch_count() - 1;
  for (unsigned lid = 1; lid <= whole.max_lid(); ++lid) {
    if (lid % 2 == 0 && whole.destination_switch(static_cast<Lid>(lid)) != last) {
      held.block.tables().row(last)[lid] = kNoPath;
    }
  }
  test::RoutedSession session(updn_engine());
  ASSERT_EQ(session.resume_from(whole, held.block.tables()), "");
  test::LivingFabric living(whole);
  living.lose_switch(last);
  const Fabric now = living.now();
  ASSERT_LT(now.switch_count(), whole.switch_count());
  ASSERT_EQ(session.route(now), "");
  EXPECT_EQ(session.last().verdict.unreachable_pairs, 0u);
  EXPECT_FALSE(session.last().change && session.last().change->repaired);
  ASSERT_EQ(session.route(whole), "");
  EXPECT_EQ(session.last().verdict.unreachable_pairs, 0u);
}

TEST(SessionOfOthers, WhatItHoldsIsWhereEntriesReturnTo) {
  Held held(minhop_engine(), tree());
  test::RoutedSession session(minhop_engine());
  ASSERT_EQ(session.resume_from(held.fabric, held.block.tables()), "");
  ASSERT_EQ(session.route(held.fabric), "");
  test::LivingFabric living(held.fabric);
  living.lose_link(0, 5);
  ASSERT_EQ(session.route(living.now()), "");
  EXPECT_NE(rows_of(session.last()), held.rows);
  living.return_all();
  ASSERT_EQ(session.route(living.now()), "");
  EXPECT_EQ(rows_of(session.last()), held.rows);
}

TEST(SessionOfOthers, TakesWhatWasLostMeanwhileForLost) {
  Held held(updn_engine(), tree());
  test::LivingFabric living(held.fabric);
  living.lose_link(0, 5);
  const Fabric now = living.now();
  test::RoutedSession session(updn_engine());
  ASSERT_EQ(session.resume_from(now, held.block.tables()), "");
  ASSERT_EQ(session.route(now), "");
  EXPECT_EQ(session.last().verdict.unreachable_pairs, 0u);
  const std::vector<std::vector<PortNum>> rows = rows_of(session.last());
  for (SwitchIndex s = 0; s < now.switch_count(); ++s) {
    for (unsigned lid = 1; lid <= now.max_lid(); ++lid) {
      if (rows[s][lid] == held.rows[s][lid]) continue;
      EXPECT_NE(held.rows[0][lid], kNoPath) << "switch " << s << " LID " << lid;
      EXPECT_TRUE(s == 0 || held.rows[0][lid] == 5 ||
                  now.destination_switch(static_cast<Lid>(lid)) == 0)
          << "switch " << s << " LID " << lid;
    }
  }
}

TEST(SessionOfOthers, RefusesUselessTables) {
  const auto refused = [](const EngineInfo& engine, Held& held, const Options& options = {}) {
    test::RoutedSession session(engine);
    std::string reason = session.resume_from(held.fabric, held.block.tables(), options);
    EXPECT_EQ(session.route(held.fabric, options), "");
    EXPECT_FALSE(session.last().change) << "as without tables";
    return reason;
  };
  Held around(minhop_engine(), ring());
  EXPECT_TRUE(contains(refused(updn_engine(), around), "on one lane they have a credit loop"));

  Options anew;
  anew.keep_routes = false;
  EXPECT_EQ(refused(minhop_engine(), around, anew), "weft_keep_routes is FALSE");
  fill_no_path(around.block.tables());
  EXPECT_TRUE(
      contains(refused(minhop_engine(), around), "of 72 entries do not lead to their destination"));
}

}  // namespace
}  // namespace weft
