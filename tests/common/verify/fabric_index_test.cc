#include "common/verify/fabric_index.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

// a1 and a0 - s0 - s1 - a2, the first two at ports 4 and 3; s2 alone with a3.
Fabric two_pieces() {
  test::Sketch sketch(3, 4);
  sketch.link(0, 1, 1, 2);
  sketch.ca(0, 4);
  sketch.ca(0, 3);
  sketch.ca(1, 4);
  sketch.ca(2, 1);
  return sketch.build();
}

TEST(FabricIndex, LeadsEveryEntryOfATableSomewhere) {
  const Fabric fabric = two_pieces();
  const FabricIndex index(fabric);
  const auto next = [&](SwitchIndex s, PortNum entry) {
    return index.slot_next(index.first_slot(s) + index.clamp(s, entry));
  };
  const auto link = [&](SwitchIndex s, PortNum entry) {
    return index.slot_link(index.first_slot(s) + index.clamp(s, entry));
  };
  EXPECT_EQ(next(0, 1), 1u);
  EXPECT_EQ(next(1, 2), 0u);
  EXPECT_EQ(index.links()[link(1, 2)].to, 0u);
  // Its own, one to an end port, a free one; one more than there are, the largest, none.
  for (const int entry : {0, 4, 2, 5, 254, 255}) {
    EXPECT_EQ(next(0, static_cast<PortNum>(entry)), kDeadEnd) << entry;
    EXPECT_EQ(link(0, static_cast<PortNum>(entry)), kNone) << entry;
  }
}

TEST(FabricIndex, KnowsTheEndPortsOfSwitchesAndPieces) {
  const Fabric fabric = two_pieces();
  const FabricIndex index(fabric);
  const auto sources = index.sources().subspan(index.first_source(0), index.source_count(0));
  EXPECT_EQ(std::vector<EndPortIndex>(sources.begin(), sources.end()),
            (std::vector<EndPortIndex>{0, 1}));
  EXPECT_EQ(index.sources()[index.first_source(1)], 2u);
  EXPECT_EQ(index.source_count(2), 1u);
  ASSERT_EQ(index.piece_count(), 2u);
  EXPECT_EQ(index.piece(0), index.piece(1));
  EXPECT_EQ(index.piece_switches(0), 2u);
  EXPECT_EQ(index.piece_end_ports(0), 3u);
  EXPECT_EQ(index.piece_switches(1), 1u);
  EXPECT_EQ(index.piece_end_ports(1), 1u);
}

}  // namespace
}  // namespace weft
