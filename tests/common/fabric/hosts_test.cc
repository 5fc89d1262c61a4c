#include "common/fabric/hosts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "common/base/natural_order.h"
#include "common/fabric/builder.h"

namespace weft {
namespace {

// One switch with a CA a name, in this order, of GUIDs 0x100, 0x200, ...; a name that ends with
// «*» has two ports.
Fabric with_cas(const std::vector<std::string>& names) {
  FabricBuilder builder("test");
  const NodeId leaf = builder.add_node(
      {.type = NodeType::kSwitch, .node_guid = 0x10, .port_count = 40, .name = "leaf"});
  builder.set_address(leaf, 0, 0, 1, 0);
  PortNum at = 1;
  Lid lid = 2;
  Guid guid = 0x100;
  for (std::string name : names) {
    const PortNum ports = name.ends_with('*') ? 2 : 1;
    if (ports == 2) name.pop_back();
    const NodeId node = builder.add_node({.node_guid = guid, .port_count = ports, .name = name});
    for (PortNum p = 1; p <= ports; ++p) {
      builder.set_address(node, p, guid + p, lid++, 0);
      builder.add_link(leaf, at++, node, p, {});
    }
    guid += 0x100;
  }
  return builder.build();
}

// «c1: 101 201», a host a piece.
std::vector<std::string> described(const Fabric& fabric) {
  std::vector<std::string> all;
  for (const Host& host : find_hosts(fabric)) {
    std::string text = std::string(host.name) + ":";
    for (const EndPortIndex e : host.rails) {
      char guid[20];
      std::snprintf(guid, sizeof guid, " %llx",
                    static_cast<unsigned long long>(fabric.end_ports()[e].port_guid));
      text += guid;
    }
    all.push_back(text);
  }
  return all;
}

using Hosts = std::vector<std::string>;

TEST(Hosts, AreAllTheirHcasAndPorts) {
  EXPECT_EQ(described(with_cas({"c10 HCA-1", "c2 HCA-2*", "c10 HCA-2", "c2 HCA-1"})),
            (Hosts{"c2: 401 201 202", "c10: 101 301"}));
}

TEST(Hosts, ElevenRailsAreInTheOrderOfNumbers) {
  EXPECT_EQ(described(with_cas({"c mlx5_10", "c mlx5_9"})), (Hosts{"c: 201 101"}));
}

TEST(Hosts, OfOneDescriptionAreTheirOwn) {
  EXPECT_EQ(described(with_cas({"same HCA-1", "same HCA-1*", "same HCA-2"})),
            (Hosts{"same: 101", "same: 201 202", "same: 301"}));
  EXPECT_EQ(described(with_cas({"", ""})), (Hosts{": 101", ": 201"}));
}

TEST(Hosts, AreNoAggregationNodes) {
  EXPECT_EQ(described(with_cas({"c1 HCA-1", "Mellanox Technologies Aggregation Node"})),
            (Hosts{"c1: 101"}));
}

TEST(Hosts, NaturalOrderComparesNumbers) {
  const std::vector<std::string> order = {"",    "a",     "a02",    "a2", "a2b",
                                          "a10", "a10c9", "a10c10", "b1"};
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = 0; j < order.size(); ++j) {
      EXPECT_EQ(natural_less(order[i], order[j]), i < j) << order[i] << " " << order[j];
    }
  }
  EXPECT_TRUE(natural_less("c99999999999999999999998", "c99999999999999999999999"));
}

}  // namespace
}  // namespace weft
