// RoutingTask::busy: paths give way, and the routing at rest stays what it is.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "plugins/dragonfly/dragonfly.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/routed_session.h"

namespace weft {
namespace {

using test::RoutedSession;
using test::rows_of;
using test::sls_of;

Fabric dragonfly() {
  return with_new_lids(make_dragonfly({.routers = 4, .global_links = 2, .cas = 2}), 0);
}

Options with_congestion() {
  Options options;
  options.congestion = true;
  return options;
}

// The links from one of nine groups of four to the next one of them.
std::vector<SendingPort> links_to_next(const Fabric& fabric) {
  constexpr SwitchIndex kRouters = 4;
  std::vector<SendingPort> links;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (const SendingPort& link : {SendingPort{s, 4}, SendingPort{s, 5}}) {
      const Port& port = fabric.ports(s)[link.port];
      if (port.kind != PeerKind::kSwitch) continue;
      if (port.peer / kRouters == (s / kRouters + 1) % 9) links.push_back(link);
    }
  }
  return links;
}

TEST(SessionCongestion, RoutesAvoidCongestionAndReturn) {
  const Fabric fabric = dragonfly();
  RoutedSession session(dragonfly_engine(), 8);
  ASSERT_EQ(session.route(fabric, with_congestion()), "");
  const auto rows = rows_of(session.last());
  const auto sls = sls_of(session.last());

  session.keep_off(links_to_next(fabric), 95);
  ASSERT_EQ(session.route(fabric, with_congestion()), "");
  const Verified& relieved = session.last();
  EXPECT_TRUE(rows_of(relieved) != rows);
  EXPECT_TRUE(sls_of(relieved) == sls) << "they were granted";
  EXPECT_TRUE(relieved.verdict.reaches_all());
  EXPECT_TRUE(relieved.verdict.credit_loop.empty());
  ASSERT_TRUE(relieved.change);
  EXPECT_TRUE(relieved.change->repaired);
  EXPECT_GT(relieved.change->entries, 0u);
  EXPECT_EQ(relieved.change->sls, 0u);
  EXPECT_FALSE(relieved.routing.remarks.empty());

  const auto rows_given = rows_of(relieved);
  ASSERT_EQ(session.route(fabric, with_congestion()), "");
  EXPECT_TRUE(rows_of(session.last()) == rows_given);
  EXPECT_TRUE(session.last().change->changes_nothing());

  session.keep_off({}, 95);
  ASSERT_EQ(session.route(fabric, with_congestion()), "");
  EXPECT_TRUE(rows_of(session.last()) == rows);
  EXPECT_GT(session.last().change->entries, 0u);
}

TEST(SessionCongestion, WhatCannotBeRelievedIsSaidOnceAndNotForEver) {
  const Fabric fabric = dragonfly();
  RoutedSession session(dragonfly_engine(), 8);
  ASSERT_EQ(session.route(fabric, with_congestion()), "");
  const auto said = [&] {
    return std::ranges::count_if(session.last().routing.remarks, [](const std::string& remark) {
      return remark.ends_with("all alternatives are congested too");
    });
  };
  std::vector<SendingPort> all;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (const PortNum port : {PortNum{4}, PortNum{5}}) {
      if (fabric.ports(s)[port].kind == PeerKind::kSwitch) all.push_back({s, port});
    }
  }
  session.keep_off(all, 95);
  for (int sweep = 0; sweep < 3; ++sweep) {
    ASSERT_EQ(session.route(fabric, with_congestion()), "");
    EXPECT_EQ(said(), 1);
  }
  session.keep_off({}, 95);
  ASSERT_EQ(session.route(fabric, with_congestion()), "");
  EXPECT_EQ(said(), 0);
}

// What is lost and returns meanwhile is repaired as if nothing had given way.
TEST(SessionCongestion, RepairsTheRoutingAtRest) {
  const Fabric fabric = dragonfly();
  unsigned relieved = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Fabric broken = with_failures(fabric, {.links = {.number = 2}, .seed = seed});
    RoutedSession quiet(dragonfly_engine(), 8);
    RoutedSession session(dragonfly_engine(), 8);
    for (RoutedSession* each : {&quiet, &session}) {
      ASSERT_EQ(each->route(fabric, with_congestion()), "");
    }
    session.keep_off(links_to_next(fabric), 95);
    ASSERT_EQ(session.route(fabric, with_congestion()), "");
    session.keep_off(links_to_next(broken), 95);
    for (RoutedSession* each : {&quiet, &session}) {
      ASSERT_EQ(each->route(broken, with_congestion()), "");
      EXPECT_TRUE(each->last().verdict.reaches_all());
      EXPECT_TRUE(each->last().verdict.credit_loop.empty());
    }
    // Not always: around what is missing paths may make turns that leave none.
    if (session.last().routing.warnings.empty()) {
      EXPECT_TRUE(rows_of(session.last()) != rows_of(quiet.last()));
      ++relieved;
    } else {
      EXPECT_TRUE(rows_of(session.last()) == rows_of(quiet.last()));
    }
    session.keep_off({}, 95);
    for (const Fabric& now : {broken, fabric}) {
      for (RoutedSession* each : {&quiet, &session}) {
        ASSERT_EQ(each->route(now, with_congestion()), "");
      }
      EXPECT_TRUE(rows_of(session.last()) == rows_of(quiet.last())) << seed;
      EXPECT_TRUE(sls_of(session.last()) == sls_of(quiet.last())) << seed;
    }
  }
  EXPECT_GE(relieved, 3u);
}

TEST(SessionCongestion, AStateHasNoMovesOffCongestedLinks) {
  const Fabric fabric = dragonfly();
  RoutedSession session(dragonfly_engine(), 8);
  ASSERT_EQ(session.route(fabric, with_congestion()), "");
  const auto rows = rows_of(session.last());
  session.keep_off(links_to_next(fabric), 95);
  ASSERT_EQ(session.route(fabric, with_congestion()), "");
  RoutedSession next(dragonfly_engine(), 8);
  next.resume(session.state());
  ASSERT_EQ(next.route(fabric, with_congestion()), "");
  EXPECT_TRUE(rows_of(next.last()) == rows);
}

TEST(SessionCongestion, OtherEnginesDoNotAvoidCongestion) {
  const Fabric fabric = dragonfly();
  RoutedSession session(minhop_engine(), 1);
  ASSERT_EQ(session.route(fabric), "");
  const auto rows = rows_of(session.last());
  session.keep_off(links_to_next(fabric), 95);
  ASSERT_EQ(session.route(fabric), "");
  EXPECT_TRUE(rows_of(session.last()) == rows);
}

}  // namespace
}  // namespace weft
