#include "common/graph/switch_graph.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/fabric/builder.h"

namespace weft {
namespace {

// A ring of n switches, port 1 to the next, port 2 to the one before; extra parallel links from
// switch 0 to switch 1 at ports 3 and 4, a link of switch 2 to itself at its ports 5 and 6.
Fabric ring(unsigned n) {
  FabricBuilder builder("ring");
  for (unsigned i = 0; i < n; ++i) {
    builder.add_node({NodeType::kSwitch, i + 1u, 0, 6, false, true, "", 0});
  }
  for (unsigned i = 0; i < n; ++i) builder.add_link(i, 1, (i + 1) % n, 2, {});
  builder.add_link(0, 4, 1, 3, {});
  builder.add_link(0, 3, 1, 4, {});
  builder.add_link(2, 5, 2, 6, {});
  return builder.build();
}

TEST(SwitchGraph, BundlesHoldParallelLinksInOrder) {
  const Fabric fabric = ring(5);
  const SwitchGraph graph(fabric);
  ASSERT_EQ(graph.bundles(0).size(), 2u);
  const LinkBundle& next = graph.bundles(0)[0];
  EXPECT_EQ(next.peer, 1u);
  const auto ports = graph.ports(next);
  EXPECT_EQ(std::vector<PortNum>(ports.begin(), ports.end()), (std::vector<PortNum>{1, 3, 4}));
  EXPECT_EQ(graph.bundles(0)[1].peer, 4u);
}

TEST(SwitchGraph, LinksToItselfAreLeftOut) {
  const Fabric fabric = ring(5);
  const SwitchGraph graph(fabric);
  EXPECT_EQ(graph.bundles(2).size(), 2u);
  EXPECT_EQ(graph.bundle_count(), 10u);
  EXPECT_EQ(graph.first_bundle(1), 2u);
}

TEST(SwitchGraph, WithRanksHasNoLinksInsideOneButTheFirst) {
  // A ring of six with ranks 0 0 1 1 and twice none: s2 - s3 goes, s0 - s1 and s4 - s5 stay.
  const Fabric fabric = ring(6);
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
