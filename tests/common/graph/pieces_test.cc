#include "common/graph/pieces.h"

#include <gtest/gtest.h>

#include "tests/support/sketch.h"

namespace weft {
namespace {

// 0 - 3 - 1 and 2 = 5, which is joined to itself too; 4 alone.
TEST(Pieces, AreNumberedByTheirFirstSwitches) {
  test::Sketch sketch(6);
  sketch.link(0, 1, 3, 1);
  sketch.link(3, 2, 1, 1);
  sketch.link(2, 1, 5, 1);
  sketch.link(2, 2, 5, 2);
  sketch.link(5, 3, 5, 4);
  sketch.ca(4, 1);
  const Pieces pieces = find_pieces(sketch.build());
  EXPECT_EQ(pieces.of, (std::vector<std::uint32_t>{0, 0, 1, 0, 2, 1}));
  EXPECT_EQ(pieces.count, 3u);
}

TEST(Pieces, OfNothingThereAreNone) {
  const Pieces pieces = find_pieces(test::Sketch(0).build());
  EXPECT_TRUE(pieces.of.empty());
  EXPECT_EQ(pieces.count, 0u);
}

// 0 - 2 and 1 - 3 and 4 alone: positions in the list, not switches, and none for an island that the
// list leaves out.
TEST(Pieces, SplitAListOfSwitches) {
  test::Sketch sketch(5);
  sketch.link(0, 1, 2, 1);
  sketch.link(1, 1, 3, 1);
  const Fabric fabric = sketch.build();
  using Lists = std::vector<std::vector<std::size_t>>;
  const std::vector<SwitchIndex> switches = {3, 2, 1, 0};
  EXPECT_EQ(split_by_piece(fabric, switches), (Lists{{1, 3}, {0, 2}}));
  EXPECT_EQ(split_by_piece(fabric, {}), Lists{});
}

TEST(Pieces, MayBeThoseOfSomeLinksAlone) {
  // s0 - s1 - s2 without the second link.
  test::Sketch sketch(3);
  sketch.link(0, 1, 1, 1);
  sketch.link(1, 2, 2, 2);
  const Fabric fabric = sketch.build();
  const Links links(fabric);
  const Pieces pieces = find_pieces(links, [&](LinkIndex link) { return links[link].port == 1; });
  EXPECT_EQ(pieces.of, (std::vector<std::uint32_t>{0, 0, 1}));
  EXPECT_EQ(pieces.count, 2u);
}

}  // namespace
}  // namespace weft
