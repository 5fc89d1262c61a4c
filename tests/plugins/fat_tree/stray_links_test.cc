// Stray links in trees small enough to be drawn on paper.
#include "plugins/fat_tree/stray_links.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "common/graph/up_down.h"
#include "tests/support/engine_outcome.h"
#include "tests/support/routed_tree.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;
using test::RoutedTree;
using test::Sketch;
using Pairs = std::vector<std::pair<SwitchIndex, SwitchIndex>>;

// Two pods of four leaves and four middle switches: leaves s0..s3 and s4..s7 with two hosts, middle
// switches s8..s11 and s12..s15. Above them the tops s16..s19, each linked to one of either pod;
// or, if the pods are apart, s16 and s17 to the first pod, s18 and s19 to the second.
Sketch two_pods(bool are_apart = false) {
  Sketch sketch(20);
  for (SwitchIndex pod = 0; pod < 2; ++pod) {
    for (SwitchIndex i = 0; i < 4; ++i) {
      const SwitchIndex middle = 8 + 4 * pod + i;
      for (SwitchIndex leaf = 0; leaf < 4; ++leaf) {
        sketch.link(4 * pod + leaf, static_cast<PortNum>(1 + i), middle,
                    static_cast<PortNum>(1 + leaf));
      }
      const SwitchIndex top = are_apart ? 16 + 2 * pod + i / 2 : 16 + i;
      sketch.link(middle, 5, top, static_cast<PortNum>(1 + (are_apart ? i % 2 : pod)));
      sketch.ca(4 * pod + i, 5);
      sketch.ca(4 * pod + i, 6);
    }
  }
  return sketch;
}

StrayLinks strays_of(Sketch& sketch) {
  const SwitchGraph graph(sketch.build());
  return find_stray_links(graph, ranks_below(graph, std::vector<SwitchIndex>{16, 17, 18, 19}));
}

TEST(StrayLinks, ATreeHasNone) {
  Sketch sketch = two_pods();
  const StrayLinks found = strays_of(sketch);
  EXPECT_EQ(found.pairs, Pairs{});
  for (SwitchIndex s = 0; s < 20; ++s) EXPECT_EQ(found.ranks[s], s < 8 ? 2 : s < 16 ? 1 : 0);
}

TEST(StrayLinks, PastALevel) {
  // The leaf s1 is linked to the top s18, and keeps its rank below the middle switches.
  Sketch sketch = two_pods();
  sketch.link(1, 8, 18, 8);
  const StrayLinks found = strays_of(sketch);
  EXPECT_EQ(found.pairs, (Pairs{{1, 18}}));
  EXPECT_EQ(found.ranks[1], 2);
}

TEST(StrayLinks, IntoAnotherPod) {
  Sketch sketch = two_pods();
  sketch.link(1, 8, 14, 8);
  EXPECT_EQ(strays_of(sketch).pairs, (Pairs{{1, 14}}));
}

TEST(StrayLinks, SeveralOfOneSwitchAreADesign) {
  Sketch to_tops = two_pods();
  to_tops.link(1, 7, 17, 8);
  to_tops.link(1, 8, 18, 8);
  EXPECT_EQ(strays_of(to_tops).pairs, Pairs{});
  Sketch to_a_pod = two_pods();
  to_a_pod.link(1, 7, 14, 8);
  to_a_pod.link(1, 8, 15, 8);
  EXPECT_EQ(strays_of(to_a_pod).pairs, Pairs{});
}

TEST(StrayLinks, CarryNoPaths) {
  for (const SwitchIndex to : {18u, 14u}) {
    Sketch plain = two_pods();
    Sketch sketch = two_pods();
    sketch.link(1, 8, to, 8);
    RoutedTree without(plain.build(), test::with_roots({17, 18, 19, 20}));
    RoutedTree with(sketch.build(), test::with_roots({17, 18, 19, 20}));
    EXPECT_EQ(with.faults(), "");
    EXPECT_EQ(with.rows(), without.rows());
    ASSERT_EQ(with.routing.warnings.size(), 1u);
    EXPECT_TRUE(test::contains(with.routing.warnings.front(), "1 pair of switches"));
  }
}

TEST(StrayLinks, StayInUseWhereTheyAloneJoinParts) {
  Sketch sketch = two_pods(true);
  sketch.link(1, 8, 14, 8);
  RoutedTree routed(sketch.build(), test::with_roots({17, 18, 19, 20}));
  EXPECT_EQ(routed.faults(), "");
  EXPECT_EQ(routed.entry(1, lid_of_ca(8)), 8);
}

}  // namespace
}  // namespace weft
