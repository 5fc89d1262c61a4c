#include "common/options/conf_lines.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace weft {
namespace {

// «number key=value» of each line.
std::vector<std::string> read(std::string_view text) {
  std::vector<std::string> found;
  ConfLines lines(text);
  while (lines.next()) {
    found.push_back(std::to_string(lines.number()) + " " + std::string(lines.key()) + "=" +
                    std::string(lines.value()));
  }
  return found;
}

using Found = std::vector<std::string>;

TEST(ConfLines, AreKeysAndValues) {
  EXPECT_EQ(read("a 1\n\n \tb\t two words \r\nc"), (Found{"1 a=1", "3 b=two words", "4 c="}));
  EXPECT_EQ(read(""), Found{});
}

TEST(ConfLines, AnOldNameOfAKeyIsThePresentOne) {
  EXPECT_EQ(read("dimn_ports_file /a"), Found{"1 port_search_ordering_file=/a"});
}

TEST(ConfLines, CommentsAreSkipped) {
  EXPECT_EQ(read("# a 1\n  #b 2\nc 3 # three\nd# 4\n"), (Found{"3 c=3", "4 d#=4"}));
}

TEST(ConfLines, QuotesAreNoPartOfAValue) {
  EXPECT_EQ(read("a \"1 # 2\" # 3\nb \"open\nc \"\"\n"), (Found{"1 a=1 # 2", "2 b=open", "3 c="}));
  EXPECT_EQ(read("a '1 2' # 3\nb '1\"2'\n"), (Found{"1 a=1 2", "2 b=1\"2"}));
}

}  // namespace
}  // namespace weft
