#include "common/options/node_map.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/fabric_text.h"
#include "tests/support/named_nodes.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using Warned = std::vector<std::string>;

template <typename Parse>
auto parse(Parse parser, std::string_view text, std::size_t expected_warnings) {
  Warned warnings;
  auto result = parser(text, "map", warnings);
  EXPECT_EQ(warnings.size(), expected_warnings);
  for (const std::string& warning : warnings) EXPECT_EQ(warning.find("map:"), 0u) << warning;
  return result;
}

// Of lines that name no groups.
std::vector<Guid> guids(std::string_view text, std::size_t expected_warnings = 0) {
  std::vector<Guid> found;
  for (const NamedNode& node : parse(parse_nodes, text, expected_warnings)) {
    EXPECT_EQ(node.group, "");
    found.push_back(node.guid);
  }
  return found;
}

// Each of these was given to the parse_node_map of OpenSM 3.3.23 too.
TEST(NodeMap, NumbersAreWrittenAsInC) {
  EXPECT_EQ(guids("0x10\n0X1F\n10\n010\n"), (std::vector<Guid>{0x10, 0x1F, 10, 8}));
  EXPECT_EQ(guids("0xffffffffffffffff"), std::vector<Guid>{~Guid{0}});
}

TEST(NodeMap, NodesMayBeNamedAsByIbnetdiscover) {
  EXPECT_EQ(guids("S-0008f105001086a2\nH-0002C90300001234 # a host\n"),
            (std::vector<Guid>{0x0008f105001086a2, 0x0002c90300001234}));
  for (const char* bad : {"S-0008f105001086a2f", "H-0000000000000000", "R-0008f105001086a2,"}) {
    SCOPED_TRACE(bad);
    EXPECT_EQ(guids(bad + std::string("\n0x7\n"), 1), std::vector<Guid>{7});
  }
}

TEST(NodeMap, BlanksCommentsAndNamesAreSkipped) {
  EXPECT_EQ(guids(" \t0x10\r\n\n  \n# 0x11\n  # c\n0x12#c\n0x13 # c\n0x14\tspine-1 (rack 5)\n"),
            (std::vector<Guid>{0x10, 0x12, 0x13, 0x14}));
  EXPECT_EQ(guids(""), std::vector<Guid>{});
  EXPECT_EQ(guids("#" + std::string(1'000'000, '#') + "\n0x1"), std::vector<Guid>{1});
}

TEST(NodeMap, ABadLineIsNamedAndTheRestCounts) {
  Warned warnings;
  EXPECT_EQ(parse_nodes("0x5\n0002c9\n0x6\n", "/etc/roots", warnings),
            test::named_nodes({0x5, 0x6}));
  EXPECT_EQ(warnings,
            Warned{"/etc/roots:2: '0002c9' was left out: it begins neither with a GUID, "
                   "which is written like 0x0002c90300001234, nor with the name of a port "
                   "group"});
  for (const char* bad :
       {"0200000100000005", "2c9", "0x", "0x10,3", "-1", "+5", "0", "0x 10", "0x1\v2", "09",
        "0x10000000000000000", "18446744073709551616", "\x01\xFF"}) {
    SCOPED_TRACE(bad);
    EXPECT_EQ(guids(bad + std::string("\n0x7\n"), 1), std::vector<Guid>{7});
  }
  EXPECT_EQ(guids(std::string_view("0x5\0\n\0\n0x6", 10), 2), std::vector<Guid>{6});
}

TEST(NodeMap, OnlySoManyBadLinesAreNamed) {
  std::string text;
  for (int i = 0; i < 12; ++i) text += "7bad\n";
  Warned warnings;
  EXPECT_TRUE(parse_nodes(text, "map", warnings).empty());
  ASSERT_EQ(warnings.size(), 11u);
  EXPECT_TRUE(contains(warnings[9], "map:10: "));
  EXPECT_EQ(warnings[10], "map: 2 more lines were left out");
}

TEST(NodeMap, TheOrderOfRoutingNamesEachPortOnce) {
  EXPECT_EQ(parse(parse_routing_order, "0x9\n0x3\n0x9\n0x1\n", 1), test::named_nodes({9, 3, 1}));
  EXPECT_EQ(
      parse(parse_routing_order, "0x9\nfirst\n0x3\nfirst 7\n first # 7", 1),
      (std::vector<NamedNode>{{.guid = 9}, {.group = "first"}, {.guid = 3}, {.group = "first 7"}}));
}

TEST(NodeMap, LinesMayNameAPortGroup) {
  EXPECT_EQ(
      parse(parse_nodes,
            "_a#1 # c\n0x9\nrow 1\nhall 2 b\t#c\nS-8f1\n2nd-row\n\"7 #7\" # c\n\"2c9\"\n-x\n\x01\n"
            "\"row\n\"\"\n\"a\x01\"\n",
            5),
      (std::vector<NamedNode>{{.group = "_a#1"},
                              {.guid = 9},
                              {.group = "row 1"},
                              {.group = "hall 2 b"},
                              {.group = "S-8f1"},
                              {.group = "2nd-row"},
                              {.group = "7 #7"},
                              {.group = "2c9"}}));
}

TEST(NodeMap, RanksFollowRoots) {
  EXPECT_EQ(parse(parse_roots,
                  "0x1\n0x2 0\n0x3 2 # c\n0x4 spine-2 (rack 5)\nspines\nleaf switches\t063\n"
                  "row 1 2\n\"row 1\"\n\"row 1\" 3\n0x5 64\n0x6 4294967296\n0x7 08\n0x8 1,\n",
                  4),
            (std::vector<NamedNode>{{.guid = 1},
                                    {.guid = 2},
                                    {.guid = 3, .rank = 2},
                                    {.guid = 4},
                                    {.group = "spines"},
                                    {.group = "leaf switches", .rank = 51},
                                    {.group = "row 1", .rank = 2},
                                    {.group = "row 1"},
                                    {.group = "row 1", .rank = 3}}));
}

TEST(NodeMap, Ids) {
  EXPECT_EQ(parse(parse_switch_ids, "0x9 7\n0x3 0x20 # c\n0x9 0\n0x4\n0x5 6x\n0x6 y\n", 3),
            (std::vector<SwitchId>{{3, 0x20}, {9, 0}}));
}

TEST(NodeMap, HopWeights) {
  EXPECT_EQ(parse(parse_hop_weights, "0x9 2 5\n0x9 1 255\n0x3 0x10 010\n0x9 2 6 # c\n", 0),
            (std::vector<PortNote>{{3, 16, 8}, {9, 1, 255}, {9, 2, 6}}));
  EXPECT_TRUE(parse(parse_hop_weights,
                    "0x9\n0x9 1\n0x9 0 1\n0x9 255 1\n0x9 257 1\n0x9 1 0\n0x9 1 256\n0x9 1,2\n"
                    "0x9 3x 2\n",
                    9)
                  .empty());
}

TEST(NodeMap, IgnoredPorts) {
  EXPECT_EQ(
      parse(parse_ignored_ports, "0x9 2\n0x9 1 # c\n0x9 2\n0x3 254\n0x9 0\n0x9 255\n0x9\n", 3),
      (std::vector<PortNote>{{3, 254, 1}, {9, 1, 1}, {9, 2, 1}}));
}

TEST(NodeMap, SearchOrder) {
  EXPECT_EQ(parse(parse_search_order, "0x9 3 1 2#c\n0x3 254\n0x9 1\n0x4\n0x5 1 1\n0x6 1 257\n", 4),
            (std::vector<SearchOrder>{{9, {3, 1, 2}}, {3, {254}}}));
  EXPECT_EQ(parse(parse_search_order, "row 1 3 2\nspines\nrow 4\n\"row 1\" 3\n", 2),
            (std::vector<SearchOrder>{{0, {1, 3, 2}, "row"}, {0, {3}, "row 1"}}));
  // OpenSM reads lines of up to 255 characters.
  std::string all = "0x1";
  for (int port = 1; port <= 254; ++port) all += " " + std::to_string(port);
  EXPECT_EQ(parse(parse_search_order, all, 0).at(0).ports.size(), 254u);
}

std::vector<DrainedPart> drained_parts(std::string_view text, std::size_t expected_warnings = 0) {
  return parse(parse_drained_parts, text, expected_warnings);
}

TEST(NodeMap, DrainedPartsHaveGuidsOrNames) {
  EXPECT_EQ(drained_parts("0x10\nS-0008f105001086a2 3 4 # a link\n\"spine 2 (rack\t5)\"\n \"a#b\" "
                          "7\ngroup row 1 # all"),
            (std::vector<DrainedPart>{{0x10, "", {}},
                                      {0x0008f105001086a2, "", {3, 4}},
                                      {0, "spine 2 (rack\t5)", {}},
                                      {0, "a#b", {7}},
                                      {.group = "row 1"}}));
  for (const char* bad : {"spine-2", "\"spine-2", "\"\"", "0", "0x5 0", "0x5 255", "0x5 a",
                          "0x5 3 3", "\"a\"b", "group", "group  # a", "groups 3"}) {
    SCOPED_TRACE(bad);
    EXPECT_EQ(drained_parts(bad + std::string("\n0x7\n"), 1),
              (std::vector<DrainedPart>{{7, "", {}}}));
  }
}

}  // namespace
}  // namespace weft
