#include "common/graph/next_hops.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/counts.h"
#include "tests/support/candidates.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::candidates;
using test::ring_with_odd_links;
using test::Sketch;
using Ports = std::vector<PortNum>;

TEST(NextHops, AllPortsThatLeadNearer) {
  const Fabric fabric = ring_with_odd_links(6);
  const HopTable table =
      shortest_hop_table(fabric, SwitchGraph(fabric), {}, all_switches(fabric), Workers(1));
  const auto to = [&](std::size_t d) { return candidates(fabric, table, 0, d); };
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

TEST(NextHops, FollowTheWeights) {
  // A triangle in which the direct way from s0 to s1 costs 5, and back 1.
  Sketch sketch(3);
  sketch.link(0, 1, 1, 1);
  sketch.link(0, 2, 2, 1);
  sketch.link(2, 2, 1, 2);
  const Fabric fabric = sketch.build();
  std::vector<std::uint8_t> weights(fabric.all_ports().size(), 1);
  weights[fabric.switches()[0].first_port + 1] = 5;
  const HopTable table =
      shortest_hop_table(fabric, SwitchGraph(fabric), weights, all_switches(fabric), Workers(1));
  EXPECT_EQ(table.hops(0, 1), 2u);
  EXPECT_EQ(table.hops(1, 0), 1u);
  EXPECT_EQ(candidates(fabric, table, 0, 1), Ports{2});
  EXPECT_EQ(candidates(fabric, table, 1, 0), Ports{1});
}

TEST(NextHops, OneNeighbourIsTheOneBehindThePortThatIsSearchedFirst) {
  // From s0 two neighbours lead to s3, each over two links.
  Sketch sketch(4);
  sketch.link(0, 1, 2, 1);
  sketch.link(0, 2, 1, 1);
  sketch.link(0, 3, 2, 2);
  sketch.link(0, 4, 1, 2);
  sketch.link(1, 3, 3, 1);
  sketch.link(2, 3, 3, 2);
  const Fabric fabric = sketch.build();
  const auto all = all_switches(fabric);
  HopTable table{.distances = distances_to(SwitchGraph(fabric), all, Workers(1)),
                 .one_neighbour = true};
  EXPECT_EQ(candidates(fabric, table, 0, 3), (Ports{1, 3}));
  for (const Switch& s : fabric.switches()) {
    for (unsigned p = 0; p <= s.port_count; ++p) {
      table.search_order.push_back(static_cast<PortNum>(p == 0 ? 0 : s.port_count + 1 - p));
    }
  }
  EXPECT_EQ(candidates(fabric, table, 0, 3), (Ports{2, 4}));
  EXPECT_EQ(candidates(fabric, table, 0, 1), (Ports{2, 4}));
}

TEST(NextHops, MayBeGiven) {
  const Fabric fabric = ring_with_odd_links(6);
  HopTable table =
      shortest_hop_table(fabric, SwitchGraph(fabric), {}, all_switches(fabric), Workers(1));
  const std::size_t columns = table.distances.columns();
  table.candidates.resize(6 * columns);
  for (SwitchIndex s = 0; s < 6; ++s) {
    for (SwitchIndex d = 0; d < 6; ++d) table.candidates[s * columns + d] = s == d ? 0 : 1u << 1;
  }
  table.candidates[5] = 1u << 2 | 1u << 3;
  EXPECT_EQ(candidates(fabric, table, 0, 5), (Ports{2, 3})) << "port 3 leads away";
  EXPECT_EQ(candidates(fabric, table, 0, 3), Ports{1});
}

TEST(PortSets, AreListedAndAskedFor) {
  const std::vector<std::uint64_t> none(2, 0);
  const std::vector<std::uint64_t> one = {std::uint64_t{1} << 63};
  const std::vector<std::uint64_t> two = {std::uint64_t{1} << 5, 1};
  EXPECT_TRUE(is_empty(none));
  EXPECT_FALSE(is_empty(two));
  EXPECT_EQ(only_port(one), 63);
  EXPECT_EQ(only_port(two), kNoPath);
  EXPECT_EQ(only_port(std::vector<std::uint64_t>{6}), kNoPath);
  EXPECT_EQ(only_port(std::vector<std::uint64_t>{0}), kNoPath);
  EXPECT_TRUE(contains(two, 64));
  EXPECT_FALSE(contains(two, 0));
  EXPECT_FALSE(contains(two, 254)) << "it has no word for that";
}

TEST(PortSets, AreEqualWordByWord) {
  const std::vector<std::uint64_t> set = {3, 4};
  EXPECT_TRUE(are_equal(set, std::vector<std::uint64_t>{3, 4}));
  EXPECT_FALSE(are_equal(set, std::vector<std::uint64_t>{3, 5}));
  EXPECT_FALSE(are_equal(set, std::vector<std::uint64_t>{2, 4}));
  EXPECT_FALSE(are_equal(set, PortSet{})) << "of another fabric, or none yet";
}

}  // namespace
}  // namespace weft
