#include "common/options/read_option.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/base/error.h"
#include "common/options/option_table.h"
#include "tests/support/fabric_text.h"
#include "tests/support/named_nodes.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using Warned = std::vector<std::string>;

class ReadOption : public testing::Test {
 protected:
  void write(const std::string& text) const { std::ofstream(path_) << text; }
  Setting read(const OptionRow& option, const std::string& value) {
    return read_option(option, value, Workers(1), warnings_);
  }
  void set(const OptionRow& option, const std::string& value) { read(option, value)(all_); }

  const TemporaryDirectory directory_;
  const std::string path_ = directory_.file("map");
  Configuration all_;
  const Options& routing_ = all_.routing;
  Warned warnings_;
};

// Its value, if it is one of those that are on or off.
const bool* switch_of(const Configuration& all, const OptionRow& row) {
  if (const auto* field = std::get_if<bool Options::*>(&row.field)) return &(all.routing.**field);
  if (const auto* field = std::get_if<bool Configuration::*>(&row.field)) return &(all.**field);
  return nullptr;
}

TEST_F(ReadOption, EachOnOffOptionHasItsOwnFieldExceptAliases) {
  for (const OptionRow& row : kOptionTable) {
    if (switch_of(all_, row) == nullptr) continue;
    SCOPED_TRACE(row.key);
    Configuration all;
    for (const OptionRow& other : kOptionTable) {
      if (switch_of(all, other) != nullptr) read(other, "no")(all);
    }
    read(row, "TRUE")(all);
    for (const OptionRow& other : kOptionTable) {
      const bool* const value = switch_of(all, other);
      if (value != nullptr) {
        EXPECT_EQ(*value, value == switch_of(all, row)) << other.key;
      }
    }
    EXPECT_TRUE(contains(refusal([&] { read(row, "2"); }), std::string(row.key) + " is '2'"));
  }
}

TEST_F(ReadOption, EachFillsTheFieldOfItsName) {
  set(option("weft_keep_routes"), "no");
  EXPECT_FALSE(routing_.keep_routes);
  set(option("weft_weigh_links"), "yes");
  EXPECT_TRUE(routing_.weigh_links);
  set(option("weft_reversible"), "no");
  EXPECT_FALSE(routing_.reversible);
  set(option("weft_file_unchecked"), "yes");
  EXPECT_TRUE(routing_.file_unchecked);
  set(option("weft_allow_credit_loops"), "yes");
  EXPECT_TRUE(routing_.allow_credit_loops);
  set(option("port_profile_switch_nodes"), "yes");
  EXPECT_TRUE(routing_.port_profile_switch_nodes);
  set(option("port_shifting"), "yes");
  EXPECT_TRUE(routing_.port_shifting);
  set(option("use_scatter_for_switch_lid"), "no");
  EXPECT_FALSE(routing_.use_scatter_for_switch_lid);
  set(option("guid_routing_order_no_scatter"), "yes");
  EXPECT_TRUE(routing_.guid_routing_order_no_scatter);
  set(option("connect_roots"), "yes");
  EXPECT_TRUE(routing_.connect_roots);
  set(option("calculate_missing_routes"), "no");
  EXPECT_FALSE(routing_.calculate_missing_routes);
  set(option("nue_include_switches"), "yes");
  EXPECT_TRUE(routing_.nue_include_switches);
  set(option("avoid_throttled_links"), "yes");
  EXPECT_TRUE(routing_.avoid_throttled_links);
  set(option("quasi_ftree_indexing"), "yes");
  EXPECT_TRUE(routing_.quasi_ftree_indexing);

  set(option("weft_balance"), "switch");
  EXPECT_EQ(routing_.balance, Balance::kSwitch);
  set(option("scatter_ports"), "4294967295");
  EXPECT_EQ(routing_.scatter_ports, 4294967295u);
  set(option("max_reverse_hops"), "65535");
  EXPECT_EQ(routing_.max_reverse_hops, 65535);
  set(option("lash_start_vl"), "1");
  EXPECT_EQ(routing_.lash_start_vl, 1);
  set(option("nue_max_num_vls"), "4");
  EXPECT_EQ(routing_.nue_max_num_vls, 4);
  set(option("pqft_structure"), "PGFT(2; 4,4; 1,2)");
  EXPECT_EQ(routing_.pqft_structure, parse_tree_shape("PGFT(2; 4,4; 1,2)"));
  set(option("pqft_structure"), "(null)");
  EXPECT_EQ(routing_.pqft_structure, std::nullopt);
  set(option("weft_threads"), "3");
  EXPECT_EQ(all_.threads, 3u);
  set(option("routing_threads_num"), "auto");
  EXPECT_EQ(all_.threads, 0u);
  set(option("weft_flap_losses"), "0");
  set(option("weft_flap_window"), "60");
  set(option("weft_flap_hold"), "4294967295");
  EXPECT_EQ(all_.flaps.losses, 0u);
  EXPECT_EQ(all_.flaps.window, 60u);
  EXPECT_EQ(all_.flaps.hold, 4294967295u);
  set(option("lmc_esp0"), "TRUE");
  EXPECT_TRUE(all_.lmc_esp0);
}

TEST_F(ReadOption, TheDefaultIsTheOneOfTheDocument) {
  for (const OptionRow& row : kOptionTable) {
    const std::string_view written = row.when_absent;
    const bool is_value = written.starts_with('`') && written.find('`', 1) == written.size() - 1;
    if (!is_setting(row) || !is_value) continue;
    set(row, std::string(written.substr(1, written.size() - 2)));
    EXPECT_EQ(routing_, Options{}) << row.key;
  }
}

TEST_F(ReadOption, WhatIsOpensmsAloneIsNotRead) {
  for (const char* key : {"lmc", "qos", "routing_engine", "reassign_lids", "use_ucast_cache"}) {
    const OptionRow* const row = find_option(key);
    ASSERT_NE(row, nullptr) << key;
    set(*row, "1");
    EXPECT_EQ(routing_, Options{}) << key;
  }
}

TEST_F(ReadOption, PolicyFilesAreNamedAndNotRead) {
  set(option("pgrp_policy_file"), "a");
  set(option("topo_policy_file"), "b");
  set(option("rch_policy_file"), "c");
  EXPECT_EQ(all_.policy, (PolicyPaths{"a", "b", "c"}));
  set(option("rch_policy_file"), "(null)");
  set(option("topo_policy_file"), "");
  EXPECT_EQ(all_.policy, (PolicyPaths{"a", "", ""}));
}

TEST_F(ReadOption, EachFileOfLinesFillsItsField) {
  write("0x9 1 2\n");
  set(option("cn_guid_file"), path_);
  EXPECT_EQ(routing_.compute_nodes, test::named_nodes({9}));
  set(option("io_guid_file"), path_);
  EXPECT_EQ(routing_.io_nodes, test::named_nodes({9}));
  set(option("ids_guid_file"), path_);
  EXPECT_EQ(routing_.node_ids, (std::vector<SwitchId>{{9, 1}}));
  set(option("guid_routing_order_file"), path_);
  EXPECT_EQ(routing_.routing_order, test::named_nodes({9}));
  set(option("hop_weights_file"), path_);
  EXPECT_EQ(routing_.hop_weights, (std::vector<PortNote>{{9, 1, 2}}));
  set(option("port_prof_ignore_file"), path_);
  EXPECT_EQ(routing_.ignored_ports, (std::vector<PortNote>{{9, 1, 1}}));
  set(option("port_search_ordering_file"), path_);
  EXPECT_EQ(routing_.search_order, (std::vector<SearchOrder>{{9, {1, 2}}}));
  write("0x9\nspines 1 # of all halls\n");
  set(option("root_guid_file"), path_);
  EXPECT_EQ(routing_.ranked_nodes,
            (std::vector<NamedNode>{{.guid = 9}, {.group = "spines", .rank = 1}}));
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(ReadOption, TheOrderOfRoutingNamesEachPortOnce) {
  write("0x9\n0x9\n");
  set(option("guid_routing_order_file"), path_);
  EXPECT_EQ(routing_.routing_order, test::named_nodes({9}));
  EXPECT_EQ(warnings_.size(), 1u);
  set(option("cn_guid_file"), path_);
  EXPECT_EQ(routing_.compute_nodes, test::named_nodes({9, 9}));
}

TEST_F(ReadOption, NoFileAndAnEmptyOneDiffer) {
  write("# nothing yet\n");
  set(option("root_guid_file"), path_);
  EXPECT_EQ(routing_.ranked_nodes, test::named_nodes({}));
  set(option("root_guid_file"), "(null)");
  EXPECT_EQ(routing_.ranked_nodes, std::nullopt);
  set(option("root_guid_file"), path_);
  set(option("root_guid_file"), "");
  EXPECT_EQ(routing_.ranked_nodes, std::nullopt);
}

TEST_F(ReadOption, ASettingIsReadOnceAndAppliedOften) {
  write("0x9\n");
  const Setting roots = read(option("root_guid_file"), path_);
  write("0xa\n");
  Configuration others;
  roots(all_);
  roots(others);
  EXPECT_EQ(routing_.ranked_nodes, test::named_nodes({9}));
  EXPECT_EQ(others.routing.ranked_nodes, test::named_nodes({9}));
}

TEST_F(ReadOption, SettingsHoldWholeTablesToo) {
  write(
      "Unicast lids [0-1] of switch Lid 1 guid 0x0000000000000009 ('s'):\n0x0001 000 : 's'\n1 lids "
      "dumped\n");
  set(option("lfts_file"), path_);
  ASSERT_NE(routing_.stored_tables, nullptr);
  EXPECT_EQ(routing_.stored_tables->switches.at(0).switch_guid, 9u);
  write("Switch: guid 0x0000000000000009\n0x0001: 00 ff # portguid 0x0000000000000009\n");
  set(option("lid_matrix_dump_file"), path_);
  ASSERT_NE(routing_.stored_hops, nullptr);
  EXPECT_EQ(routing_.stored_hops->switches.at(0).switch_guid, 9u);
  set(option("lfts_file"), "");
  set(option("lid_matrix_dump_file"), "(null)");
  EXPECT_EQ(routing_.stored_tables, nullptr);
  EXPECT_EQ(routing_.stored_hops, nullptr);
}

TEST_F(ReadOption, AFileThatAnEngineNeedsIsRefusedWhole) {
  const OptionRow& torus = option("torus_config");
  write("torus 5 1 1\nxp_link 1 2\n");
  set(torus, path_);
  ASSERT_TRUE(std::holds_alternative<TorusConf>(routing_.torus_conf));
  EXPECT_EQ(std::get<TorusConf>(routing_.torus_conf).path, path_);
  const Options before = routing_;
  set(torus, path_);
  EXPECT_EQ(routing_, before) << "the same content is the same option";
  write("torus 5 1 1\nxp_lnk 1 2\n");
  EXPECT_EQ(refusal([&] { read(torus, path_); }),
            path_ + ":2: 'xp_lnk' is no keyword of a torus-2QoS.conf");
  set(torus, "(null)");
  EXPECT_EQ(routing_, Options{});
}

TEST_F(ReadOption, WhatCouldNotBeReadIsNotedForTheEngineThatNeedsIt) {
  const OptionRow& torus = option("torus_config");
  const FileFault missing = {"it is missing"};
  EXPECT_FALSE(note_unread(option("root_guid_file"), missing, all_));
  EXPECT_EQ(routing_, Options{});
  EXPECT_TRUE(note_unread(torus, missing, all_));
  EXPECT_EQ(routing_.torus_conf, NeededContent<TorusConf>(missing));
  EXPECT_TRUE(note_unread(torus, {}, all_)) << "it need not be there";
  EXPECT_EQ(routing_, Options{});

  write("torus 5 1 1\nxp_link 1 2\n");
  set(torus, path_);
  EXPECT_FALSE(note_unread(torus, missing, all_)) << "the previous content stays active";
  EXPECT_FALSE(note_unread(torus, {}, all_));
  EXPECT_TRUE(std::holds_alternative<TorusConf>(routing_.torus_conf));
}

TEST_F(ReadOption, WhatCannotBeReadIsRefused) {
  const auto expect_refused = [&](const std::string& reason) {
    EXPECT_EQ(refusal([&] { read(option("root_guid_file"), path_); }), path_ + ": " + reason);
  };
  write("0x9\n");
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

}  // namespace
}  // namespace weft
