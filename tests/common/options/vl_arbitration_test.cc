#include "common/options/vl_arbitration.h"

#include <gtest/gtest.h>

#include <string>

#include "common/options/stock_conf.h"

namespace weft {
namespace {

VlSet served(const char* high, const char* low, VlArbitrationRoom room,
             std::uint8_t data_vls = 15) {
  return VlArbitration(high, low).served(room, data_vls);
}

TEST(VlArbitration, OfOpensmServesAsManyVlsAsThereAreEntries) {
  const VlArbitration arbitration((QosTables()));
  EXPECT_EQ(arbitration.served({8, 8}, 8), VlSet(0xFF));
  EXPECT_EQ(arbitration.served({15, 15}, 15), VlSet(0x7FFF));
  EXPECT_EQ(arbitration.served({4, 4}, 8), VlSet(0x0F)) << "VLs 4 to 7 find no room";
}

TEST(VlArbitration, ServesWhatHasWeightInEitherTable) {
  EXPECT_EQ(served("0:1,1:0", "2:255,3:0,1:0", {8, 8}), VlSet(0b101));
  EXPECT_EQ(served("0:1", "1:1", {0, 8}), VlSet(0b10)) << "there is no high table";
}

TEST(VlArbitration, IsReadAsOpensmReadsIt) {
  EXPECT_EQ(served("0x1:010", "17:256,3:257", {8, 8}), VlSet(0b1010));
  EXPECT_EQ(served("16:1", "", {8, 8}), VlSet(0b10));
  EXPECT_EQ(served("", "nonsense", {64, 64}), VlSet());
}

TEST(VlArbitration, FoldsVlsThatTheLinkDoesNotHave) {
  EXPECT_EQ(served("0:1", "5:1", {8, 8}, 4), VlSet(0b11));
}

TEST(VlArbitration, HasTheEntriesThatOpensmWrites) {
  std::string low;
  for (int i = 0; i < 32; ++i) low += "0:1,";
  low += "1:1,";
  EXPECT_EQ(served("", low.c_str(), {0, 33}), VlSet(0b11));
  EXPECT_EQ(served("", low.c_str(), {0, 64}), VlSet(0b01)) << "of 64 OpenSM writes 32";
  EXPECT_EQ(served("", low.c_str(), {0, 255}), VlSet(0b11)) << "more than there can be";
}

TEST(VlArbitration, HasItsBlocksInOpensmsOrder) {
  const VlArbitration arbitration("2:3", "0:1,1:4");
  EXPECT_EQ(arbitration.block(0)[1].vl, 1);
  EXPECT_EQ(arbitration.block(0)[1].weight, 4);
  EXPECT_EQ(arbitration.block(1)[0].weight, 0);
  EXPECT_EQ(arbitration.block(2)[0].vl, 2);
  const VlArbitrationRoom room = {.high = 64, .low = 40};
  EXPECT_EQ(VlArbitration::block_size(room, 0), 32u);
  EXPECT_EQ(VlArbitration::block_size(room, 1), 8u);
  EXPECT_EQ(VlArbitration::block_size(room, 3), 0u);
}

TEST(VlArbitration, ServesALevelAsAWholeWhereItsVlsFindRoom) {
  const VlArbitration arbitration("0:0,1:0,2:0,3:7", "1:4");
  const VlSet levels[] = {0b0011, 0b1100};
  EXPECT_EQ(arbitration.served({4, 4}, 4), VlSet(0b1010));
  EXPECT_EQ(arbitration.served({4, 4}, 4, levels), VlSet(0b1111));
  EXPECT_EQ(arbitration.served({4, 1}, 4, levels), VlSet(0b1110)) << "1:4 is alone";
  EXPECT_EQ(arbitration.served({0, 8}, 4, levels), VlSet(0b0011));
}

TEST(VlArbitration, ServesAllWhereThereAreNoTables) {
  EXPECT_EQ(served("", "", {0, 0}), VlSet(0xFFFF));
}

}  // namespace
}  // namespace weft
