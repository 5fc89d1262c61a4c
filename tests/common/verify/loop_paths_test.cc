#include "common/verify/loop_paths.h"

#include <gtest/gtest.h>

#include "common/verify/path_trace.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;
using test::Routed;
using Paths = std::vector<LoopPath>;

// Packets go clockwise: from s0 over s1 to s2 go those of a0 to a2.
TEST(LoopPaths, NameAPathForEachTurn) {
  Routed ring = test::clockwise_ring(3);
  const std::vector<Channel> cycle = {{0, 1, 0}, {1, 1, 0}, {2, 1, 0}};
  EXPECT_EQ(find_loop_paths(ring.view(), cycle, 10),
            (Paths{{0, lid_of_ca(2), 0}, {1, lid_of_ca(0), 0}, {2, lid_of_ca(1), 0}}));
  EXPECT_EQ(find_loop_paths(ring.view(), cycle, 1), (Paths{{0, lid_of_ca(2), 0}}));
}

TEST(LoopPaths, AreOnTheLaneOfTheirChannels) {
  Routed ring = test::ring_with_a_dateline();
  const std::vector<Channel> cycle = {{2, 1, 1}, {0, 1, 1}};
  EXPECT_EQ(find_loop_paths(ring.view(), cycle, 1), (Paths{{2, lid_of_ca(1), 1}}));
  const std::vector<Channel> other = {{2, 1, 0}, {0, 1, 0}};
  EXPECT_EQ(find_loop_paths(ring.view(), other, 1), (Paths{LoopPath{}}));
}

// Those that verify finds: each path does turn from its channel to the next.
TEST(LoopPaths, ExplainWhatVerifyFinds) {
  Routed ring = test::clockwise_ring(9);
  const std::vector<Channel> cycle = ring.verdict().credit_loop;
  ASSERT_EQ(cycle.size(), 9u);
  const Paths paths = find_loop_paths(ring.view(), cycle, 100);
  ASSERT_EQ(paths.size(), 9u);
  for (std::size_t i = 0; i < 9; ++i) {
    const EndPort& from = ring.fabric.end_ports()[paths[i].from];
    const auto hops = trace_path(ring.view(), from.sw, from.switch_port, paths[i].to, 0).hops;
    bool turns = false;
    for (std::size_t h = 1; h < hops.size(); ++h) {
      turns |= hops[h - 1].at == cycle[i].sw && hops[h].at == cycle[(i + 1) % 9].sw;
    }
    EXPECT_TRUE(turns) << i;
  }
}

}  // namespace
}  // namespace weft
