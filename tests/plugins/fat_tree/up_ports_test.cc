#include "plugins/fat_tree/up_ports.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/support/routed_tree.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

// Spines s0 and s1 over s2 and s3; s2 has two links to s0, at the ports 1 and 3.
test::FoundTree two_leaves() {
  test::Sketch sketch(4);
  sketch.link(2, 1, 0, 1);
  sketch.link(2, 2, 1, 1);
  sketch.link(2, 3, 0, 2);
  sketch.link(3, 1, 0, 3);
  sketch.link(3, 2, 1, 3);
  sketch.link(3, 3, 0, 4);
  sketch.ca(2, 5);
  sketch.ca(3, 5);
  return {sketch.build(), {0, 1}};
}

TEST(UpPorts, StandBySlotAndPort) {
  const test::FoundTree found = two_leaves();
  const auto ports = found.up.of(2);
  ASSERT_EQ(ports.size(), 3u);
  EXPECT_TRUE(found.up.of(0).empty()) << "a root";
  const std::uint16_t double_slot = found.slot(2, 1);
  EXPECT_EQ(found.slot(2, 3), double_slot);
  const auto both = found.up.of(2, double_slot);
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0].port, 1u);
  EXPECT_EQ(both[1].port, 3u);
  EXPECT_EQ(both[1].peer, 0u);
  EXPECT_TRUE(found.up.of(2, 7).empty());
}

TEST(UpPorts, HaveAnIndexAmongAll) {
  const test::FoundTree found = two_leaves();
  std::set<std::size_t> indices;
  for (const SwitchIndex leaf : {2u, 3u}) {
    for (const UpPort& port : found.up.of(leaf)) indices.insert(found.up.index_of(port));
  }
  EXPECT_EQ(found.up.count(), 6u);
  EXPECT_EQ(indices, (std::set<std::size_t>{0, 1, 2, 3, 4, 5}));
}

}  // namespace
}  // namespace weft
