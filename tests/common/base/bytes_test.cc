#include "common/base/bytes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/fabric_text.h"

namespace weft {
namespace {

TEST(Bytes, AreReadAsTheyWereWritten) {
  ByteWriter to;
  to.number(std::uint8_t{0xAB});
  to.number(std::uint16_t{0x1234});
  to.number(std::uint64_t{0x0102030405060708});
  to.flag(true);
  to.text("leaf-1");
  to.text("");
  to.numbers<std::uint32_t>(std::vector<std::uint32_t>{1, 0xFFFFFFFF});
  const std::string bytes = to.take();
  EXPECT_EQ(bytes.substr(0, 4), "\xAB\x34\x12\x08") << "the lowest byte comes first";
  ByteReader from(bytes);
  EXPECT_EQ(from.number<std::uint8_t>(), 0xAB);
  EXPECT_EQ(from.number<std::uint16_t>(), 0x1234);
  EXPECT_EQ(from.number<std::uint64_t>(), 0x0102030405060708u);
  EXPECT_TRUE(from.flag());
  EXPECT_EQ(from.text(), "leaf-1");
  EXPECT_EQ(from.text(), "");
  EXPECT_EQ(from.numbers<std::uint32_t>(), (std::vector<std::uint32_t>{1, 0xFFFFFFFF}));
  from.finish();
}

TEST(Bytes, ThatAreTooFewAreRefused) {
  ByteReader number("abc");
  EXPECT_NE(refusal([&] { number.number<std::uint32_t>(); }), "");
  ByteWriter to;
  to.text("leaf");
  const std::string bytes = to.take();
  ByteReader text(std::string_view(bytes).substr(0, bytes.size() - 1));
  EXPECT_NE(refusal([&] { text.text(); }), "");
}

// What claims to be long asks for no memory.
TEST(Bytes, ThatCannotHoldSoManyAreRefused) {
  const std::string bytes = "\xFF\xFF\xFF\xFF....";
  EXPECT_NE(refusal([&] { ByteReader(bytes).numbers<std::uint64_t>(); }), "");
  EXPECT_NE(refusal([&] { ByteReader(bytes).count(1); }), "");
}

TEST(Bytes, ThatMeanSomethingElseAreRefused) {
  EXPECT_NE(refusal([&] { ByteReader("\x02").flag(); }), "");
  EXPECT_NE(refusal([&] { ByteReader("\x08").number_up_to<std::uint8_t>(7); }), "");
  EXPECT_NE(refusal([&] { ByteReader("x").finish(); }), "");
}

}  // namespace
}  // namespace weft
