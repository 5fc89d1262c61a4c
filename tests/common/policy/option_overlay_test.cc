#include "common/policy/option_overlay.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/error.h"
#include "common/options/option_table.h"
#include "common/stored/stored_tables.h"
#include "tests/support/fabric_text.h"
#include "tests/support/named_nodes.h"

namespace weft {
namespace {

using Sentences = std::vector<std::string>;

class Overlay : public testing::Test {
 protected:
  OptionOverlay parse(std::string_view text) {
    files_.clear();
    errors_.clear();
    warnings_.clear();
    return OptionOverlay::parse(text, "conf", Workers(1), files_, errors_, warnings_);
  }
  OptionOverlay parse_good(std::string_view text) {
    OptionOverlay overlay = parse(text);
    EXPECT_EQ(errors_, Sentences{}) << text;
    EXPECT_EQ(warnings_, Sentences{}) << text;
    return overlay;
  }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(directory_.file(name)) << text;
    return directory_.file(name);
  }

  const TemporaryDirectory directory_;
  FileStamps files_;
  Sentences errors_;
  Sentences warnings_;
};

TEST_F(Overlay, WhatIsNotInItIsInherited) {
  Options base;
  base.scatter_ports = 5;
  base.ranked_nodes = test::named_nodes({Guid{7}});
  base.connect_roots = true;
  EXPECT_EQ(parse_good("# nothing\n\n").over(base), base);
  EXPECT_EQ(OptionOverlay().over(base), base);

  const Options over =
      parse_good("connect_roots FALSE # not here\nport_shifting TRUE\n").over(base);
  Options expected = base;
  expected.connect_roots = false;
  expected.port_shifting = true;
  EXPECT_EQ(over, expected);
}

TEST_F(Overlay, EveryKindOfOption) {
  const Options over = parse_good(
                           "weft_balance switch\nscatter_ports 3\nmax_reverse_hops 2\n"
                           "lash_start_vl 1\nnue_max_num_vls 4\n"
                           "pqft_structure \"PGFT(2; 2,2; 1,2)\"\nweft_reversible no\n")
                           .over({});
  EXPECT_EQ(over.balance, Balance::kSwitch);
  EXPECT_EQ(over.scatter_ports, 3u);
  EXPECT_EQ(over.max_reverse_hops, 2);
  EXPECT_EQ(over.lash_start_vl, 1);
  EXPECT_EQ(over.nue_max_num_vls, 4);
  EXPECT_TRUE(over.pqft_structure.has_value());
  EXPECT_FALSE(over.reversible);
}

TEST_F(Overlay, OfSeveralLinesTheLastCounts) {
  EXPECT_EQ(parse_good("scatter_ports 1\nscatter_ports nonsense\nscatter_ports 2\n")
                .over({})
                .scatter_ports,
            2u);
}

TEST_F(Overlay, FilesAreReadAndNamed) {
  const std::string roots = write("roots", "0x1\n0xbad!\n");
  const std::string tables = write(
      "lfts",
      "Unicast lids [0-1] of switch Lid 1 guid 0x9 ('s'):\n0x0001 000 : 's'\n1 lids dumped\n");
  const FileStamp stamp = stamp_of(roots);
  const OptionOverlay overlay =
      parse(fmt::format("root_guid_file {}\nlfts_file {}\n", roots, tables));
  EXPECT_EQ(errors_, Sentences{});
  ASSERT_EQ(warnings_.size(), 1u);
  EXPECT_EQ(warnings_[0].find(roots + ":2: "), 0u) << warnings_[0];
  EXPECT_EQ(files_, (FileStamps{{tables, stamp_of(tables)}, {roots, stamp}}));
  std::filesystem::remove(roots);
  const Options over = overlay.over({});
  EXPECT_EQ(over.ranked_nodes, test::named_nodes({1}));
  ASSERT_NE(over.stored_tables, nullptr);
  EXPECT_EQ(over.stored_tables->switches.at(0).switch_guid, 9u);
}

TEST_F(Overlay, NoneIsSaidToo) {
  Options base;
  base.ranked_nodes = test::named_nodes({Guid{1}});
  base.io_nodes = test::named_nodes({Guid{1}});
  base.stored_tables = std::make_shared<const StoredTables>();
  base.pqft_structure = parse_tree_shape("PGFT(2; 2,2; 1,2)");
  const Options over =
      parse_good("root_guid_file (null)\nio_guid_file\nlfts_file (null)\npqft_structure (null)\n")
          .over(base);
  EXPECT_EQ(over, Options{});
  EXPECT_TRUE(files_.empty());
}

TEST_F(Overlay, MistakesAreNamedInTheOrderOfTheirLines) {
  const std::string gone = directory_.file("gone");
  parse(fmt::format("\nweft_typo 1\nscatter_ports x\nroot_guid_file {}\nconnect_roots\n", gone));
  ASSERT_EQ(errors_.size(), 4u);
  EXPECT_EQ(errors_[0], "conf:2: 'weft_typo' is not an option of Weft's");
  EXPECT_EQ(errors_[1].find("conf:3: scatter_ports is "), 0u) << errors_[1];
  EXPECT_EQ(errors_[2],
            "conf:4: root_guid_file: " + gone + ": cannot be read: No such file or directory");
  EXPECT_EQ(errors_[3].find("conf:5: connect_roots is "), 0u) << errors_[3];
  EXPECT_EQ(files_, (FileStamps{{gone, FileStamp{}}})) << "it may come";
}

TEST_F(Overlay, KeysOfTheMainFileAreIgnored) {
  const Options over = parse("qos TRUE\nlmc 2\nrouting_engine updn\nrch_policy_file x\n").over({});
  EXPECT_EQ(over, Options{});
  EXPECT_EQ(errors_, Sentences{});
  EXPECT_EQ(warnings_, Sentences{"conf:1: ignored, since they count in OpenSM's main file alone: "
                                 "'qos', 'lmc', 'routing_engine', 'rch_policy_file'"});
  for (const char* key : {"qos_max_vls", "lmc_esp0", "pgrp_policy_file", "topo_policy_file",
                          "weft_threads", "routing_threads_num"}) {
    parse(key + std::string(" 1"));
    EXPECT_EQ(errors_, Sentences{});
    EXPECT_EQ(warnings_, Sentences{fmt::format("conf:1: ignored, since they count in OpenSM's main "
                                               "file alone: '{}'",
                                               key)});
  }
}

TEST_F(Overlay, TheTableSaysWhichKeysAreIgnored) {
  for (const OptionRow& row : kOptionTable) {
    if (row.scope == Scope::kStep) continue;
    EXPECT_EQ(parse(fmt::format("{} 1\n", row.key)).over({}), Options{});
    EXPECT_EQ(errors_, Sentences{});
    EXPECT_EQ(warnings_, Sentences{fmt::format("conf:1: ignored, since {}: '{}'",
                                               row.scope == Scope::kMainFile
                                                   ? "they count in OpenSM's main file alone"
                                                   : "no engine of Weft's uses them",
                                               row.key)});
  }
}

TEST_F(Overlay, OtherKeysAreOneWarning) {
  std::string text = "sm_priority 3\nconnect_roots TRUE\n";
  for (int i = 0; i < 100; ++i) text += fmt::format("key_{} 1\n", i);
  EXPECT_TRUE(parse(text).over({}).connect_roots);
  EXPECT_EQ(errors_, Sentences{});
  EXPECT_EQ(warnings_, Sentences{"conf:1: ignored, since no engine of Weft's uses them: "
                                 "'sm_priority', 'key_0', 'key_1', 'key_2', 'key_3' and 96 more"});
}

TEST_F(Overlay, ManyMistakesAreFewSentences) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += fmt::format("weft_{} 1\n", i);
  parse(text);
  ASSERT_EQ(errors_.size(), 101u);
  EXPECT_EQ(errors_.back(), "conf: 900 more mistakes");
}

TEST_F(Overlay, StopsWhenAskedTo) {
  EXPECT_THROW(OptionOverlay::parse("lmc 1\n", "conf", Workers(1, [] { return true; }), files_,
                                    errors_, warnings_),
               Stopped);
}

}  // namespace
}  // namespace weft
