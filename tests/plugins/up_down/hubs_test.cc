// Hubs on fabrics that can be checked by hand.
#include "plugins/up_down/hubs.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/graph/switch_graph.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::Sketch;

// The hubs of a fabric below some roots; switches are equal but for their index.
struct Found {
  Found(const Fabric& fabric, const std::vector<SwitchIndex>& roots,
        std::vector<std::uint32_t> end_ports = {})
      : links(fabric) {
    end_ports.resize(fabric.switch_count());
    std::vector<std::uint64_t> ids(fabric.switch_count());
    for (SwitchIndex s = 0; s < ids.size(); ++s) ids[s] = s;
    orientation = order_by_rank(ranks_below(SwitchGraph(fabric), roots), ids);
    EXPECT_TRUE(
        turns.add_where([&](LinkTurn turn) { return is_up_down_turn(links, orientation, turn); }));
    hubs = find_hubs(links, orientation, end_ports, turns);
  }
  std::vector<SwitchIndex> above(std::size_t hub) const {
    std::vector<SwitchIndex> result;
    for (const LinkIndex link : hubs[hub].up) result.push_back(links.to(link));
    return result;
  }
  // From one switch over another to a third.
  bool may_turn(SwitchIndex from, SwitchIndex over, SwitchIndex to) const {
    for (LinkIndex in = 0; in < links.count(); ++in) {
      for (LinkIndex out = 0; out < links.count(); ++out) {
        if (links[in].from == from && links[in].to == over && links[out].from == over &&
            links[out].to == to && turns.contains({in, out})) {
          return true;
        }
      }
    }
    return false;
  }

  Links links;
  Orientation orientation;
  AcyclicTurns turns{links};
  std::vector<Hub> hubs;
};

// Roots 0 and 1 over the leaves 2 and 3.
Sketch two_by_two() {
  Sketch sketch(4);
  for (SwitchIndex leaf = 2; leaf < 4; ++leaf) {
    for (SwitchIndex root = 0; root < 2; ++root) {
      sketch.link(leaf, static_cast<PortNum>(root + 1), root, static_cast<PortNum>(leaf));
    }
  }
  return sketch;
}

TEST(Hubs, OneLeafJoinsTheRoots) {
  const Found found(two_by_two().build(), {0, 1});
  ASSERT_EQ(found.hubs.size(), 1u);
  EXPECT_EQ(found.hubs[0].s, 2u);
  EXPECT_EQ(found.above(0), (std::vector<SwitchIndex>{0, 1}));
  EXPECT_TRUE(found.may_turn(0, 2, 1));
  EXPECT_TRUE(found.may_turn(1, 2, 0));
  EXPECT_FALSE(found.may_turn(0, 3, 1)) << "which would close a cycle";
}

TEST(Hubs, TheLeafWithTheFewestEndPortsIsOne) {
  const Found found(two_by_two().build(), {0, 1}, {0, 0, 2, 1});
  ASSERT_EQ(found.hubs.size(), 1u);
  EXPECT_EQ(found.hubs[0].s, 3u);
}

TEST(Hubs, WhereOneRootIsAboveAllThereIsNone) {
  EXPECT_TRUE(Found(two_by_two().build(), {0}).hubs.empty());
}

TEST(Hubs, ThereIsOneInEachPiece) {
  Sketch sketch(6);  // 2 below 0 and 1, 5 below 3 and 4
  for (const SwitchIndex leaf : {2u, 5u}) {
    sketch.link(leaf, 1, leaf - 2, 1);
    sketch.link(leaf, 2, leaf - 1, 1);
  }
  const Found found(sketch.build(), {0, 1, 3, 4});
  ASSERT_EQ(found.hubs.size(), 2u);
  EXPECT_EQ(found.hubs[0].s, 2u);
  EXPECT_EQ(found.hubs[1].s, 5u);
}

TEST(Hubs, HubsDoNotTurnBetweenParallelLinks) {
  Sketch sketch = two_by_two();
  sketch.link(2, 3, 0, 5);
  const Found found(sketch.build(), {0, 1});
  ASSERT_EQ(found.hubs.size(), 1u);
  EXPECT_EQ(found.hubs[0].up.size(), 3u);
  EXPECT_FALSE(found.may_turn(0, 2, 0));
}

// Two directors, spines 0, 1 over line chips 4, 5 and spines 2, 3 over 6, 7, and the edge switches
// 8 and 9 below all line chips.
TEST(Hubs, OfTwoDirectorsAnEdgeSwitchAndALineChipEach) {
  Sketch sketch(10, 10);
  for (SwitchIndex director = 0; director < 2; ++director) {
    for (SwitchIndex line = 4 + 2 * director; line < 6 + 2 * director; ++line) {
      for (SwitchIndex spine = 2 * director; spine < 2 * director + 2; ++spine) {
        sketch.link(line, static_cast<PortNum>(spine + 1), spine, static_cast<PortNum>(line));
      }
      for (SwitchIndex edge = 8; edge < 10; ++edge) {
        sketch.link(edge, static_cast<PortNum>(line), line, static_cast<PortNum>(edge));
      }
    }
  }
  const Found found(sketch.build(), {0, 1, 2, 3});
  ASSERT_EQ(found.hubs.size(), 3u);
  EXPECT_EQ(found.hubs[0].s, 4u);
  EXPECT_EQ(found.above(0), (std::vector<SwitchIndex>{0, 1}));
  EXPECT_EQ(found.hubs[1].s, 6u);
  EXPECT_EQ(found.above(1), (std::vector<SwitchIndex>{2, 3}));
  EXPECT_EQ(found.hubs[2].s, 8u);
  EXPECT_EQ(found.above(2), (std::vector<SwitchIndex>{4, 6}));
  EXPECT_TRUE(found.may_turn(4, 8, 6));
  EXPECT_FALSE(found.may_turn(5, 8, 6));
  EXPECT_FALSE(found.may_turn(0, 5, 1));
}

// Roots 0, 1, 2; 3 is below 0 and 1, 4 below 1 and 2, and 5 below 3 and 4. 5 has no end ports, so
// that it is looked at first; its links up become one group, of which 3 is the better one.
TEST(Hubs, ASwitchThatAddsNoneIsNotTheNextAgain) {
  Sketch sketch(6);
  const std::pair<SwitchIndex, SwitchIndex> links[] = {{3, 0}, {3, 1}, {4, 1},
                                                       {4, 2}, {5, 3}, {5, 4}};
  PortNum port = 1;
  for (const auto& [low, high] : links) {
    sketch.link(low, port, high, port);
    ++port;
  }
  const Found found(sketch.build(), {0, 1, 2}, {0, 0, 0, 1, 1, 0});
  ASSERT_EQ(found.hubs.size(), 2u);
  EXPECT_TRUE(found.may_turn(0, 3, 1));
  EXPECT_TRUE(found.may_turn(1, 4, 2));
}

TEST(Hubs, FabricsWithoutLinksNeedNone) {
  EXPECT_TRUE(Found(Sketch(3).build(), {0, 1, 2}).hubs.empty());
}

}  // namespace
}  // namespace weft
