#include "common/base/gzip.h"

#include <gtest/gtest.h>

#include <string>

#include "common/fabric/readers/fabric_reader.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

std::string refused(const std::string& data, std::size_t largest = kLargestFile) {
  return refusal([&] { gunzip(data, "file", largest); });
}

TEST(Gzip, UnpacksAllMembers) {
  const std::string text = "some text\n" + std::string(1'000'000, 'x');
  EXPECT_TRUE(is_gzip(gzip(text)));
  EXPECT_FALSE(is_gzip(text));
  EXPECT_FALSE(is_gzip("\x1F"));
  EXPECT_EQ(gunzip(gzip(text), "file"), text);
  EXPECT_EQ(gunzip(gzip("a") + gzip("") + gzip(text), "file"), "a" + text);
  EXPECT_EQ(gunzip(gzip("a") + std::string(600, '\0'), "file"), "a");
  EXPECT_EQ(gunzip(gzip(""), "file"), "");
  const std::string step(std::size_t{1} << 18, 'y');
  EXPECT_EQ(gunzip(gzip(step), "file"), step);
}

TEST(Gzip, RefusesWhatIsCutOffOrDamaged) {
  const std::string data = gzip("some text, some more text, and text\n");
  for (std::size_t size = 2; size < data.size(); ++size) {
    EXPECT_EQ(refused(data.substr(0, size)), "file: is cut off: what gzip packed goes on") << size;
  }
  std::string damaged = data;
  damaged[data.size() - 8] ^= 1;  // of the checksum
  EXPECT_NE(refused(damaged).find("is damaged"), std::string::npos);
  EXPECT_NE(refused(data + "more").find("is damaged"), std::string::npos);
  EXPECT_NE(refused("\x1F\x8Bnonsense").find("is damaged"), std::string::npos);
}

TEST(Gzip, EndsABombInASentence) {
  const std::string bomb = gzip(std::string(std::size_t{64} << 20, '\0'));
  EXPECT_LT(bomb.size(), 100'000u);
  EXPECT_EQ(refused(bomb, std::size_t{1} << 20),
            "file: unpacks to more than 1 MiB, which no subnet needs");
  EXPECT_EQ(refused(bomb, std::size_t{64} << 20), "");
}

TEST(Gzip, FabricsMayBePacked) {
  for (const char* name :
       {"triangle.ibnetdiscover", "triangle.net", "triangle-subnet.lst", "triangle.ports",
        "triangle.iblinkinfo", "triangle.net_dump", "triangle.db_csv", "triangle-ibdiagnet.lst"}) {
    const std::string text = read_file(test_data(name));
    std::vector<std::string> warnings;
    EXPECT_EQ(as_text(parse_fabric(gzip(text), "file", warnings)),
              as_text(parse_fabric(text, "file", warnings)))
        << name;
    EXPECT_EQ(as_text(parse_fabric(gzip("\xEF\xBB\xBF" + text), "file", warnings)),
              as_text(parse_fabric(text, "file", warnings)))
        << name;
  }
  std::vector<std::string> warnings;
  EXPECT_NE(refusal([&] { parse_fabric(gzip(""), "file", warnings); }).find("is empty"),
            std::string::npos);
}

}  // namespace
}  // namespace weft
