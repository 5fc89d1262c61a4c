#include "common/live/mad.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(Mad, IsADirectedRequest) {
  const Mad mad =
      smp_request(DirectPath().through(7).through(200), SmpAttribute::kForwarding, 0x1234);
  EXPECT_EQ(mad[0], 1);
  EXPECT_EQ(mad[1], 0x81);
  EXPECT_EQ(mad[3], 1);
  EXPECT_EQ(mad[6], 0);  // the hop that it is at
  EXPECT_EQ(mad[7], 2);
  EXPECT_EQ(big_endian_16(mad, 16), 0x19);
  EXPECT_EQ(big_endian_16(mad, 22), 0x1234);
  EXPECT_EQ(big_endian_64(mad, 24), 0u);      // the management key
  EXPECT_EQ(big_endian_16(mad, 32), 0xFFFF);  // no LIDs
  EXPECT_EQ(big_endian_16(mad, 34), 0xFFFF);
  EXPECT_EQ(mad[128], 0);
  EXPECT_EQ(mad[129], 7);
  EXPECT_EQ(mad[130], 200);
  EXPECT_EQ(mad[131], 0);
}

TEST(Mad, AsksForAPath) {
  const Mad mad = path_request(0x0102, 0x0304);
  EXPECT_EQ(mad[1], 3);
  EXPECT_EQ(mad[2], 2);
  EXPECT_EQ(big_endian_16(mad, 16), 0x35);
  EXPECT_EQ(big_endian_64(mad, 48), 0x30u);
  EXPECT_EQ(big_endian_16(mad, 56 + 40), 0x0304);
  EXPECT_EQ(big_endian_16(mad, 56 + 42), 0x0102);
}

TEST(Mad, KnowsItsAnswer) {
  Mad request = smp_request({}, SmpAttribute::kPortInfo, 3);
  set_transaction(request, 0xABCD1234);
  EXPECT_EQ(transaction(request), 0xABCD1234u);
  Mad answer = request;
  EXPECT_FALSE(answers(answer, request));  // it came back as it was
  answer[3] = 0x81;
  answer[4] = 0x80;  // the direction is no error
  answer[8] = 9;     // nor is the kernel's half of the transaction's number another one
  EXPECT_TRUE(answers(answer, request));
  for (const std::size_t byte : {1, 3, 5, 11, 12, 15, 16, 17, 20, 23}) {
    Mad other = answer;
    other[byte] ^= 0x10;
    EXPECT_EQ(answers(other, request), byte == 11) << byte;
  }
  EXPECT_FALSE(is_busy(answer));
  answer[5] = 1;
  EXPECT_TRUE(is_busy(answer));
}

}  // namespace
}  // namespace weft
