#include "common/dumps/torus_dump.h"

#include <gtest/gtest.h>

#include "common/base/file.h"
#include "common/fabric/builder.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

TEST(TorusDump, HasALineForEachPlaceTheFirstCoordinateFastest) {
  FabricBuilder builder("test");
  for (const NodeId i : {0u, 1u, 2u, 3u}) {
    builder.add_node({.type = NodeType::kSwitch,
                      .node_guid = 0xa + Guid{i},
                      .port_count = 2,
                      .name = i == 2 ? "odd\none" : "switch"});
  }
  const Fabric fabric = builder.build();
  const RouteNotes notes = {.coordinates = {{0, 1, 0}, {1, 0, 0}, {0, 0, 10}, {}}};
  const TemporaryDirectory directory;
  const std::string path = directory.file(kTorusDump);
  write_torus_dump(fabric, notes, path);
  EXPECT_EQ(read_file(path),
            "switch 1,0,0 GUID 0x000b (switch)\nswitch 0,1,0 GUID 0x000a (switch)\n"
            "switch 0,0,10 GUID 0x000c (odd one)\n");
}

}  // namespace
}  // namespace weft
