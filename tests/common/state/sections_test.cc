#include "common/state/sections.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "tests/support/fabric_text.h"

namespace weft {
namespace {

const Workers kWorkers(2);

struct Written {
  std::string bytes;
  std::uint32_t count;
};

constexpr std::size_t kRows = 5;
constexpr std::size_t kRowBytes = 300'000;  // so that not all of them are in one section

char byte_of(std::size_t row, std::size_t i) {
  return static_cast<char>((row * 7 + i / 1000) & 0x7F);
}

Written text_and_rows() {
  SectionWriter to(kWorkers);
  to.add("what follows are rows");
  to.add_rows(kRows, kRowBytes, [](std::size_t row, char* out) {
    for (std::size_t i = 0; i < kRowBytes; ++i) out[i] = byte_of(row, i);
  });
  return {to.sections(), to.count()};
}

// What is wrong; empty: all of it is what was written.
std::string fault(const Written& written) {
  return refusal([&] {
    SectionReader from(written.bytes, written.count, kWorkers);
    if (from.next() != "what follows are rows") throw BadInput("another text");
    std::vector<std::string> rows;
    from.next_rows(
        kRows, kRowBytes, [&] { rows.assign(kRows, std::string(kRowBytes, '\0')); },
        [&](std::size_t row) { return rows[row].data(); });
    from.finish();
    for (std::size_t row = 0; row < kRows; ++row) {
      for (std::size_t i = 0; i < kRowBytes; ++i) {
        if (rows[row][i] != byte_of(row, i)) throw BadInput("another row");
      }
    }
  });
}

TEST(Sections, AreReadAsTheyWereWritten) {
  const Written written = text_and_rows();
  EXPECT_EQ(written.count, 1u + 2u) << "three rows, and two";
  EXPECT_LT(written.bytes.size(), kRows * kRowBytes / 50) << "they are compressed";
  EXPECT_EQ(fault(written), "");
}

TEST(Sections, EveryByteCounts) {
  Written written = text_and_rows();
  for (char& byte : written.bytes) {
    byte = static_cast<char>(byte ^ 0x20);
    EXPECT_NE(fault(written), "");
    byte = static_cast<char>(byte ^ 0x20);
  }
}

TEST(Sections, CutOffTheyAreRefused) {
  const Written written = text_and_rows();
  for (std::size_t bytes = 0; bytes < written.bytes.size(); ++bytes) {
    EXPECT_NE(fault({written.bytes.substr(0, bytes), written.count}), "") << bytes;
  }
  EXPECT_NE(fault({written.bytes, written.count - 1}), "");
  EXPECT_NE(fault({written.bytes + "x", written.count}), "");
}

// One that is good in itself, but is not what belongs there.
TEST(Sections, OfAnotherSizeAreRefused) {
  const Written written = text_and_rows();
  SectionReader from(written.bytes, written.count, kWorkers);
  from.next();
  std::vector<char> row(2 * kRowBytes);
  bool is_allocated = false;
  EXPECT_NE(refusal([&] {
              from.next_rows(
                  kRows, 2 * kRowBytes, [&] { is_allocated = true; },
                  [&](std::size_t) { return row.data(); });
            }),
            "");
  EXPECT_FALSE(is_allocated);
}

}  // namespace
}  // namespace weft
