#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "common/balance/balance.h"
#include "common/fabric/builder.h"
#include "common/graph/next_hops.h"
#include "common/graph/switch_graph.h"
#include "tests/support/named_nodes.h"

namespace weft {
namespace {

constexpr LinkAttributes k4x{.width = 4};
constexpr LinkAttributes k1x{.width = 1};

constexpr Guid kNear = 1, kFar = 2;  // switches, with LIDs 8 and 16
constexpr Guid ca_guid(unsigned i) { return 0x100 * Guid{i + 1}; }
constexpr Lid ca_lid(unsigned i) { return static_cast<Lid>(24 + 8 * i); }

// Two switches with a link from each port p = 1.. of one to the same port of the other, and CAs on
// the far one. Their GUIDs ascend with their ports.
struct Pair {
  explicit Pair(unsigned cas, std::vector<LinkAttributes> links = {k4x, k4x, k4x, k4x},
                std::uint8_t lmc = 0) {
    FabricBuilder builder("pair");
    for (const Guid guid : {kNear, kFar}) {
      const NodeId sw = builder.add_node(
          {.type = NodeType::kSwitch, .node_guid = guid, .system_guid = guid, .port_count = 100});
      builder.set_address(sw, 0, 0, static_cast<Lid>(8 * guid), 0);
    }
    for (std::size_t i = 0; i < links.size(); ++i) {
      const auto port = static_cast<PortNum>(i + 1);
      builder.add_link(0, port, 1, port, links[i]);
    }
    for (unsigned i = 0; i < cas; ++i) {
      const NodeId ca = builder.add_node({.node_guid = ca_guid(i) + 1, .port_count = 1});
      builder.add_link(ca, 1, 1, static_cast<PortNum>(10 + i), {});
      builder.set_address(ca, 1, ca_guid(i), ca_lid(i), lmc);
    }
    fabric = builder.build();
  }

  // The near switch's ports by LID.
  std::vector<PortNum> row(const Options& options, bool dor = false) const {
    TableBlock block(fabric.switch_count(), fabric.max_lid());
    const Workers workers(1);
    const Targets targets = targets_in_stock_order(fabric);
    const HopTable table{.distances = distances_to(SwitchGraph(fabric), targets.switches, workers),
                         .one_neighbour = dor};
    balance_by_switch({fabric, options, workers}, targets, table, block.tables());
    const PortNum* row = block.tables().row(0);
    return {row, row + fabric.max_lid() + 1};
  }

  // Its ports to the CAs, one after the other.
  std::vector<PortNum> to_cas(const Options& options, bool dor = false) const {
    const auto all = row(options, dor);
    std::vector<PortNum> ports;
    for (const EndPort& e : fabric.end_ports()) {
      ports.insert(ports.end(), all.begin() + e.lid, all.begin() + e.lid + (1 << e.lmc));
    }
    return ports;
  }

  Fabric fabric;
};

using Ports = std::vector<PortNum>;

TEST(BalanceBySwitch, CyclesThroughThePorts) {
  EXPECT_EQ(Pair(6).to_cas({}), (Ports{1, 2, 3, 4, 1, 2}));
}

TEST(BalanceBySwitch, PortsAreTakenInSearchOrder) {
  Options options;
  options.search_order = {{kNear, {3, 1}}};
  EXPECT_EQ(Pair(6).to_cas(options), (Ports{3, 1, 2, 4, 3, 1}));
}

TEST(BalanceBySwitch, BehindALidThePortNumberIsAPositionInSearchOrder) {
  Options options;
  options.search_order = {{kNear, {3, 1}}};
  // 3 first; then from position 4 on, where port 4 stands; then from position 5 on, so 3 again but
  // that it has a LID, as has 4; and so on.
  EXPECT_EQ(Pair(1, {k4x, k4x, k4x, k4x}, 2).to_cas(options), (Ports{3, 4, 1, 2}));
}

TEST(BalanceBySwitch, IgnoredPortsStayEmpty) {
  Options options;
  options.ignored_ports = {{kNear, 2, 1}};
  EXPECT_EQ(Pair(6).to_cas(options), (Ports{1, 2, 2, 2, 2, 2})) << "and so are always the least";
}

TEST(BalanceBySwitch, ListedPortsAreRoutedFirst) {
  Options options;
  options.routing_order = test::named_nodes({ca_guid(4), 77, ca_guid(2), ca_guid(4)});
  EXPECT_EQ(Pair(6).to_cas(options), (Ports{3, 4, 2, 1, 1, 2}));
}

TEST(BalanceBySwitch, SwitchesMayBeListed) {
  Options options;
  options.port_profile_switch_nodes = true;
  EXPECT_EQ(Pair(4).row(options)[16], 1u);
  EXPECT_EQ(Pair(4).to_cas(options), (Ports{1, 2, 3, 4}));
  options.routing_order = test::named_nodes({ca_guid(3), kFar});
  EXPECT_EQ(Pair(4).row(options)[16], 2u);
  EXPECT_EQ(Pair(4).to_cas(options), (Ports{3, 4, 1, 1}));
}

TEST(BalanceBySwitch, PortShiftingStartsEachRoundAtAnotherPort) {
  Options options;
  options.port_shifting = true;
  // The mean count of three ports: 0 while there are fewer than 3 LIDs, then 1, then 2, then 3.
  EXPECT_EQ(Pair(9, {k4x, k4x, k4x}).to_cas(options), (Ports{1, 2, 3, 2, 3, 1, 3, 1, 2}));
}

TEST(BalanceBySwitch, LinksAreWeighedByCapacity) {
  const Pair pair(10, {k1x, k4x});
  Options options;
  EXPECT_EQ(pair.to_cas(options), (Ports{1, 2, 1, 2, 1, 2, 1, 2, 1, 2}));
  options.weigh_links = true;
  EXPECT_EQ(pair.to_cas(options), (Ports{2, 2, 2, 1, 2, 2, 2, 2, 1, 2}))
      << "each to where its transfer would end first";
}

// How often each port is chosen for the LID, over many seeds.
std::map<PortNum, unsigned> drawn(const Pair& pair, Options options, Lid lid) {
  std::map<PortNum, unsigned> times;
  for (std::uint32_t seed = 1; seed <= 4000; ++seed) {
    options.scatter_ports = seed;
    ++times[pair.row(options)[lid]];
  }
  return times;
}

void expect_even(const std::map<PortNum, unsigned>& times, const Ports& ports) {
  const double mean = 4000.0 / static_cast<double>(ports.size());
  EXPECT_EQ(times.size(), ports.size());
  for (const PortNum port : ports) {
    ASSERT_TRUE(times.contains(port)) << int{port};
    EXPECT_NEAR(times.at(port), mean, 0.15 * mean) << int{port};
  }
}

TEST(BalanceBySwitch, ScatteringIsEven) {
  expect_even(drawn(Pair(1), {}, ca_lid(0)), {1, 2, 3, 4});
  expect_even(drawn(Pair(1), {}, 16), {1, 2, 3, 4});
  expect_even(drawn(Pair(2), {}, ca_lid(1)), {1, 2, 3, 4});
}

TEST(BalanceBySwitch, ScatteringIsOverTheLeastCounted) {
  Options options;
  for (std::uint32_t seed = 1; seed <= 100; ++seed) {
    options.scatter_ports = seed;
    Ports ports = Pair(8).to_cas(options);
    std::sort(ports.begin(), ports.begin() + 4);
    std::sort(ports.begin() + 4, ports.end());
    ASSERT_EQ(ports, (Ports{1, 2, 3, 4, 1, 2, 3, 4}));
  }
}

TEST(BalanceBySwitch, ScatteringMayLeaveOutSwitchesAndListedPorts) {
  Options options;
  options.use_scatter_for_switch_lid = false;
  const Pair pair(1);
  expect_even(drawn(pair, options, ca_lid(0)), {1, 2, 3, 4});
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    options.scatter_ports = seed;
    const auto row = pair.row(options);
    EXPECT_EQ(row[16], row[ca_lid(0)] == 1 ? 2u : 1u) << "the lowest port without a LID";
  }
  options.use_scatter_for_switch_lid = true;
  options.routing_order = test::named_nodes({ca_guid(0)});
  expect_even(drawn(pair, options, ca_lid(0)), {1, 2, 3, 4});
  options.guid_routing_order_no_scatter = true;
  expect_even(drawn(pair, options, ca_lid(0)), {1});
}

TEST(BalanceBySwitch, DorSpreadsTheLidsOfAPortOverParallelLinks) {
  const Pair pair(2, {k4x, k4x, k4x}, 1);
  // Stock's other engines start behind the port of the LID before, dor with the first port;
  // it takes the one that the other LID does not use.
  EXPECT_EQ(pair.to_cas({}), (Ports{1, 3, 2, 3}));
  EXPECT_EQ(pair.to_cas({}, true), (Ports{1, 3, 2, 1}));
}

}  // namespace
}  // namespace weft
