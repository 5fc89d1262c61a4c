#include "common/whatif/port_names.h"

#include <gtest/gtest.h>

#include <string>

#include "common/base/error.h"
#include "common/fabric/builder.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

// s0 - s1, and two switches of odd names, each linked to s0; a host at s1.
Fabric oddly_named() {
  FabricBuilder builder("odd");
  const char* const names[] = {"leaf # 1", "spine [2]", "twin", "twin", "17", "0xbad", ""};
  for (std::uint32_t s = 0; s < 7; ++s) {
    builder.add_node(
        {.type = NodeType::kSwitch, .node_guid = 0x10 + s, .port_count = 8, .name = names[s]});
    builder.set_address(s, 0, 0, static_cast<Lid>(1 + s), 0);
    if (s > 0) builder.add_link(0, static_cast<PortNum>(s), s, 1, {});
  }
  const NodeId host = builder.add_node(
      {.type = NodeType::kCa, .node_guid = 0x100, .port_count = 2, .name = "host-1 HCA-1"});
  builder.add_link(host, 2, 1, 5, {});
  builder.set_address(host, 2, 0x102, 100, 0);
  return builder.build();
}

std::string refusal(const Fabric& fabric, const std::string& text) {
  try {
    find_port(fabric, text);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "";
}

TEST(PortNames, AreThoseThatFindTheSwitchAgain) {
  const Fabric fabric = oddly_named();
  const PortNames names(fabric);
  EXPECT_EQ(names.of(0), "leaf # 1");
  EXPECT_EQ(names.of(2), "0x0000000000000012");  // there are two of that name,
  EXPECT_EQ(names.of(4), "0x0000000000000014");  // that is a LID,
  EXPECT_EQ(names.of(5), "0x0000000000000015");  // a GUID,
  EXPECT_EQ(names.of(6), "0x0000000000000016");  // and none at all
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const SwitchPort port = {s, 7};
    EXPECT_EQ(find_port(fabric, names.of(port)), port);
  }
  EXPECT_EQ(names.of_link({0, 1}), "leaf # 1[1] - spine [2][1]");
  EXPECT_EQ(names.of_link({0, 1}, " -> "), "leaf # 1[1] -> spine [2][1]");
  EXPECT_EQ(names.of_link({1, 5}), "spine [2][5] - host-1 HCA-1 (0x0000000000000102)[2]");
  EXPECT_EQ(names.of_link({0, 8}), "leaf # 1[8]");
}

TEST(PortNames, AHostIsNamedByItsOwnPort) {
  const Fabric fabric = oddly_named();
  EXPECT_EQ(find_port(fabric, " host-1[2] "), SwitchPort(1, 5));
  EXPECT_TRUE(contains(refusal(fabric, "host-1[1]"), "is linked to no switch"));
}

TEST(PortNames, WhatIsNoPortIsRefused) {
  const Fabric fabric = oddly_named();
  for (const char* text : {"", "leaf # 1", "leaf # 1[", "leaf # 1]", "[1]", "leaf # 1[]",
                           "leaf # 1[x]", "leaf # 1[-1]", "leaf # 1[256]", "leaf # 1[1",
                           "leaf # 1[1]]", "[", "]", "[]", "leaf # 1[99999999999999999999]"}) {
    EXPECT_NE(refusal(fabric, text), "") << text;
  }
  EXPECT_TRUE(contains(refusal(fabric, "leaf # 1[9]"), "has the ports 1 to 8, and no port 9"));
  EXPECT_TRUE(contains(refusal(fabric, "leaf # 1[0]"), "no port 0"));
  EXPECT_TRUE(contains(refusal(fabric, "nobody[1]"), "no switch and no host is called"));
  EXPECT_TRUE(contains(refusal(fabric, "twin[1]"), "2 nodes are called"));
}

}  // namespace
}  // namespace weft
