#include "common/routing/sl2vl.h"

#include <gtest/gtest.h>

#include <vector>

namespace weft {
namespace {

constexpr Sl2Vl::Map kAllOnOne = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

TEST(Sl2Vl, HasTheBaseMapEverywhereAtFirst) {
  const Sl2Vl identity;
  EXPECT_TRUE(identity.uniform());
  EXPECT_EQ(identity.vl(5, 254, 254, 3), 3);
  const Sl2Vl sl2vl({7, 0x31});
  EXPECT_EQ(sl2vl.vl(0, 1, 2, 0), 7);
  EXPECT_EQ(sl2vl.vl(0, 1, 2, 1), 1) << "a VL has four bits";
  EXPECT_EQ(sl2vl.base(), sl2vl.map(0, 1, 2));
}

TEST(Sl2Vl, HasMapsOfPairsOfPorts) {
  Sl2Vl sl2vl;
  sl2vl.set(2, 1, 3, kAllOnOne);
  EXPECT_FALSE(sl2vl.uniform());
  EXPECT_EQ(sl2vl.vl(2, 1, 3, 5), 1);
  EXPECT_EQ(sl2vl.vl(2, 3, 1, 5), 5) << "the other way";
  EXPECT_EQ(sl2vl.vl(2, 1, 2, 5), 5);
  EXPECT_EQ(sl2vl.vl(2, 1, 4, 5), 5) << "a port beyond those that have maps";
  EXPECT_EQ(sl2vl.vl(1, 1, 3, 5), 5);
  EXPECT_EQ(sl2vl.vl(3, 1, 3, 5), 5);
  sl2vl.set(2, 1, 3, Sl2Vl::kIdentity);
  EXPECT_TRUE(sl2vl.uniform());
}

// Ports may come in any order, up to the highest that a number can name.
TEST(Sl2Vl, GrowsWithItsPorts) {
  Sl2Vl sl2vl;
  const auto map_of = [](unsigned in, unsigned out) {
    return Sl2Vl::Map{static_cast<Vl>(in % 16), static_cast<Vl>(out % 16)};
  };
  for (unsigned in = 0; in < 256; in += 5) {
    for (unsigned out = 255; out > 0; out -= 3) {
      sl2vl.set(1, static_cast<PortNum>(in), static_cast<PortNum>(out), map_of(in, out));
    }
  }
  for (unsigned in = 0; in < 256; in += 5) {
    for (unsigned out = 255; out > 0; out -= 3) {
      EXPECT_EQ(sl2vl.map(1, static_cast<PortNum>(in), static_cast<PortNum>(out)), map_of(in, out));
    }
  }
}

TEST(Sl2Vl, NumbersMapsOnce) {
  Sl2Vl sl2vl;
  EXPECT_EQ(sl2vl.number_of(Sl2Vl::kIdentity), 0u);
  const Sl2Vl::Number number = sl2vl.number_of(kAllOnOne);
  EXPECT_EQ(number, 1u);
  EXPECT_EQ(sl2vl.number_of(kAllOnOne), number);
  sl2vl.set_number(0, 1, 2, number);
  EXPECT_EQ(sl2vl.number(0, 1, 2), number);
  EXPECT_EQ(sl2vl.maps().size(), 2u);
  const Sl2Vl copy = sl2vl;
  EXPECT_EQ(copy.vl(0, 1, 2, 9), 1);
}

TEST(Sl2Vl, FollowsItsSwitches) {
  Sl2Vl sl2vl({3});
  sl2vl.set(1, 1, 2, kAllOnOne);
  const Sl2Vl now = sl2vl.renumbered(std::vector<SwitchIndex>{kNone, 5, 0, 1});
  EXPECT_EQ(now.base(), sl2vl.base());
  for (SwitchIndex s = 0; s < 5; ++s) EXPECT_EQ(now.vl(s, 1, 2, 0), s == 3 ? 1 : 3);
}

}  // namespace
}  // namespace weft
