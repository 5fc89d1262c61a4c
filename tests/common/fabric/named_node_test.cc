#include "common/fabric/named_node.h"

#include <gtest/gtest.h>

#include <string>

#include "common/base/error.h"
#include "common/fabric/builder.h"

namespace weft {
namespace {

// A switch 0x10 «leaf 1», LID 1, and 0x20 «leaf 2» without a LID; host «c1 HCA-1» with ports 0x101,
// without LID, and 0x102, LID 12; two hosts «twin», 0x200 and 0x300, LIDs 20 and 30.
class NamedNode : public ::testing::Test {
 protected:
  static Fabric make() {
    FabricBuilder builder("test");
    const NodeId leaf = builder.add_node(
        {.type = NodeType::kSwitch, .node_guid = 0x10, .port_count = 8, .name = "leaf 1"});
    const NodeId other = builder.add_node(
        {.type = NodeType::kSwitch, .node_guid = 0x20, .port_count = 8, .name = "leaf 2"});
    const NodeId host = builder.add_node({.node_guid = 0x100, .port_count = 2, .name = "c1 HCA-1"});
    const NodeId one = builder.add_node({.node_guid = 0x200, .port_count = 1, .name = "twin"});
    const NodeId two = builder.add_node({.node_guid = 0x300, .port_count = 1, .name = "twin"});
    builder.set_address(leaf, 0, 0, 1, 0);
    builder.set_address(host, 1, 0x101, 0, 0);
    builder.set_address(host, 2, 0x102, 12, 0);
    builder.set_address(one, 1, 0x201, 20, 0);
    builder.set_address(two, 1, 0x301, 30, 0);
    builder.add_link(leaf, 1, host, 1, {});
    builder.add_link(leaf, 2, host, 2, {});
    builder.add_link(leaf, 3, one, 1, {});
    builder.add_link(leaf, 4, two, 1, {});
    builder.add_link(leaf, 5, other, 5, {});
    return builder.build();
  }
  // 1000 + the number of a switch, or the LID of an end port.
  unsigned found(const std::string& text) const {
    const LidOwner owner = find_named(fabric_, text);
    return owner.kind == PeerKind::kSwitch ? 1000 + owner.index
                                           : fabric_.end_ports()[owner.index].lid;
  }
  std::string refusal(const std::string& text) const {
    try {
      find_named(fabric_, text);
    } catch (const BadInput& error) {
      return error.what();
    }
    return "";
  }

  const Fabric fabric_ = make();
};

TEST_F(NamedNode, IsFoundByLidGuidOrName) {
  EXPECT_EQ(found("1"), 1000u);
  EXPECT_EQ(found("20"), 20u);
  EXPECT_EQ(found("0x10"), 1000u);
  EXPECT_EQ(found("0x301"), 30u);
  EXPECT_EQ(found("0x200"), 20u);
  EXPECT_EQ(found(" leaf 1 "), 1000u);
  EXPECT_EQ(found("c1 HCA-1"), 12u);
  EXPECT_EQ(found("c1"), 12u);
}

TEST_F(NamedNode, OfSeveralPortsIsTheFirstWithALid) { EXPECT_EQ(found("0x100"), 12u); }

TEST_F(NamedNode, IsRefusedWithTheReason) {
  EXPECT_EQ(refusal("7"), "no port has LID 7");
  EXPECT_EQ(refusal("twin"),
            "2 nodes are called 'twin': give the GUID of one (0x0000000000000200, "
            "0x0000000000000300)");
  EXPECT_EQ(refusal("leaf"),
            "2 nodes are called 'leaf': give the GUID of one (0x0000000000000010, "
            "0x0000000000000020)");
  EXPECT_EQ(refusal("leaf 2"), "'leaf 2' has no LID");
  EXPECT_EQ(refusal("0x101"), "'0x101' has no LID");
  for (const char* text : {"c", "0x999", "0xyz", "99999", "", "12x"}) {
    EXPECT_TRUE(refusal(text).starts_with("no switch and no host is called")) << text;
  }
}

}  // namespace
}  // namespace weft
