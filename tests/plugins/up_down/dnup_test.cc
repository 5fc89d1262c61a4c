#include "plugins/up_down/dnup.h"

#include <gtest/gtest.h>

#include "common/fabric/generators/catalog.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "plugins/up_down/updn.h"
#include "tests/support/engine_outcome.h"
#include "tests/support/living_fabric.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using test::EngineOutcome;
using test::Sketch;
using test::why_not;

TEST(Dnup, LeavesAreLowest) {
  const Fabric fabric = with_new_lids(make_xgft({.down = {4, 4, 3}, .up = {1, 3, 2}}), 0);
  EngineOutcome outcome(dnup_engine(), fabric);
  EXPECT_TRUE(outcome.is_good());
  EXPECT_TRUE(outcome.routing.notes.roots.empty());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (const Port& port : fabric.ports(s)) {
      if (port.kind != PeerKind::kSwitch) continue;
      const bool is_leaf = fabric.switch_name(s).starts_with("leaf");
      const bool below_spine = fabric.switch_name(port.peer).starts_with("spine");
      EXPECT_EQ(outcome.routing.notes.orientation.goes_up(s, port.peer), is_leaf || below_spine);
    }
  }
}

// Paths over hubs are added in two rounds. Those of the first stay as they are in the second, which
// once led one of them on over a turn that closes a loop.
TEST(Dnup, MissingRoutesCloseNoCreditLoop) {
  const Fabric fabric = with_new_lids(generate("dragonfly", {{"routers", "4"},
                                                             {"global-links", "2"},
                                                             {"cas", "1"},
                                                             {"groups", "9"},
                                                             {"fail-links", "5%"},
                                                             {"seed", "21"}}),
                                      0);
  EXPECT_TRUE(EngineOutcome(dnup_engine(), fabric).is_good());
}

TEST(Dnup, RoutesAsUpdnIfPairsHaveNoPath) {
  test::LivingFabric random(
      with_new_lids(generate("random", {{"switches", "30"}, {"degree", "3"}, {"seed", "2"}}), 0));
  random.lose_end_port(0);  // so that its switch is no leaf switch
  const Fabric fabric = random.now();
  const EngineOutcome outcome(dnup_engine(), fabric);
  EXPECT_TRUE(outcome.is_good());
  EXPECT_TRUE(contains(outcome.routing.warnings.at(0), "with the leaf switches lowest "));
  EXPECT_FALSE(outcome.routing.notes.roots.empty());

  Options options;
  options.calculate_missing_routes = false;
  EXPECT_GT(EngineOutcome(dnup_engine(), fabric, options).routing.unrouted_pairs, 0u);
}

TEST(Dnup, RoutesAsUpdnIfAllAreLeafSwitches) {
  const Fabric fabric = with_new_lids(make_dragonfly({6, 3, 3}), 0);
  const EngineOutcome outcome(dnup_engine(), fabric);
  const EngineOutcome updn(updn_engine(), fabric);
  EXPECT_TRUE(outcome.is_good());
  EXPECT_EQ(outcome.routing.notes.roots, updn.routing.notes.roots);
  EXPECT_EQ(outcome.routing.warnings.at(0),
            "no switch is above the leaf switches; Weft routes as with updn");
}

TEST(Dnup, NeedsALeaf) {
  Sketch bare(2);
  bare.link(0, 1, 1, 1);
  EXPECT_TRUE(contains(why_not(dnup_engine(), bare.build()), "no leaf switch"));
}

}  // namespace
}  // namespace weft
