#include "common/dumps/roots_dump.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/base/file.h"
#include "common/fabric/builder.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

// Stock OpenSM's map of switches is in the order of their GUIDs in network byte order, read as
// little-endian numbers.
TEST(RootsDump, ComesInTheOrderOfOpenSmsMap) {
  FabricBuilder builder("test");
  for (const Guid guid : {0x0102, 0x0201, 0x0300, 0x0401}) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = guid, .port_count = 1});
  }
  const Fabric fabric = builder.build();
  const TemporaryDirectory directory;
  const std::string path = directory.file(kRootsDump);
  write_roots_dump(fabric, std::vector<SwitchIndex>{0, 2, 3}, path);
  EXPECT_EQ(read_file(path), "0x300\n0x401\n0x102\n");
  write_roots_dump(fabric, {}, path);
  EXPECT_EQ(read_file(path), "") << "what was there is replaced";
}

}  // namespace
}  // namespace weft
