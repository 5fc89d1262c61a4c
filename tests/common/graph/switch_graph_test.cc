#include "common/graph/switch_graph.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/fabric/builder.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::ring_with_odd_links;

TEST(SwitchGraph, BundlesHoldParallelLinksInOrder) {
  const Fabric fabric = ring_with_odd_links(5);
  const SwitchGraph graph(fabric);
  ASSERT_EQ(graph.bundles(0).size(), 2u);
  const LinkBundle& next = graph.bundles(0)[0];
  EXPECT_EQ(next.peer, 1u);
  const auto ports = graph.ports(next);
  EXPECT_EQ(std::vector<PortNum>(ports.begin(), ports.end()), (std::vector<PortNum>{1, 3, 4}));
  EXPECT_EQ(graph.bundles(0)[1].peer, 4u);
}

TEST(SwitchGraph, LinksToItselfAreLeftOut) {
  const Fabric fabric = ring_with_odd_links(5);
  const SwitchGraph graph(fabric);
  EXPECT_EQ(graph.bundles(2).size(), 2u);
  EXPECT_EQ(graph.bundle_count(), 10u);
  EXPECT_EQ(graph.first_bundle(1), 2u);
}

TEST(SwitchGraph, WithRanksHasNoLinksInsideOneButTheFirst) {
  // A ring of six with ranks 0 0 1 1 and twice none: s2 - s3 goes, s0 - s1 and s4 - s5 stay.
  const Fabric fabric = ring_with_odd_links(6);
  const std::vector<std::uint16_t> ranks = {0, 0, 1, 1, 0xFFFF, 0xFFFF};
  const SwitchGraph graph(fabric, ranks);
  EXPECT_EQ(graph.bundle_count(), 10u);
  ASSERT_EQ(graph.bundles(2).size(), 1u);
  EXPECT_EQ(graph.bundles(2)[0].peer, 1u);
  ASSERT_EQ(graph.bundles(3).size(), 1u);
  EXPECT_EQ(graph.bundles(3)[0].peer, 4u);
  EXPECT_EQ(graph.bundles(0)[0].peer, 1u);
  EXPECT_EQ(graph.bundles(4)[0].peer, 5u);
}

}  // namespace
}  // namespace weft
