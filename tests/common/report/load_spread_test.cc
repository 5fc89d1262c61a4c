#include "common/report/load_spread.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

// s0 and s1 below s2, which a link joins each to; every one of the four directions has a load.
class LoadSpreadTest : public ::testing::Test {
 protected:
  LoadSpreadTest() {
    test::Sketch sketch(3);
    sketch.link(0, 1, 2, 1);
    sketch.link(1, 1, 2, 2);
    sketch.ca(0, 4);
    sketch.ca(1, 4);
    fabric = sketch.build();
    loads.assign(fabric.all_ports().size(), 0);
  }
  std::uint64_t& load(SwitchIndex s, PortNum port) {
    return loads[fabric.switches()[s].first_port + port];
  }

  Fabric fabric;
  std::vector<std::uint64_t> loads;
};

TEST_F(LoadSpreadTest, LoadsAreSpreadOverBuckets) {
  load(0, 1) = 20;
  load(1, 1) = 41;  // 21 buckets of 2 would be too many
  load(2, 2) = 3;
  const LoadSpread spread =
      spread_by_kind(link_kinds(fabric, recognise(fabric, {}, Workers(1))), loads);
  EXPECT_EQ(spread.bucket_width, 3u);
  ASSERT_EQ(spread.kinds.size(), 2u);
  const KindLoads& up = spread.kinds[0];
  EXPECT_EQ(up.name, "up from leaf switches to roots");
  EXPECT_EQ(up.links, 2u);
  EXPECT_EQ(up.max, 41u);
  EXPECT_DOUBLE_EQ(up.mean, 30.5);
  EXPECT_EQ(up.buckets, (std::vector<std::uint64_t>{0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1}));
  const KindLoads& down = spread.kinds[1];
  EXPECT_EQ(down.unused, 1u);
  EXPECT_EQ(down.buckets[0], 1u);
}

}  // namespace
}  // namespace weft
