#include "plugins/up_down/path_adder.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/support/spines_apart.h"

namespace weft {
namespace {

using test::lid_of_ca;

constexpr unsigned kAny = std::numeric_limits<unsigned>::max();

struct Spines : test::SpinesApart {
  // Adds a path from s0 to a1.
  bool add(unsigned most_reverse_hops) {
    const Options plain;
    PathAdder adder({routed.fabric, plain, workers}, table, routed.block.tables(), turns);
    return adder.add({1, {lid_of_ca(1)}, {0}, true, most_reverse_hops});
  }
};

TEST(PathAdder, ConnectsTwoSpinesOverALeaf) {
  Spines spines;
  ASSERT_EQ(spines.routed.entry(0, lid_of_ca(1)), kNoPath);
  EXPECT_TRUE(spines.add(kAny));
  EXPECT_EQ(spines.routed.entry(0, lid_of_ca(1)), 2u) << "the first of two leaves";
  EXPECT_EQ(spines.routed.entry(2, lid_of_ca(1)), 2u);
  EXPECT_TRUE(spines.add(kAny)) << "it is connected";
}

TEST(PathAdder, SomeMayNotGoUpAgain) {
  Spines spines;
  EXPECT_FALSE(spines.add(0));
  EXPECT_EQ(spines.routed.entry(0, lid_of_ca(1)), kNoPath);
  EXPECT_TRUE(spines.add(1));
}

TEST(PathAdder, WhatWouldCloseACycleIsNotAdded) {
  Spines spines;
  // Down from s1 and up to s0 is there at both leaves. Down from s0 and up to s1 at one of them,
  // and from s1 on to the other, would come back to where it began.
  for (const SwitchIndex leaf : {2u, 3u}) {
    const LinkIndex down = spines.links.at(1, static_cast<PortNum>(leaf));
    ASSERT_TRUE(spines.turns.add({down, spines.links.at(leaf, 1)}));
  }
  EXPECT_FALSE(spines.add(kAny));
  EXPECT_EQ(spines.routed.entry(0, lid_of_ca(1)), kNoPath);
}

}  // namespace
}  // namespace weft
