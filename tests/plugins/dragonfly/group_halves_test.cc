#include "plugins/dragonfly/group_halves.h"

#include <gtest/gtest.h>

#include <set>

namespace weft {
namespace {

constexpr std::uint32_t kGroups = 11;

template <typename Visit>
void for_each_detour(Visit visit) {
  for (unsigned halving = 0; halving < kHalvings; ++halving) {
    for (std::uint32_t a = 0; a < kGroups; ++a) {
      for (std::uint32_t b = 0; b < kGroups; ++b) {
        for (std::uint32_t via = 0; via < kGroups; ++via) {
          if (a == b || via == a || via == b) continue;
          if (in_second_half(halving, via) == in_second_half(halving, b)) continue;
          visit(halving, a, via, b);
        }
      }
    }
  }
}

TEST(GroupHalves, TellTheFirstLinkFromTheSecond) {
  int detours = 0;
  for_each_detour([&](unsigned halving, std::uint32_t a, std::uint32_t via, std::uint32_t b) {
    const Sl sl = halving_sl(halving, a, b);
    EXPECT_FALSE(is_second_link(sl, a, via)) << a << ' ' << via << ' ' << b;
    EXPECT_TRUE(is_second_link(sl, via, b)) << a << ' ' << via << ' ' << b;
    ++detours;
  });
  EXPECT_GT(detours, 1000);
}

TEST(GroupHalves, RepliesHaveTheSlOfTheirRequests) {
  for (unsigned halving = 0; halving < kHalvings; ++halving) {
    for (std::uint32_t a = 0; a < kGroups; ++a) {
      for (std::uint32_t b = 0; b < kGroups; ++b) {
        EXPECT_EQ(halving_sl(halving, a, b), halving_sl(halving, b, a));
      }
    }
  }
}

TEST(GroupHalves, HaveAnSlForEachKindOfPair) {
  std::set<Sl> sls;
  for (unsigned halving = 0; halving < kHalvings; ++halving) {
    sls.insert(halving_sl(halving, 0, 4));  // the bits of 4 are those of 0
    sls.insert(halving_sl(halving, 3, 7));
    sls.insert(halving_sl(halving, 1, 2));
    sls.insert(halving_sl(halving, 0, 3));
    sls.insert(halving_sl(halving, 0, 1));
    sls.insert(halving_sl(halving, 1, 5));
    sls.insert(halving_sl(halving, 2, 6));
  }
  EXPECT_EQ(sls.size(), kDragonflySls - 1);
  EXPECT_EQ(*sls.begin(), 1);
  EXPECT_EQ(*sls.rbegin(), kDragonflySls - 1);
}

TEST(GroupHalves, DifferInTwoOfThree) {
  for (std::uint32_t a = 0; a < 4; ++a) {
    for (std::uint32_t b = 0; b < 4; ++b) {
      unsigned different = 0;
      for (unsigned halving = 0; halving < kHalvings; ++halving) {
        different += in_second_half(halving, a) != in_second_half(halving, b) ? 1 : 0;
      }
      EXPECT_EQ(different, a == b ? 0u : 2u);
    }
  }
}

TEST(GroupHalves, TellAnyTwoOf256GroupsApart) {
  for (std::uint32_t a = 0; a < 256; ++a) {
    for (std::uint32_t b = 0; b < a; ++b) {
      unsigned halving = 0;
      while (halving < kAllHalvings && in_second_half(halving, a) == in_second_half(halving, b)) {
        ++halving;
      }
      ASSERT_LT(halving, kAllHalvings) << a << " and " << b;
      const Sl sl = halving_sl(halving, a, b);
      EXPECT_LT(sl, kAllSls);
      EXPECT_TRUE(is_second_link(sl, a, b));
      EXPECT_TRUE(is_second_link(sl, b, a));
      EXPECT_FALSE(is_second_link(sl, a, a));
    }
  }
}

}  // namespace
}  // namespace weft
