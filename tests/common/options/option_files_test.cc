#include "common/options/option_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/dumps/roots_dump.h"
#include "common/options/node_map.h"
#include "common/stored/stored_hops.h"
#include "common/stored/stored_tables.h"
#include "tests/support/fabric_text.h"
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

std::vector<Guid> guids(std::string_view text, std::size_t expected_warnings = 0) {
  return parse(parse_guids, text, expected_warnings);
}

// Each of these was given to the parse_node_map of OpenSM 3.3.23 too.
TEST(NodeMap, NumbersAreWrittenAsInC) {
  EXPECT_EQ(guids("0x10\n0X1F\n10\n010\n"), (std::vector<Guid>{0x10, 0x1F, 10, 8}));
  EXPECT_EQ(guids("0xffffffffffffffff"), std::vector<Guid>{~Guid{0}});
}

TEST(NodeMap, NodesMayBeNamedAsByIbnetdiscover) {
  EXPECT_EQ(guids("S-0008f105001086a2\nH-0002C90300001234 # a host\n"),
            (std::vector<Guid>{0x0008f105001086a2, 0x0002c90300001234}));
  for (const char* bad :
       {"S-", "S-8f1", "S-0008f105001086a2f", "S-0008f105001086ag", "X-0008f105001086a2"}) {
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
  EXPECT_EQ(parse_guids("0x5\n0002c9\n0x6\n", "/etc/roots", warnings),
            (std::vector<Guid>{0x5, 0x6}));
  EXPECT_EQ(warnings, Warned{"/etc/roots:2: '0002c9' was left out: it does not begin with a GUID, "
                             "which is written like 0x0002c90300001234"});
  for (const char* bad : {"2c9", "0x", "x", "0x10,3", "-1", "+5", "0", "0x 10", "0x1\v2", "09",
                          "0x10000000000000000", "18446744073709551616", "\x01\xFF"}) {
    SCOPED_TRACE(bad);
    EXPECT_EQ(guids(bad + std::string("\n0x7\n"), 1), std::vector<Guid>{7});
  }
  EXPECT_EQ(guids(std::string_view("0x5\0\n\0\n0x6", 10), 2), std::vector<Guid>{6});
}

TEST(NodeMap, OnlySoManyBadLinesAreNamed) {
  std::string text;
  for (int i = 0; i < 12; ++i) text += "bad\n";
  Warned warnings;
  EXPECT_TRUE(parse_guids(text, "map", warnings).empty());
  ASSERT_EQ(warnings.size(), 11u);
  EXPECT_TRUE(contains(warnings[9], "map:10: "));
  EXPECT_EQ(warnings[10], "map: 2 more lines were left out");
}

TEST(NodeMap, TheOrderOfRoutingNamesEachPortOnce) {
  EXPECT_EQ(parse(parse_routing_order, "0x9\n0x3\n0x9\n0x1\n", 1), (std::vector<Guid>{9, 3, 1}));
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
  // OpenSM reads lines of up to 255 characters.
  std::string all = "0x1";
  for (int port = 1; port <= 254; ++port) all += " " + std::to_string(port);
  EXPECT_EQ(parse(parse_search_order, all, 0).at(0).ports.size(), 254u);
}

class OptionFiles : public testing::Test {
 protected:
  void write(const std::string& text) const { std::ofstream(path_) << text; }
  bool set(std::string_view key, const std::string& path) {
    return set_file_option(options_, key, path, warnings_);
  }

  const TemporaryDirectory directory_;
  const std::string path_ = directory_.file("map");
  Options options_;
  Warned warnings_;
};

TEST_F(OptionFiles, EachFillsItsField) {
  write("0x9 1 2\n");
  EXPECT_TRUE(set("root_guid_file", path_));
  EXPECT_EQ(options_.root_guids, std::vector<Guid>{9});
  EXPECT_TRUE(set("cn_guid_file", path_));
  EXPECT_EQ(options_.compute_nodes, std::vector<Guid>{9});
  EXPECT_TRUE(set("io_guid_file", path_));
  EXPECT_EQ(options_.io_nodes, std::vector<Guid>{9});
  EXPECT_TRUE(set("ids_guid_file", path_));
  EXPECT_EQ(options_.node_ids, (std::vector<SwitchId>{{9, 1}}));
  EXPECT_TRUE(set("guid_routing_order_file", path_));
  EXPECT_EQ(options_.routing_order, std::vector<Guid>{9});
  EXPECT_TRUE(set("hop_weights_file", path_));
  EXPECT_EQ(options_.hop_weights, (std::vector<PortNote>{{9, 1, 2}}));
  EXPECT_TRUE(set("port_prof_ignore_file", path_));
  EXPECT_EQ(options_.ignored_ports, (std::vector<PortNote>{{9, 1, 1}}));
  EXPECT_TRUE(set("port_search_ordering_file", path_));
  EXPECT_EQ(options_.search_order, (std::vector<SearchOrder>{{9, {1, 2}}}));
  EXPECT_TRUE(warnings_.empty());
  EXPECT_FALSE(set("lmc", path_));
}

TEST_F(OptionFiles, NoneAndEmptyDiffer) {
  write("# nothing yet\n");
  EXPECT_TRUE(set("root_guid_file", path_));
  EXPECT_EQ(options_.root_guids, std::vector<Guid>{});
  EXPECT_TRUE(set("root_guid_file", "(null)"));
  EXPECT_EQ(options_.root_guids, std::nullopt);
  EXPECT_TRUE(set("root_guid_file", path_));
  EXPECT_TRUE(set("root_guid_file", ""));
  EXPECT_EQ(options_.root_guids, std::nullopt);
}

TEST_F(OptionFiles, ASettingIsReadOnceAndAppliedOften) {
  write("0x9\n");
  const Setting roots = read_setting("root_guid_file", path_, Workers(1), warnings_);
  write("0xa\n");
  Options others;
  roots(options_);
  roots(others);
  EXPECT_EQ(options_.root_guids, std::vector<Guid>{9});
  EXPECT_EQ(others.root_guids, std::vector<Guid>{9});
  read_setting("root_guid_file", "(null)", Workers(1), warnings_)(others);
  EXPECT_EQ(others.root_guids, std::nullopt);
  read_setting("connect_roots", "yes", Workers(1), warnings_)(options_);
  EXPECT_TRUE(options_.connect_roots);
  EXPECT_EQ(read_setting("lmc", "1", Workers(1), warnings_), nullptr);
  EXPECT_THROW(read_setting("connect_roots", "maybe", Workers(1), warnings_), BadInput);
}

TEST_F(OptionFiles, SettingsHoldWholeTablesToo) {
  write(
      "Unicast lids [0-1] of switch Lid 1 guid 0x0000000000000009 ('s'):\n0x0001 000 : 's'\n1 lids "
      "dumped\n");
  const Setting tables = read_setting("lfts_file", path_, Workers(1), warnings_);
  tables(options_);
  ASSERT_NE(options_.stored_tables, nullptr);
  EXPECT_EQ(options_.stored_tables->switches.at(0).switch_guid, 9u);
  write("Switch: guid 0x0000000000000009\n0x0001: 00 ff # portguid 0x0000000000000009\n");
  read_setting("lid_matrix_dump_file", path_, Workers(1), warnings_)(options_);
  ASSERT_NE(options_.stored_hops, nullptr);
  EXPECT_EQ(options_.stored_hops->switches.at(0).switch_guid, 9u);
  for (const char* key : {"lfts_file", "lid_matrix_dump_file"}) {
    EXPECT_TRUE(names_file(key));
    read_setting(key, "", Workers(1), warnings_)(options_);
  }
  EXPECT_EQ(options_.stored_tables, nullptr);
  EXPECT_EQ(options_.stored_hops, nullptr);
  EXPECT_TRUE(names_file("cn_guid_file"));
  EXPECT_FALSE(names_file("pqft_structure"));
}

TEST_F(OptionFiles, WhatCannotBeReadChangesNothing) {
  write("0x9\n");
  set("root_guid_file", path_);
  const auto expect_refused = [&](const std::string& reason) {
    EXPECT_EQ(refusal([&] { set("root_guid_file", path_); }), path_ + ": " + reason);
    EXPECT_EQ(options_.root_guids, std::vector<Guid>{9});
  };
  std::filesystem::resize_file(path_, kLargestOptionFile + 1);
  expect_refused("has more than 16 MiB, which no subnet needs");
  std::filesystem::remove(path_);
  expect_refused("cannot be read: No such file or directory");
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  expect_refused("cannot be read: it is not a regular file");
  std::filesystem::remove(path_);
  std::filesystem::create_directory(path_);
  expect_refused("cannot be read: it is not a regular file");
}

TEST(RootsDump, IsInTheOrderOfOpensmsMapAndCanBeReadBack) {
  // Its map compares GUIDs in network byte order: on x86 the last byte counts most.
  FabricBuilder builder("test");
  for (const Guid guid : {0x0102u, 0x0201u, 0x0301u}) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = guid, .port_count = 1});
  }
  const Fabric fabric = builder.build();
  const TemporaryDirectory directory;
  const std::string path = directory.file("opensm-updn-roots.dump");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);  // which nobody reads
  write_roots_dump(fabric, std::vector<SwitchIndex>{0, 1}, path);
  EXPECT_EQ(read_file(path), "0x201\n0x102\n");
  EXPECT_EQ(guids(read_file(path)), (std::vector<Guid>{0x201, 0x102}));
}

TEST(SetOption, TakesEachByItsName) {
  Options options;
  const std::vector<std::pair<std::string, std::function<bool()>>> switches = {
      {"weft_keep_routes", [&] { return options.keep_routes; }},
      {"port_profile_switch_nodes", [&] { return options.port_profile_switch_nodes; }},
      {"port_shifting", [&] { return options.port_shifting; }},
      {"use_scatter_for_switch_lid", [&] { return options.use_scatter_for_switch_lid; }},
      {"guid_routing_order_no_scatter", [&] { return options.guid_routing_order_no_scatter; }},
      {"weft_weigh_links", [&] { return options.weigh_links; }},
      {"connect_roots", [&] { return options.connect_roots; }},
      {"calculate_missing_routes", [&] { return options.calculate_missing_routes; }},
      {"weft_file_unchecked", [&] { return options.file_unchecked; }}};
  for (const auto& entry : switches) {
    const std::string key = entry.first;
    const auto& value = entry.second;
    SCOPED_TRACE(key);
    EXPECT_TRUE(set_option(options, key, "TRUE"));
    EXPECT_TRUE(value());
    EXPECT_TRUE(set_option(options, key, "false"));
    EXPECT_FALSE(value());
    EXPECT_TRUE(contains(refusal([&] { set_option(options, key, "2"); }), key + " is '2'"));
  }
  EXPECT_FALSE(set_option(options, "weft_else", "TRUE"));
}

TEST(SetOption, SeedsAreNumbers) {
  Options options;
  EXPECT_TRUE(set_option(options, "scatter_ports", "4294967295"));
  EXPECT_EQ(options.scatter_ports, 4294967295u);
  EXPECT_TRUE(set_option(options, "scatter_ports", "0x10"));
  EXPECT_EQ(options.scatter_ports, 16u);
  for (const char* bad : {"", "x", "-1", "1.5", "4294967296", "0x"}) {
    EXPECT_TRUE(contains(refusal([&] { set_option(options, "scatter_ports", bad); }),
                         "scatter_ports is '"));
  }
  EXPECT_EQ(options.scatter_ports, 16u);
}

TEST(SetOption, ReverseHopsAreAsManyAsStockTakes) {
  Options options;
  EXPECT_TRUE(set_option(options, "max_reverse_hops", "65535"));
  EXPECT_EQ(options.max_reverse_hops, 65535u);
  EXPECT_TRUE(contains(refusal([&] { set_option(options, "max_reverse_hops", "65536"); }),
                       "max_reverse_hops is '65536': write a number up to 65535"));
  EXPECT_EQ(options.max_reverse_hops, 65535u);
  EXPECT_TRUE(set_option(options, "quasi_ftree_indexing", "TRUE"));
  EXPECT_TRUE(options.quasi_ftree_indexing);
}

}  // namespace
}  // namespace weft
