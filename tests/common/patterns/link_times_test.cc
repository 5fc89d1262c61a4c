#include "common/patterns/link_times.h"

#include <gtest/gtest.h>

#include <initializer_list>

#include "common/fabric/builder.h"
#include "common/graph/links.h"

namespace weft {
namespace {

constexpr LinkAttributes of_width(std::uint8_t width) {
  LinkAttributes link;
  link.width = width;
  return link;
}

// Switches 0 and 1 with a link of each width, and a CA of each width at switch 0.
Fabric two_switches(std::initializer_list<std::uint8_t> between,
                    std::initializer_list<std::uint8_t> of_cas) {
  FabricBuilder builder("test");
  for (Guid s = 0; s < 2; ++s) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = 1 + s, .port_count = 12});
  }
  PortNum port = 0;
  for (const std::uint8_t width : between) {
    ++port;
    builder.add_link(0, port, 1, port, of_width(width));
  }
  Guid guid = 0x100;
  for (const std::uint8_t width : of_cas) {
    const NodeId ca = builder.add_node({.node_guid = guid++ << 4, .port_count = 1});
    builder.add_link(ca, 1, 0, ++port, of_width(width));
  }
  return builder.build();
}

TEST(LinkTimes, AreOneWhereAllLinksAreAlike) {
  const Fabric fabric = two_switches({2, 2}, {2, 2});
  const FabricIndex index(fabric);
  const LinkTimes times(index);
  EXPECT_EQ(times.classes().size(), 1u);
  EXPECT_EQ(times.of_link(0), 1);
  EXPECT_EQ(times.of_end_port(1), 1);
  EXPECT_FALSE(times.end_ports_differ());
}

TEST(LinkTimes, AreOfTheUsualRateOfEndPorts) {
  const Fabric fabric = two_switches({1, 8, 4}, {4, 4, 2});
  const FabricIndex index(fabric);
  const LinkTimes times(index);
  EXPECT_EQ(times.of_link(index.links().at(0, 1)), 4);
  EXPECT_EQ(times.of_link(index.links().at(1, 2)), 0.5);
  EXPECT_EQ(times.of_link(index.links().at(0, 3)), 1);
  EXPECT_EQ(times.of_end_port(0), 1);
  EXPECT_EQ(times.of_end_port(2), 2);
  EXPECT_TRUE(times.end_ports_differ());
}

TEST(LinkTimes, WithoutEndPortsAllAreOne) {
  const Fabric fabric = two_switches({1, 8}, {});
  const FabricIndex index(fabric);
  EXPECT_EQ(LinkTimes(index).of_link(0), 1);
}

}  // namespace
}  // namespace weft
