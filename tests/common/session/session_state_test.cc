#include "common/session/session_state.h"

#include <gtest/gtest.h>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "common/session/acceptance.h"
#include "common/state/state_code.h"
#include "plugins/layered/dfsssp.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/living_fabric.h"
#include "tests/support/routed_session.h"

namespace weft {
namespace {

Fabric torus(unsigned size = 4) {
  GridSpec spec;
  spec.dims = {size, size};
  spec.cas = 1;
  return with_new_lids(make_torus(spec), 0);
}

TEST(SessionState, TheSameFabricStaysAsItIs) {
  test::LivingFabric living(torus());
  test::RoutedSession before(dfsssp_engine(), 8);
  ASSERT_EQ(before.route(living.now()), "");
  living.lose_link(3, 1);
  ASSERT_EQ(before.route(living.now()), "");
  test::RoutedSession after(dfsssp_engine(), 8);
  after.resume(before.state());
  ASSERT_EQ(after.route(living.now()), "");
  ASSERT_TRUE(after.last().change);
  EXPECT_TRUE(after.last().change->changes_nothing());
  EXPECT_EQ(test::rows_of(after.last()), test::rows_of(before.last()));
  EXPECT_EQ(test::sls_of(after.last()), test::sls_of(before.last()));
}

TEST(SessionState, EntriesReturnToTheEarlierBaseline) {
  test::LivingFabric living(torus());
  test::RoutedSession before(minhop_engine());
  ASSERT_EQ(before.route(living.now()), "");
  const auto whole = test::rows_of(before.last());
  living.lose_link(3, 1);
  ASSERT_EQ(before.route(living.now()), "");
  EXPECT_NE(test::rows_of(before.last()), whole);
  test::RoutedSession after(minhop_engine());
  after.resume(before.state());
  living.return_link(3, 1);
  ASSERT_EQ(after.route(living.now()), "");
  EXPECT_EQ(test::rows_of(after.last()), whole);
}

TEST(SessionState, OtherOptionsRecompute) {
  test::RoutedSession before(minhop_engine());
  ASSERT_EQ(before.route(torus()), "");
  test::RoutedSession after(minhop_engine());
  after.resume(before.state());
  Options other;
  other.balance = Balance::kSwitch;
  ASSERT_EQ(after.route(torus(), other), "");
  ASSERT_TRUE(after.last().change);
  EXPECT_FALSE(after.last().change->repaired);
  EXPECT_EQ(after.last().change->why_anew, "the options have changed");
  ASSERT_EQ(after.route(torus(), other), "");
  EXPECT_TRUE(after.last().change->repaired) << "these are the last ones now";
}

TEST(SessionState, OtherLanesRecompute) {
  test::RoutedSession before(dfsssp_engine(), 8);
  ASSERT_EQ(before.route(torus()), "");
  test::RoutedSession after(dfsssp_engine(), 4);
  after.resume(before.state());
  ASSERT_EQ(after.route(torus()), "");
  EXPECT_EQ(after.last().change->why_anew, "the virtual lanes have changed");
}

// What has returned does not get SLs of the baseline that have no lane any more.
TEST(SessionState, PathsDoNotReturnToALaneThatIsGone) {
  test::LivingFabric living(torus(5));
  test::RoutedSession before(dfsssp_engine(), 8);
  ASSERT_EQ(before.route(living.now()), "");
  ASSERT_EQ(before.last().verdict.lanes_used, 3u);
  living.lose_end_port(7);
  ASSERT_EQ(before.route(living.now()), "");
  test::RoutedSession after(dfsssp_engine(), 2);
  after.resume(before.state());
  ASSERT_EQ(after.route(living.now()), "");
  EXPECT_EQ(after.last().change->why_anew, "the virtual lanes have changed");
  for (const auto happens : {&test::LivingFabric::lose_link, &test::LivingFabric::return_link}) {
    (living.*happens)(3, 1);
    ASSERT_EQ(after.route(living.now()), "");
    EXPECT_NO_THROW(check_sls(after.last().fabric, after.last().routing.lanes, first_lanes(2)));
  }
  living.return_all();
  ASSERT_EQ(after.route(living.now()), "");
  EXPECT_NO_THROW(check_sls(after.last().fabric, after.last().routing.lanes, first_lanes(2)));
}

// Switches may serve no packets on SL 0. The first hosts of a switch are on SLs with a lane, too.
TEST(SessionState, NewHostsAreOnSlsThatHaveALane) {
  LaneSettings lanes = test::lane_settings(8);
  lanes.budget.lanes.erase(lanes.budget.lanes.begin());
  test::LivingFabric living(torus());
  living.lose_end_port(3);
  test::RoutedSession session(dfsssp_engine(), lanes);
  ASSERT_EQ(session.route(living.now()), "");
  for (const EndPortIndex lost : {7u, 3u}) {
    living.return_all();
    if (lost == 7) {
      living.lose_end_port(3);
      living.lose_end_port(7);
    }
    ASSERT_EQ(session.route(living.now()), "");
    EXPECT_TRUE(session.last().change->repaired);
    EXPECT_EQ(session.last().change->sls, 0u) << "they had none";
    EXPECT_NO_THROW(check_sls(session.last().fabric, session.last().routing.lanes, lanes.budget));
    const Workers workers(1);
    const std::string bytes = encode_state(session.state(), 1, workers);
    EXPECT_EQ(encode_state(decode_state(bytes, workers), 1, workers), bytes);
  }
}

// A routing that was kept, of an engine that never routed: there is no baseline.
TEST(SessionState, WithoutABaselineTheEngineIsAsked) {
  test::RoutedSession before(minhop_engine());
  ASSERT_EQ(before.route(torus()), "");
  SessionState state = before.state();
  state.baseline = nullptr;
  test::RoutedSession after(minhop_engine());
  after.resume(state);
  ASSERT_EQ(after.route(torus()), "");
  EXPECT_EQ(test::rows_of(after.last()), test::rows_of(before.last()));
}

}  // namespace
}  // namespace weft
