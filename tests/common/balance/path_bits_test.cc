#include "common/balance/path_bits.h"

#include <gtest/gtest.h>

#include "common/fabric/builder.h"

namespace weft {
namespace {

// Switch 1 with two links to switch 2 (ports 1, 2), and one each to the switches 3 and 4 (ports 3
// and 4), which are of one system.
Fabric star() {
  FabricBuilder builder("star");
  for (const auto& [guid, system] : {std::pair<Guid, Guid>{1, 10}, {2, 20}, {3, 30}, {4, 30}}) {
    builder.add_node(
        {.type = NodeType::kSwitch, .node_guid = guid, .system_guid = system, .port_count = 4});
  }
  builder.add_link(0, 1, 1, 1, {});
  builder.add_link(0, 2, 1, 2, {});
  builder.add_link(0, 3, 2, 1, {});
  builder.add_link(0, 4, 3, 1, {});
  return builder.build();
}

TEST(PathBits, CountByNeighbourAndSystem) {
  const Fabric fabric = star();
  const NeighbourIndex index(fabric);
  PathBits bits(index, 2);
  bits.start(fabric, 0);
  bits.record(1, 1);
  bits.record(1, 3);
  EXPECT_EQ(bits.to_switch(1, 2), 1u) << "the same switch as behind port 1";
  EXPECT_EQ(bits.to_switch(1, 4), 0u);
  EXPECT_EQ(bits.to_system(1, 4), 1u) << "the same system as behind port 3";
  EXPECT_EQ(bits.to_switch(0, 1), 0u) << "another target";
  bits.start(fabric, 0);
  EXPECT_EQ(bits.to_system(1, 4), 0u);
}

TEST(PathBits, PortsMayCountApart) {
  const Fabric fabric = star();
  const NeighbourIndex index(fabric, /*ports_apart=*/true);
  PathBits bits(index, 1);
  bits.start(fabric, 0);
  bits.record(0, 1);
  EXPECT_EQ(bits.to_switch(0, 1), 1u);
  EXPECT_EQ(bits.to_switch(0, 2), 0u);
  EXPECT_EQ(bits.to_system(0, 2), 0u);
}

}  // namespace
}  // namespace weft
