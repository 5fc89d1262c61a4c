#include "plugins/layered/path_stage.h"

#include <gtest/gtest.h>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "tests/support/layers_on.h"

namespace weft {
namespace {

constexpr Lid kLid = test::lid_of_ca(1);

TEST(PathStage, WritesTheEntriesOfItsLidsAtOnce) {
  test::LayersOn on(test::square());
  PathStage stage(on.links);
  const std::size_t row = stage.add_rows(1);
  stage.row(row)[0] = 1;
  stage.row(row)[1] = 1;
  stage.add_lid(kLid, 3, row);
  const PortNum own = on.tables.row(3)[kLid];
  on.tables.row(2)[kLid] = 9;
  stage.flush(on.tables, on.workers);
  EXPECT_EQ(on.tables.row(0)[kLid], 2);
  EXPECT_EQ(on.tables.row(1)[kLid], 2);
  EXPECT_EQ(on.tables.row(2)[kLid], kNoPath) << "no step";
  EXPECT_EQ(on.tables.row(3)[kLid], own) << "the LID's own switch";
}

TEST(PathStage, ForgetsWhatItWrote) {
  test::LayersOn on(test::square());
  PathStage stage(on.links);
  stage.add_lid(kLid, 3, stage.add_rows(1));
  stage.clear();
  const PortNum before = on.tables.row(0)[kLid] = 1;
  stage.flush(on.tables, on.workers);
  EXPECT_EQ(on.tables.row(0)[kLid], before);
  EXPECT_EQ(stage.add_rows(1), 0u);
  EXPECT_EQ(stage.row(0)[0], PathStage::kNoStep);
}

TEST(PathStage, HasRoomForAMegabyte) {
  const test::LayersOn on(test::square());
  PathStage stage(on.links);
  EXPECT_TRUE(stage.has_room(1 << 18));
  EXPECT_FALSE(stage.has_room((1 << 18) + 1));
  stage.add_rows(1);
  EXPECT_FALSE(stage.has_room(1 << 18));
}

// More switches and LIDs than a tile, by several threads.
TEST(PathStage, WritesManyLidsOfManySwitches) {
  const Fabric fabric = with_new_lids(make_torus({.dims = {130}, .cas = 2}), 0);
  const Links links(fabric);
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  PathStage stage(links);
  std::size_t row = stage.add_rows(fabric.end_ports().size());
  for (const EndPort& port : fabric.end_ports()) {
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) stage.row(row)[s] = (s + row) % 2;
    stage.add_lid(port.lid, port.sw, row++);
  }
  stage.flush(block.tables(), Workers(3));
  row = 0;
  for (const EndPort& port : fabric.end_ports()) {
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      const PortNum expected =
          s == port.sw ? kNoPath : links[links.first_of(s) + (s + row) % 2].port;
      ASSERT_EQ(block.tables().row(s)[port.lid], expected);
    }
    ++row;
  }
}

}  // namespace
}  // namespace weft
