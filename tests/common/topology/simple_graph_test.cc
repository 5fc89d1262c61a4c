#include "common/topology/simple_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using Switches = std::vector<SwitchIndex>;
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Pairs edges_of(const SimpleGraph& graph) {
  Pairs pairs;
  for (const SimpleGraph::Edge& edge : graph.edges()) pairs.emplace_back(edge.a, edge.b);
  return pairs;
}

// s0 = s3 - s4 - s0, a triangle with a double link; s2 - s1; s5 alone, linked to itself.
TEST(SimpleGraph, OfEachPieceHasEveryPairOfNeighboursOnce) {
  test::Sketch sketch(6);
  sketch.link(0, 1, 3, 1);
  sketch.link(0, 2, 3, 2);
  sketch.link(3, 3, 4, 3);
  sketch.link(4, 4, 0, 4);
  sketch.link(2, 1, 1, 1);
  sketch.link(5, 1, 5, 2);
  const Fabric fabric = sketch.build();
  const std::vector<SimpleGraph> pieces = SimpleGraph::pieces_of(SwitchGraph(fabric));
  ASSERT_EQ(pieces.size(), 3u);

  const SimpleGraph& triangle = pieces[0];
  EXPECT_EQ(Switches(triangle.switches().begin(), triangle.switches().end()), (Switches{0, 3, 4}));
  EXPECT_EQ(triangle.switch_of(1), 3u);
  EXPECT_EQ(edges_of(triangle), (Pairs{{0, 1}, {0, 2}, {1, 2}}));
  EXPECT_EQ(triangle.degree(0), 2u);
  for (std::uint32_t node = 0; node < 3; ++node) {
    EXPECT_FALSE(triangle.adjacent(node, node));
    Switches neighbours;
    for (const SimpleGraph::Arc& arc : triangle.arcs(node)) {
      neighbours.push_back(arc.to);
      const SimpleGraph::Edge& edge = triangle.edges()[arc.edge];
      EXPECT_EQ(edge.a + edge.b, node + arc.to);
      EXPECT_TRUE(triangle.adjacent(node, arc.to));
    }
    EXPECT_TRUE(std::ranges::is_sorted(neighbours));
  }

  EXPECT_EQ(edges_of(pieces[1]), (Pairs{{0, 1}}));
  EXPECT_EQ(pieces[1].switch_of(0), 1u);
  EXPECT_EQ(pieces[2].node_count(), 1u);
  EXPECT_EQ(pieces[2].degree(0), 0u);
}

}  // namespace
}  // namespace weft
