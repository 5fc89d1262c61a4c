#include "common/dumps/ca_order_dump.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/base/file.h"
#include "common/fabric/builder.h"
#include "common/patterns/rank_order.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

TEST(CaOrderDump, HasALineForEachPositionAndReadsBackEqual) {
  FabricBuilder builder("test");
  builder.add_node({.type = NodeType::kSwitch, .node_guid = 1, .port_count = 2});
  for (const NodeId i : {1u, 2u}) {
    builder.add_node({.node_guid = 0x100 * Guid{i},
                      .port_count = 1,
                      .name = i == 1 ? "host-1" : "a\n0x0001\tforged\x7f"});
    builder.add_link(0, static_cast<PortNum>(i), i, 1, {});
    builder.set_address(i, 1, 0, static_cast<Lid>(0x1F * i), 0);
  }
  const Fabric fabric = builder.build();
  const std::vector<EndPortIndex> order = {1, kNone, 0};
  const TemporaryDirectory directory;
  const std::string path = directory.file(kCaOrderDump);
  write_ca_order(fabric, order, path);
  const std::string text = read_file(path);
  EXPECT_EQ(text, "0x003e\ta 0x0001 forged \n0xFFFF\tDUMMY\n0x001f\thost-1\n");
  std::vector<std::string> warnings;
  EXPECT_EQ(parse_rank_order(text, path, fabric, {}, warnings).order(), order);
}

}  // namespace
}  // namespace weft
