#include "plugins/opensm/guid_table.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <utility>

#include "common/base/random.h"

namespace weft {
namespace {

TEST(GuidTable, KeepsTheFirstNumberOfAGuid) {
  GuidTable table(0);
  EXPECT_EQ(table.find(5), kNone);
  EXPECT_EQ(table.find_or_insert(5, 1), std::pair(1u, true));
  EXPECT_EQ(table.find_or_insert(5, 2), std::pair(1u, false));
  EXPECT_EQ(table.find(5), 1u);
  EXPECT_EQ(table.find(6), kNone);
}

// Far more than it was told to expect; GUIDs of one vendor, which differ in a few bits, and any.
TEST(GuidTable, GrowsAndAgreesWithAMap) {
  GuidTable table(3);
  std::map<Guid, std::uint32_t> expected;
  Random random(1);
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    const Guid guid = i % 2 == 0 ? 0x0002C90300000000u + random.below(8'000) : random.next() | 1;
    const auto [place, is_new] = expected.emplace(guid, i);
    ASSERT_EQ(table.find_or_insert(guid, i), std::pair(place->second, is_new));
  }
  for (const auto& [guid, number] : expected) ASSERT_EQ(table.find(guid), number);
  EXPECT_EQ(table.find(0x0002C90300000000u + 8'000), kNone);
}

}  // namespace
}  // namespace weft
