#include "common/fabric/counts.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::Sketch;

std::vector<Lid> all(const LidRange& lids) {
  std::vector<Lid> list;
  for (const Lid lid : lids) list.push_back(lid);
  return list;
}

TEST(LidsOf, AreTheBaseAndThePathBits) {
  EXPECT_EQ(all(lids_of(8, 2)), (std::vector<Lid>{8, 9, 10, 11}));
  EXPECT_EQ(all(lids_of(5, 0)), (std::vector<Lid>{5}));
  EXPECT_EQ(all(lids_of(0, 3)), (std::vector<Lid>{}));
  EXPECT_EQ(lids_of(kMaxUnicastLid, 0).count, 1u);
}

TEST(LidsOf, ContainThoseOnly) {
  const LidRange lids = lids_of(8, 2);
  EXPECT_FALSE(lids.contains(7));
  EXPECT_TRUE(lids.contains(8));
  EXPECT_TRUE(lids.contains(11));
  EXPECT_FALSE(lids.contains(12));
  EXPECT_FALSE(lids_of(0, 3).contains(0));
}

TEST(Counts, OfEndPortsBySwitch) {
  Sketch sketch(3);
  sketch.ca(0, 1);
  sketch.ca(2, 1);
  sketch.ca(2, 2, 0);
  const Fabric fabric = sketch.build();
  EXPECT_EQ(end_ports_by_switch(fabric), (std::vector<std::uint32_t>{1, 0, 2}));
  EXPECT_EQ(sources_by_switch(fabric), (std::vector<std::uint32_t>{1, 0, 1}));
  EXPECT_EQ(guids_by_switch(fabric), (std::vector<std::uint64_t>{1, 2, 3}));
}

}  // namespace
}  // namespace weft
