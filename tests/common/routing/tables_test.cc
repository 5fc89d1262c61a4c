#include "common/routing/tables.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(Tables, RowsAreWholeBlocksOfOpenSm) {
  EXPECT_EQ(lft_row_size(0), 64u);
  EXPECT_EQ(lft_row_size(63), 64u);
  EXPECT_EQ(lft_row_size(64), 128u);
  EXPECT_EQ(lft_row_size(kMaxUnicastLid), 49152u);
}

TEST(Tables, ABlockHasARowForEachSwitchWithoutPathsAtFirst) {
  TableBlock block(3, 64);
  const Tables tables = block.tables();
  ASSERT_EQ(tables.row_count(), 3u);
  ASSERT_EQ(tables.row_size(), 128u);
  for (SwitchIndex s = 0; s < 3; ++s) {
    for (std::size_t lid = 0; lid < 128; ++lid) ASSERT_EQ(tables.row(s)[lid], kNoPath);
    std::memset(tables.row(s), static_cast<int>(s), 128);
  }
  EXPECT_EQ(tables.row(0)[127], 0);
  EXPECT_EQ(tables.row(1)[0], 1) << "rows do not overlap";
  EXPECT_EQ(tables.row(2)[127], 2);
  fill_no_path(tables);
  for (SwitchIndex s = 0; s < 3; ++s) {
    EXPECT_EQ(tables.row(s)[0], kNoPath);
    EXPECT_EQ(tables.row(s)[127], kNoPath);
  }
}

TEST(Tables, ACopyHasWhatTheRowsHaveAndNoPathBeyondThem) {
  TableBlock block(2, 63);
  for (SwitchIndex s = 0; s < 2; ++s) std::memset(block.tables().row(s), static_cast<int>(s), 64);
  const TableBlock copy(block.tables(), 64, Workers(1));
  const ConstTables tables = copy.tables();
  ASSERT_EQ(tables.row_count(), 2u);
  ASSERT_EQ(tables.row_size(), 128u);
  for (SwitchIndex s = 0; s < 2; ++s) {
    for (std::size_t lid = 0; lid < 64; ++lid) ASSERT_EQ(tables.row(s)[lid], s);
    for (std::size_t lid = 64; lid < 128; ++lid) ASSERT_EQ(tables.row(s)[lid], kNoPath);
  }
}

}  // namespace
}  // namespace weft
