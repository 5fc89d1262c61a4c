#include "common/dumps/roots_dump.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>
#include <vector>

#include "common/base/file.h"
#include "common/fabric/builder.h"
#include "common/options/node_map.h"
#include "tests/support/fabric_text.h"
#include "tests/support/named_nodes.h"

namespace weft {
namespace {

TEST(RootsDump, IsInTheOrderOfOpensmsMapAndCanBeReadBack) {
  // Its map compares GUIDs in network byte order: on x86 the last byte counts most.
  FabricBuilder builder("test");
  for (const Guid guid : {0x0102u, 0x0201u, 0x0301u}) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = guid, .port_count = 1});
  }
  const Fabric fabric = builder.build();
  const TemporaryDirectory directory;
  const std::string path = directory.file("opensm-updn-roots.dump");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);  // which nobody reads
  write_roots_dump(fabric, std::vector<SwitchIndex>{0, 1}, path);
  EXPECT_EQ(read_file(path), "0x201\n0x102\n");
  std::vector<std::string> warnings;
  EXPECT_EQ(parse_roots(read_file(path), path, warnings), test::named_nodes({0x201, 0x102}));
  EXPECT_EQ(warnings, std::vector<std::string>{});
}

}  // namespace
}  // namespace weft
