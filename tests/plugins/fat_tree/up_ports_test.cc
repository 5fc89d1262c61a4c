#include "plugins/fat_tree/up_ports.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <utility>
#include <vector>

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

// s1 and s2, both linked to root s0, are one plane. s3 has the ports 1 and 4 to s2, and 2 and 3 to
// s1; s4 has them the other way round.
TEST(UpPorts, OfOneSlotTakeTurnsOverTheUpperSwitches) {
  test::Sketch sketch(5, 24);
  sketch.link(1, 1, 0, 1);
  sketch.link(2, 1, 0, 2);
  for (const auto& [leaf, peers] :
       {std::pair(3u, std::array{2u, 1u, 1u, 2u}), std::pair(4u, std::array{1u, 2u, 2u, 1u})}) {
    for (PortNum i = 0; i < 4; ++i) {
      sketch.link(leaf, static_cast<PortNum>(1 + i), peers[i], static_cast<PortNum>(leaf * 4u + i));
    }
    sketch.ca(leaf, 9);
  }
  const test::FoundTree found(sketch.build(), {0});
  const auto ports = [&](SwitchIndex leaf) {
    std::vector<unsigned> numbers;
    for (const UpPort& port : found.up.of(leaf, 0)) numbers.push_back(port.port);
    return numbers;
  };
  EXPECT_EQ(ports(3), (std::vector{2u, 1u, 3u, 4u}));
  EXPECT_EQ(ports(4), (std::vector{1u, 2u, 4u, 3u}));
  EXPECT_EQ(UpPorts::switches(found.up.of(3, 0)), 2u);
  EXPECT_EQ(UpPorts::switches(found.up.of(1, 0)), 1u);
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
