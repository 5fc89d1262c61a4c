#include "common/export/hostlist.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "common/base/natural_order.h"

namespace weft {
namespace {

using Names = std::vector<std::string>;

std::string padded(unsigned number, std::size_t width) {
  const std::string digits = std::to_string(number);
  return std::string(width > digits.size() ? width - digits.size() : 0, '0') + digits;
}

// Writes a list out as Slurm does: a range has the width of its first number.
Names written_out(const std::string& list) {
  Names names;
  for (std::size_t i = 0; i < list.size();) {
    std::size_t end = list.find_first_of(",[", i);
    if (end == std::string::npos) end = list.size();
    const std::string prefix = list.substr(i, end - i);
    if (end == list.size() || list[end] == ',') {
      names.push_back(prefix);
      i = end + 1;
      continue;
    }
    const std::size_t close = list.find(']', end);
    for (std::size_t at = end + 1; at < close;) {
      const std::size_t stop = std::min(list.find(',', at), close);
      const std::string range = list.substr(at, stop - at);
      const std::size_t dash = range.find('-');
      const std::string first = range.substr(0, dash);
      const std::string last = dash == std::string::npos ? first : range.substr(dash + 1);
      for (unsigned long n = std::stoul(first); n <= std::stoul(last); ++n) {
        names.push_back(prefix + padded(static_cast<unsigned>(n), first.size()));
      }
      at = stop + 1;
    }
    i = close + 2;
  }
  return names;
}

TEST(Hostlist, IsWrittenShort) {
  EXPECT_EQ(hostlist({}), "");
  EXPECT_EQ(hostlist(Names{"c01"}), "c01");
  EXPECT_EQ(hostlist(Names{"c01", "c02", "c03", "c05", "login"}), "c[01-03,05],login");
  EXPECT_EQ(hostlist(Names{"c9", "c10", "c11"}), "c[9-11]");
  EXPECT_EQ(hostlist(Names{"a1", "b2", "b3"}), "a1,b[2-3]");
  EXPECT_EQ(hostlist(Names{"r1n1", "r1n2", "r2n1"}), "r1n[1-2],r2n1");
}

TEST(Hostlist, RangesKeepTheirWidth) {
  EXPECT_EQ(hostlist(Names{"c09", "c10", "c099", "c100"}), "c[09-10,099-100]");
  EXPECT_EQ(hostlist(Names{"c08", "c09", "c10", "c99", "c100"}), "c[08-10,99-100]");
  EXPECT_EQ(hostlist(Names{"c009", "c10"}), "c[009,10]");
  EXPECT_EQ(hostlist(Names{"c99", "c0100"}), "c[99,0100]");
  EXPECT_EQ(hostlist(Names{"c0", "c1"}), "c[0-1]");
}

TEST(Hostlist, KeepsTheOrder) {
  EXPECT_EQ(hostlist(Names{"c3", "c2", "c1"}), "c[3,2,1]");
  EXPECT_EQ(hostlist(Names{"c1", "d1", "c2"}), "c1,d1,c2");
}

TEST(Hostlist, NumbersAloneAreNoRanges) {
  EXPECT_EQ(hostlist(Names{"1", "2"}), "1,2");
  const std::string far = "x" + std::string(30, '9');
  EXPECT_EQ(hostlist(Names{far, "x1"}), far + ",x1");
}

TEST(Hostlist, WrittenOutItIsTheNames) {
  Names names;
  for (unsigned n = 0; n < 130; n += n % 7 == 3 ? 2 : 1) {
    for (const std::size_t width : {0, 2, 3}) names.push_back("rack-n" + padded(n, width));
    names.push_back("io" + padded(n * 37 % 130, 3));
  }
  EXPECT_EQ(written_out(hostlist(names)), names);
  std::sort(names.begin(), names.end(), natural_less);
  EXPECT_EQ(written_out(hostlist(names)), names);
}

TEST(NaturalLess, CountsNumbers) {
  EXPECT_TRUE(natural_less("c9", "c10"));
  EXPECT_FALSE(natural_less("c10", "c9"));
  EXPECT_TRUE(natural_less("c1-9", "c01-10"));
  EXPECT_TRUE(natural_less("c", "c1"));
  EXPECT_TRUE(natural_less("a2", "b1"));
}

TEST(NaturalLess, IsAStrictOrder) {
  const Names names = {"",    "0",   "00",   "1",   "01", "c",  "c1",
                       "c01", "c1x", "c01a", "c10", "c2", "x0y"};
  for (const std::string& a : names) {
    EXPECT_FALSE(natural_less(a, a));
    for (const std::string& b : names) {
      EXPECT_EQ(natural_less(a, b) || natural_less(b, a), a != b) << a << ' ' << b;
      for (const std::string& c : names) {
        EXPECT_FALSE(natural_less(a, b) && natural_less(b, c) && !natural_less(a, c));
      }
    }
  }
}

}  // namespace
}  // namespace weft
