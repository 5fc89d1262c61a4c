#include "common/drawing/dot.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "common/fabric/builder.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

TEST(Dot, LinksOfTwoSwitchesAreAnEdge) {
  test::Sketch sketch(3);
  sketch.link(0, 1, 2, 5);
  sketch.link(0, 2, 2, 6);
  sketch.link(1, 1, 2, 7);
  sketch.ca(0, 4);
  sketch.ca(1, 4);
  const Fabric fabric = sketch.build();
  std::vector<std::uint64_t> loads(fabric.all_ports().size(), 0);
  loads[fabric.switches()[2].first_port + 6] = 40;
  const std::string dot = dot_text(fabric, recognise(fabric, {}, Workers(1)), loads);
  EXPECT_TRUE(contains(dot, "\"0x0000000000000003\" [label=\"s2\"];"));
  EXPECT_TRUE(contains(dot, "{ rank=same; \"0x0000000000000003\"; }"));
  // The root first.
  EXPECT_TRUE(contains(
      dot,
      "\"0x0000000000000003\" -- \"0x0000000000000001\" [links=2, paths=40, color=\"#0c2b52\""));
  EXPECT_TRUE(contains(dot, "\"0x0000000000000003\" -- \"0x0000000000000002\" [links=1, paths=0,"));
}

TEST(Dot, NamesAreEscaped) {
  FabricBuilder builder("names");
  builder.add_node(
      {.type = NodeType::kSwitch, .node_guid = 1, .port_count = 2, .name = "\"]; x\\"});
  const Fabric fabric = builder.build();
  const std::vector<std::uint64_t> loads(fabric.all_ports().size(), 0);
  EXPECT_TRUE(contains(dot_text(fabric, recognise(fabric, {}, Workers(1)), loads),
                       R"([label="\"]; x\\"];)"));
}

}  // namespace
}  // namespace weft
