#include "common/fabric/readers/fabric_reader.h"

#include <gtest/gtest.h>

#include "common/base/file.h"
#include "tests/support/fabric_text.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

TEST(FabricReader, ReadsTheSameFromEveryFormat) {
  std::vector<std::string> warnings;
  const std::string expected = as_text(read_fabric(test_data("triangle.ibnetdiscover"), warnings));
  EXPECT_EQ(as_text(read_fabric(test_data("triangle-subnet.lst"), warnings)), expected);
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(as_text(read_fabric(test_data("triangle-mailed.txt"), warnings)), expected);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0],
            test_data("triangle-mailed.txt") +
                ":1: 'From: someone' is not understood and was ignored, as were 6 more "
                "lines");
}

// The .net file has no LIDs; all else is as what ibnetdiscover printed of it.
TEST(FabricReader, ReadsIbsimFiles) {
  std::vector<std::string> warnings;
  const Fabric net = read_fabric(test_data("triangle.net"), warnings);
  const Fabric seen = read_fabric(test_data("triangle.ibnetdiscover"), warnings);
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(net.max_lid(), 0);
  ASSERT_EQ(net.switch_count(), 3u);
  ASSERT_EQ(net.end_port_count(), seen.end_port_count());
  for (EndPortIndex e = 0; e < net.end_port_count(); ++e) {
    EXPECT_EQ(net.describe_end_port(e), seen.describe_end_port(e));
    EXPECT_EQ(net.end_ports()[e].system_guid, seen.end_ports()[e].system_guid);
  }
  for (std::size_t p = 0; p < net.all_ports().size(); ++p) {
    EXPECT_EQ(net.all_ports()[p].peer, seen.all_ports()[p].peer) << p;
    EXPECT_EQ(net.all_ports()[p].link, seen.all_ports()[p].link) << p;
  }
}

TEST(FabricReader, RefusesWhatIsNoFabric) {
  std::vector<std::string> warnings;
  const auto refused = [&](const std::string& text) {
    return refusal([&] { parse_fabric(text, "file", warnings); });
  };
  EXPECT_TRUE(test::contains(refused(""), "file: "));
  EXPECT_TRUE(test::contains(refused(""), "is empty"));
  EXPECT_TRUE(test::contains(refused(" \n\t\r\n"), "is empty"));
  EXPECT_TRUE(test::contains(refused("hello\n"), "file:1: "));
  EXPECT_TRUE(test::contains(refused("hello\n"), "no fabric in a known format"));
}

// Nothing that is cut off may pass for a smaller fabric, wherever the cut is. Cuts in the last
// line's rate and in the blank lines before the first node change nothing that is lost.
TEST(FabricReader, RefusesWhatIsCutOff) {
  for (const char* name : {"triangle.ibnetdiscover", "triangle.net", "triangle-subnet.lst"}) {
    const std::string text = read_file(test_data(name));
    std::vector<std::string> warnings;
    const std::string whole = as_text(parse_fabric(text, "file", warnings));
    for (std::size_t size = 0; size < text.size(); ++size) {
      const std::string cut = text.substr(0, size);
      std::string got;
      const std::string message =
          refusal([&] { got = as_text(parse_fabric(cut, "file", warnings)); });
      if (message.empty()) {
        EXPECT_EQ(got, whole) << name << " cut to " << size << " bytes";
        EXPECT_GE(size + 60, text.size()) << name;
      }
    }
  }
}

}  // namespace
}  // namespace weft
