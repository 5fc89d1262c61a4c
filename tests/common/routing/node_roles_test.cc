#include "common/routing/node_roles.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/fabric/builder.h"
#include "tests/support/named_nodes.h"

namespace weft {
namespace {

using Roles = std::vector<NodeRole>;
constexpr NodeRole kCompute = NodeRole::kCompute;
constexpr NodeRole kIo = NodeRole::kIo;
constexpr NodeRole kOther = NodeRole::kOther;

// CAs with the port GUIDs 0x101, 0x201, 0x301 and a router with 0x401.
Fabric three_cas_and_a_router() {
  FabricBuilder builder("test");
  const NodeId sw = builder.add_node({.type = NodeType::kSwitch, .node_guid = 1, .port_count = 4});
  for (unsigned i = 1; i <= 4; ++i) {
    const NodeId node = builder.add_node({.type = i == 4 ? NodeType::kRouter : NodeType::kCa,
                                          .node_guid = 0x100 * i,
                                          .port_count = 1});
    builder.add_link(sw, static_cast<PortNum>(i), node, 1, {});
  }
  return builder.build();
}

TEST(NodeRoles, WithoutListsAllCasCompute) {
  EXPECT_EQ(node_roles(three_cas_and_a_router(), {}),
            (Roles{kCompute, kCompute, kCompute, kOther}));
}

TEST(NodeRoles, IoNodesDoNotCompute) {
  Options options;
  options.io_nodes = test::named_nodes({0x401, 0x201, 0x77});
  EXPECT_EQ(node_roles(three_cas_and_a_router(), options), (Roles{kCompute, kIo, kCompute, kIo}));
}

TEST(NodeRoles, AListOfComputeNodesIsAllOfThemAndGoesFirst) {
  Options options;
  options.compute_nodes = test::named_nodes({0x401, 0x201});
  options.io_nodes = test::named_nodes({0x201, 0x301, 0x401});
  EXPECT_EQ(node_roles(three_cas_and_a_router(), options), (Roles{kOther, kCompute, kIo, kIo}))
      << "a router computes nothing";
  options.compute_nodes.emplace();
  EXPECT_EQ(node_roles(three_cas_and_a_router(), options), (Roles{kOther, kIo, kIo, kIo}))
      << "an empty list is one";
}

TEST(NodeRoles, AggregationNodesDoNotComputeUnlessListed) {
  FabricBuilder builder("test");
  const NodeId sw = builder.add_node({.type = NodeType::kSwitch, .node_guid = 1, .port_count = 4});
  for (unsigned i = 1; i <= 2; ++i) {
    const NodeId node =
        builder.add_node({.type = NodeType::kCa,
                          .node_guid = 0x100 * i,
                          .port_count = 1,
                          .name = i == 1 ? "Mellanox Technologies Aggregation Node" : "node-1"});
    builder.add_link(sw, static_cast<PortNum>(i), node, 1, {});
  }
  const Fabric fabric = builder.build();
  EXPECT_EQ(node_roles(fabric, {}), (Roles{kOther, kCompute}));
  Options options;
  options.compute_nodes = test::named_nodes({0x101, 0x201});
  EXPECT_EQ(node_roles(fabric, options), (Roles{kCompute, kCompute}));
}

}  // namespace
}  // namespace weft
