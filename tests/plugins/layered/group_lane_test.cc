#include "plugins/layered/group_lane.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <variant>
#include <vector>

#include "common/graph/acyclic_turns.h"
#include "common/routing/multicast_turns.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;
using test::Routed;
using test::Sketch;

// A ring of five, ports 1 lead on, ports 2 back, a CA at each switch. Paths onwards go through all
// switches but s0, paths back through all but s2, so that a tree, which has to go through one of
// the two at least, closes a circle. Some pairs have no path.
class Ring {
 public:
  Ring() : routed_(sketch().build()), links_(routed_.fabric), turns_(links_) {
    for (const SwitchIndex s : {0u, 1u, 2u, 3u}) routed_.entry(s, lid_of_ca(4)) = 1;
    for (const SwitchIndex s : {3u, 4u}) routed_.entry(s, lid_of_ca(0)) = 1;
    for (const SwitchIndex s : {2u, 1u}) routed_.entry(s, lid_of_ca(0)) = 2;
    for (const SwitchIndex s : {1u, 0u, 4u}) routed_.entry(s, lid_of_ca(3)) = 2;
    for (const SwitchIndex s : {4u, 3u}) routed_.entry(s, lid_of_ca(2)) = 2;
    for (SwitchIndex s = 0; s < 5; ++s) {
      const LinkIndex on = links_.at(s, 1);
      const LinkIndex back = links_.at(s, 2);
      if (s != 0) turns_.add({links_.opposite(back), on});
      if (s != 2) turns_.add({links_.opposite(on), back});
    }
    up_down_.place.resize(5);
    std::iota(up_down_.place.begin(), up_down_.place.end(), 0);
  }

  Groups place(const LaneBudget& budget, std::size_t layers, LanePlan lanes) {
    routing.lanes = std::move(lanes);
    const Options options;
    const Workers workers(1);
    return place_groups({routed_.fabric, options, workers, budget}, links_,
                        {std::vector(layers, turns_.order()), up_down_}, routed_.block.tables(),
                        routing);
  }

  Verdict verdict() {
    return verify(
        {routed_.fabric, routed_.block.tables(), routing.lanes, nullptr, &routing.multicast},
        Workers(1));
  }

  Routing routing;

 private:
  static Sketch sketch() {
    Sketch sketch(5);
    for (SwitchIndex s = 0; s < 5; ++s) sketch.link(s, 1, (s + 1) % 5, 2);
    for (SwitchIndex s = 0; s < 5; ++s) sketch.ca(s, 3);
    return sketch;
  }

  Routed routed_;
  Links links_;
  AcyclicTurns turns_;
  Orientation up_down_;
};

SlBySwitch all_on(Sl sl) { return {std::vector(5, std::vector<Sl>(lid_of_ca(4) + 1u, sl))}; }

TEST(GroupLane, IsOneOfItsOwnWhereNoLayerHasRoom) {
  Ring ring;
  EXPECT_EQ(ring.place(first_lanes(2), 1, OneLane{}), Groups::kAlone);
  ASSERT_TRUE(std::holds_alternative<SlBySwitch>(ring.routing.lanes));
  EXPECT_EQ(std::get<SlBySwitch>(ring.routing.lanes).rows, all_on(1).rows);
  const Verdict verdict = ring.verdict();
  EXPECT_TRUE(verdict.credit_loop.empty());
  EXPECT_TRUE(verdict.credit_loop_multicast.empty());
  EXPECT_EQ(verdict.multicast_loop_sls, 1u << 1);
}

TEST(GroupLane, OfOneLaneTheyAreInTheWay) {
  Ring ring;
  EXPECT_EQ(ring.place(first_lanes(1), 1, OneLane{}), Groups::kInTheWay);
  EXPECT_TRUE(std::holds_alternative<OneLane>(ring.routing.lanes));
  EXPECT_EQ(ring.routing.multicast.masters.size(), 1u);
  EXPECT_FALSE(ring.verdict().credit_loop_multicast.empty());
}

TEST(GroupLane, ALayerWithRoomGetsSl0) {
  Ring ring;
  EXPECT_EQ(ring.place(first_lanes(2), 2, all_on(0)), Groups::kBesidePaths);
  EXPECT_EQ(std::get<SlBySwitch>(ring.routing.lanes).rows, all_on(1).rows);
  EXPECT_TRUE(ring.verdict().credit_loop_multicast.empty());
}

TEST(GroupLane, WithoutPathsOnSl0LanesStayAsTheyAre) {
  Ring ring;
  const LaneBudget budget = {{{.sl = 1, .vl = 1}, {.sl = 2, .vl = 2}}};
  EXPECT_EQ(ring.place(budget, 1, all_on(1)), Groups::kAlone);
  EXPECT_EQ(std::get<SlBySwitch>(ring.routing.lanes).rows, all_on(1).rows);
  EXPECT_TRUE(ring.verdict().credit_loop_multicast.empty());
}

}  // namespace
}  // namespace weft
