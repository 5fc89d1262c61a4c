#include "common/graph/switch_graph.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "common/fabric/builder.h"
#include "common/graph/distances.h"
#include "common/graph/next_hops.h"

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

TEST(Distances, AroundALongRing) {
  // Longer than a byte can count, and more destinations than one batch of the search.
  const unsigned n = 700;
  const Fabric fabric = ring(n);
  const SwitchGraph graph(fabric);
  std::vector<SwitchIndex> all(n);
  std::iota(all.begin(), all.end(), 0u);
  for (const unsigned threads : {1u, 3u}) {
    const Distances distances = distances_to(graph, all, Workers(threads));
    for (SwitchIndex s = 0; s < n; s += 7) {
      for (SwitchIndex d = 0; d < n; ++d) {
        const unsigned way = (d + n - s) % n;
        ASSERT_EQ(distances.from(s)[d], std::min(way, n - way)) << s << " to " << d;
      }
    }
    EXPECT_EQ(distances.from(0)[n], kFar);  // padding
  }
}

TEST(Distances, PiecesAreFarApart) {
  FabricBuilder builder("pieces");
  for (Guid guid = 1; guid <= 4; ++guid) {
    builder.add_node({NodeType::kSwitch, guid, 0, 1, false, true, "", 0});
  }
  builder.add_link(0, 1, 1, 1, {});
  builder.add_link(2, 1, 3, 1, {});
  const Fabric fabric = builder.build();
  const std::vector<SwitchIndex> destinations = {3, 0};
  const Distances distances = distances_to(SwitchGraph(fabric), destinations, Workers(1));
  EXPECT_EQ(distances.from(2)[0], 1u);
  EXPECT_EQ(distances.from(0)[0], kFar);
  EXPECT_EQ(distances.from(1)[1], 1u);
  EXPECT_EQ(distances.from(3)[1], kFar);
}

TEST(NextHops, AllPortsThatLeadNearer) {
  const Fabric fabric = ring(6);
  std::vector<SwitchIndex> all(6);
  std::iota(all.begin(), all.end(), 0u);
  const HopTable table{distances_to(SwitchGraph(fabric), all, Workers(1))};
  const std::size_t columns = table.distances.columns();
  NextHops finder(fabric, table, columns);
  std::vector<std::uint64_t> sets(columns * finder.words());
  finder.fill(0, 0, columns, sets.data());
  const auto to = [&](std::size_t d) {
    PortNum ports[256];
    const unsigned count = list_ports({sets.data() + d * finder.words(), finder.words()}, ports);
    return std::vector<PortNum>(ports, ports + count);
  };
  EXPECT_EQ(to(0), std::vector<PortNum>{});
  EXPECT_EQ(to(1), (std::vector<PortNum>{1, 3, 4}));
  EXPECT_EQ(to(2), (std::vector<PortNum>{1, 3, 4}));
  EXPECT_EQ(to(3), (std::vector<PortNum>{1, 2, 3, 4}));  // opposite: both ways
  EXPECT_EQ(to(5), std::vector<PortNum>{2});
  EXPECT_EQ(to(6), std::vector<PortNum>{});  // padding
}

TEST(NextHops, PortsBeyondTheFirstWord) {
  FabricBuilder builder("wide");
  builder.add_node({NodeType::kSwitch, 1, 0, 254, false, true, "", 0});
  builder.add_node({NodeType::kSwitch, 2, 0, 254, false, true, "", 0});
  const std::vector<PortNum> linked = {1, 63, 64, 65, 200, 254};
  for (const PortNum p : linked) builder.add_link(0, p, 1, p, {});
  const Fabric fabric = builder.build();
  const std::vector<SwitchIndex> all = {0, 1};
  const HopTable table{distances_to(SwitchGraph(fabric), all, Workers(1))};
  const std::size_t columns = table.distances.columns();
  NextHops finder(fabric, table, columns);
  EXPECT_EQ(finder.words(), 4u);
  std::vector<std::uint64_t> sets(columns * finder.words());
  finder.fill(0, 0, columns, sets.data());
  const PortSet set(sets.data() + 4, 4);
  PortNum ports[256];
  ASSERT_EQ(list_ports(set, ports), 6u);
  EXPECT_EQ(std::vector<PortNum>(ports, ports + 6),
            (std::vector<PortNum>{1, 63, 64, 65, 200, 254}));
  EXPECT_TRUE(contains(set, 254));
  EXPECT_FALSE(contains(set, 255));
  EXPECT_FALSE(contains(set, 0));
  EXPECT_TRUE(is_empty({sets.data(), 4}));
}

}  // namespace
}  // namespace weft
