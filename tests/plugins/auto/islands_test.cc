#include "plugins/auto/islands.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "plugins/auto/auto.h"
#include "tests/support/living_fabric.h"
#include "tests/support/routed_engine.h"
#include "tests/support/routed_session.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

// A tree and a torus, without the gateways between them.
Fabric islands() {
  test::LivingFabric joined(with_new_lids(
      make_islands({.tree = {.down = {4, 4}, .up = {1, 4}}, .torus = {.dims = {5, 5}, .cas = 2}}),
      0));
  for (SwitchIndex s = 0; s < joined.whole().switch_count(); ++s) {
    if (test::contains(std::string(joined.whole().switch_name(s)), "gateway")) {
      joined.lose_switch(s);
    }
  }
  return joined.now();
}

TEST(Islands, HaveTheEngineThatSuitsEach) {
  const test::RoutedEngine routed(auto_engine(), islands(), {}, 8);
  ASSERT_EQ(routed.refusal, "");
  EXPECT_TRUE(routed.verdict.reaches_all());
  EXPECT_TRUE(routed.verdict.credit_loop.empty());
  EXPECT_EQ(routed.routing.choice->engine, "ftree+torus-2QoS");
  EXPECT_EQ(routed.routing.notes.engine, "ftree+torus-2QoS");
  EXPECT_TRUE(test::contains(routed.routing.choice->fabric,
                             "2 islands: tree of 2 levels, whole; "
                             "torus of 5 x 5"))
      << routed.routing.choice->fabric;
  for (const std::string& remark : routed.routing.remarks) {
    EXPECT_TRUE(test::contains(remark, "island "));
    EXPECT_FALSE(test::contains(remark, "makes that a rule"));
  }
}

TEST(Islands, OnOneLaneEachIsRoutedToo) {
  const test::RoutedEngine routed(auto_engine(), islands(), {}, 1);
  ASSERT_EQ(routed.refusal, "");
  EXPECT_TRUE(routed.verdict.reaches_all());
  EXPECT_TRUE(routed.verdict.credit_loop.empty());
  EXPECT_TRUE(routed.routing.choice->engine.starts_with("ftree+"));
}

TEST(Islands, ThatAreTreesAreOneFabric) {
  const Fabric rails = with_new_lids(make_xgft({.down = {4, 4}, .up = {1, 4}, .rails = 2}), 0);
  EXPECT_TRUE(find_islands(rails, Workers(1)).empty());
  EXPECT_TRUE(
      find_islands(with_new_lids(make_torus({.dims = {4, 4}, .cas = 1}), 0), Workers(1)).empty());
}

TEST(Islands, AreRepairedWhereALinkIsLost) {
  test::RoutedSession session(auto_engine(), 8);
  const Fabric whole = islands();
  ASSERT_EQ(session.route(whole), "");
  const Fabric less = with_failures(whole, {.links = {2}, .seed = 3});
  ASSERT_EQ(session.route(less), "");
  EXPECT_TRUE(session.last().change->repaired) << session.last().change->why_anew;
  EXPECT_TRUE(session.last().verdict.reaches_all());
  ASSERT_EQ(session.route(whole), "");
  EXPECT_EQ(session.last().routing.notes.engine, "ftree+torus-2QoS");
}

}  // namespace
}  // namespace weft
