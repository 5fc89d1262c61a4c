#include "common/options/option_reader.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <variant>
#include <vector>

#include "common/options/option_table.h"
#include "tests/support/named_nodes.h"

namespace weft {
namespace {

using testing::Test;

class OpensmOptions : public Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "weft-options-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    directory_ = name;
    file_ = name + "/opensm.conf";
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  void write(const std::string& text) { std::ofstream(file_) << text; }
  std::vector<std::string> read(std::string_view plugin_options = "") {
    return reader_.read(file_, true, plugin_options);
  }
  const Options& routing() const { return reader_.options().routing; }

  std::string directory_;
  std::string file_;
  OptionReader reader_;
};

TEST_F(OpensmOptions, TakesItsOwnLinesAndNoOthers) {
  write(
      "# weft_balance nonsense in a comment\n"
      "routing_engine weft-minhop\n"
      "\n"
      "  weft_balance\tswitch  \r\n"
      "weft_keep_routes \"FALSE\" # for now\n"
      "port_profile_switch_nodes TRUE\n"
      "weft_threads 3");
  EXPECT_EQ(read(), std::vector<std::string>{});
  EXPECT_EQ(routing().balance, Balance::kSwitch);
  EXPECT_FALSE(routing().keep_routes);
  EXPECT_FALSE(routing().port_profile_switch_nodes) << "OpenSM reads that one itself";
  EXPECT_EQ(reader_.options().threads, 3u);
}

TEST_F(OpensmOptions, NamesFileAndLineOfWhatIsWrong) {
  write("\nweft_balance sideways\nweft_typo 1\nweft_threads 1e9\nweft_keep_routes\n");
  const std::vector<std::string> errors = read();
  ASSERT_EQ(errors.size(), 4u);
  EXPECT_EQ(errors[0].find(file_ + ":2: weft_balance"), 0u) << errors[0];
  EXPECT_NE(errors[0].find("sideways"), std::string::npos) << errors[0];
  EXPECT_EQ(errors[1].find(file_ + ":3: "), 0u) << errors[1];
  EXPECT_NE(errors[1].find("weft_typo"), std::string::npos) << errors[1];
  EXPECT_EQ(errors[2].find(file_ + ":4: weft_threads"), 0u) << errors[2];
  EXPECT_EQ(errors[3].find(file_ + ":5: weft_keep_routes"), 0u) << errors[3];
  EXPECT_EQ(routing().balance, Balance::kFabric);
  EXPECT_TRUE(routing().keep_routes);
  EXPECT_EQ(reader_.options().threads, 0u);
}

TEST_F(OpensmOptions, KeepsTheActiveValueUntilTheLineIsGone) {
  write("weft_balance switch\nweft_threads 2\n");
  EXPECT_TRUE(read().empty());
  write("weft_balance sideways\nweft_threads 4\n");
  EXPECT_EQ(read().size(), 1u);
  EXPECT_EQ(routing().balance, Balance::kSwitch);
  EXPECT_EQ(reader_.options().threads, 4u);
  EXPECT_EQ(read().size(), 1u);
  EXPECT_EQ(routing().balance, Balance::kSwitch);
  write("weft_threads 4\n");
  EXPECT_TRUE(read().empty());
  EXPECT_EQ(routing().balance, Balance::kFabric);
}

TEST_F(OpensmOptions, PluginOptionsOverrideTheFile) {
  write("weft_balance switch\nrouting_threads_num 2\n");
  EXPECT_TRUE(read(" --other=1, weft_balance=fabric,weft_keep_routes=no  weft_threads=5 ").empty());
  EXPECT_EQ(routing().balance, Balance::kFabric);
  EXPECT_FALSE(routing().keep_routes);
  EXPECT_EQ(reader_.options().threads, 5u);

  EXPECT_TRUE(read("--other weft_traffic=shift:1,alltoall:5,weft_threads=5 storage,more").empty());
  EXPECT_EQ(routing().traffic, (TrafficMix{{PatternKind::kShift, 1}, {PatternKind::kAllToAll, 5}}));
  EXPECT_EQ(reader_.options().threads, 5u);
  EXPECT_EQ(read("weft_traffic=shift:1,foo:3,weft_threads=5").size(), 1u) << "foo is no pattern";

  const std::vector<std::string> errors = read("weft_balance,weft_threads=-1,weft_else=1");
  ASSERT_EQ(errors.size(), 3u);
  for (const std::string& error : errors)
    EXPECT_EQ(error.find("event_plugin_options: "), 0u) << error;
  EXPECT_EQ(reader_.options().threads, 5u) << "the active value stays";
  EXPECT_EQ(routing().balance, Balance::kSwitch);
}

TEST_F(OpensmOptions, TheLastOfSeveralLinesCounts) {
  write("weft_threads 2\nrouting_threads_num 7\nweft_balance switch\nweft_balance fabric\n");
  EXPECT_TRUE(read().empty());
  EXPECT_EQ(reader_.options().threads, 2u) << "Weft's name has priority over the vendor's";
  EXPECT_EQ(routing().balance, Balance::kFabric);
  write("weft_threads auto\n");
  EXPECT_TRUE(read().empty());
  EXPECT_EQ(reader_.options().threads, 0u);
}

TEST_F(OpensmOptions, AMissingFileIsAnErrorOnlyWhereOneWasNamed) {
  EXPECT_TRUE(reader_.read(file_, false, "weft_balance=switch").empty());
  EXPECT_EQ(routing().balance, Balance::kSwitch);
  const std::vector<std::string> errors = read();
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NE(errors[0].find(file_), std::string::npos);
  EXPECT_TRUE(reader_.read("", true, "").empty());
}

TEST_F(OpensmOptions, FilesThatAreNoneNeitherBlockNorChangeAnything) {
  write("weft_balance switch\n");
  EXPECT_TRUE(read().empty());
  const auto expect_refused = [&] {
    EXPECT_EQ(read().size(), 1u);
    EXPECT_EQ(routing().balance, Balance::kSwitch);
  };

  std::filesystem::remove(file_);
  expect_refused();  // not there any more
  ASSERT_EQ(mkfifo(file_.c_str(), 0600), 0);
  expect_refused();
  std::filesystem::remove(file_);
  ASSERT_EQ(mkdir(file_.c_str(), 0700), 0);
  expect_refused();
  std::filesystem::remove(file_);
  write("weft_balance fabric\n" + std::string(std::size_t{1} << 20, ' '));
  expect_refused();
  std::filesystem::resize_file(file_, std::size_t{1} << 20);
  EXPECT_TRUE(read().empty());
  EXPECT_EQ(routing().balance, Balance::kFabric);
}

TEST_F(OpensmOptions, KeysOfTheVendorsOpensmAreRead) {
  write("use_scatter_for_switch_lid FALSE\ncalculate_missing_routes FALSE\nscatter_ports 5\n");
  EXPECT_TRUE(read().empty());
  EXPECT_FALSE(routing().use_scatter_for_switch_lid);
  EXPECT_FALSE(routing().calculate_missing_routes);
  EXPECT_EQ(routing().scatter_ports, 0u) << "OpenSM reads that one itself";
  EXPECT_TRUE(read("calculate_missing_routes=TRUE,weft_weigh_links=yes").empty());
  EXPECT_TRUE(routing().calculate_missing_routes);
  EXPECT_TRUE(routing().weigh_links);
}

TEST_F(OpensmOptions, ALineOfEachKeyIsReadAlsoIfItSetsNothing) {
  std::string text;
  for (const OptionRow& row : kOptionTable) text += std::string(row.key) + " (null)\n";
  write(text);
  EXPECT_NO_THROW(read());
  write("improved_lmc_path_distribution TRUE\n");
  EXPECT_EQ(read("improved_lmc_path_distribution=FALSE"), std::vector<std::string>{});
  EXPECT_EQ(routing(), Options{});
}

TEST_F(OpensmOptions, PolicyFilesAreNamedAsTheVendorDoes) {
  const PolicyPaths& policy = reader_.options().policy;
  write(
      "pgrp_policy_file /etc/opensm/groups # those of the cluster\n"
      "topo_policy_file \"/etc/opensm/my topologies\"\n"
      "rch_policy_file (null)\n");
  EXPECT_TRUE(read().empty());
  EXPECT_EQ(policy, (PolicyPaths{"/etc/opensm/groups", "/etc/opensm/my topologies", ""}));
  EXPECT_TRUE(read("rch_policy_file=/etc/opensm/chain,pgrp_policy_file=(null)").empty());
  EXPECT_EQ(policy, (PolicyPaths{"", "/etc/opensm/my topologies", "/etc/opensm/chain"}));
  write("rch_policy_file\n");
  EXPECT_TRUE(read().empty());
  EXPECT_EQ(policy, PolicyPaths{}) << "what is not there any more counts no more";
}

TEST_F(OpensmOptions, FilesAreReadAgainAndKeepTheirContentIfTheyCannotBe) {
  write("weft_balance switch\n");
  const std::string roots = directory_ + "/roots";
  const std::vector<NamedFile> files = {{&option("root_guid_file"), roots.c_str()},
                                        {&option("hop_weights_file"), nullptr}};
  const auto read_all = [&] { return reader_.read(file_, true, "", files); };
  std::ofstream(roots) << "0x1\n0xbad!\n0x2\nspines\n";
  std::vector<std::string> errors = read_all();
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].find(roots + ":2: "), 0u) << errors[0];
  const std::vector<NamedNode> named = {{.guid = 1}, {.guid = 2}, {.group = "spines"}};
  EXPECT_EQ(routing().ranked_nodes, named);
  EXPECT_EQ(routing().hop_weights, std::nullopt);
  EXPECT_EQ(routing().balance, Balance::kSwitch);

  std::filesystem::remove(roots);
  errors = read_all();
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].find("root_guid_file keeps its previous value: " + roots), 0u) << errors[0];
  EXPECT_EQ(routing().ranked_nodes, named);

  std::ofstream(roots) << "0x3\n";
  EXPECT_TRUE(read_all().empty());
  EXPECT_EQ(routing().ranked_nodes, test::named_nodes({3}));
}

TEST_F(OpensmOptions, AFaultOfANeededFileIsForItsEngineUntilSomethingWasRead) {
  const std::string torus = directory_ + "/torus";
  const auto read_from = [&](const char* path, bool is_default) {
    const std::vector<NamedFile> files = {{&option("torus_config"), path, is_default}};
    return reader_.read("", false, "", files);
  };
  const auto fault = [&] {
    const auto* const found = std::get_if<FileFault>(&routing().torus_conf);
    return found != nullptr ? found->reason : "none";
  };
  EXPECT_TRUE(read_from(torus.c_str(), true).empty());
  EXPECT_EQ(routing(), Options{}) << "OpenSM's default need not be there";
  EXPECT_TRUE(read_from(torus.c_str(), false).empty());
  EXPECT_EQ(fault(), "torus_config: " + torus + ": cannot be read: No such file or directory");
  EXPECT_TRUE(read_from(nullptr, false).empty());
  EXPECT_EQ(routing(), Options{});

  std::ofstream(torus) << "torus 5 1\n";
  EXPECT_TRUE(read_from(torus.c_str(), true).empty());
  EXPECT_EQ(fault().find("torus_config: " + torus + ":1: torus needs three radices"), 0u)
      << fault();
  std::filesystem::remove(torus);
  EXPECT_TRUE(read_from(torus.c_str(), true).empty());
  EXPECT_EQ(routing(), Options{}) << "the file with the mistake is gone";

  std::ofstream(torus) << "torus 5 1 1\nxp_link 1 2\n";
  EXPECT_TRUE(read_from(torus.c_str(), true).empty());
  std::filesystem::remove(torus);
  for (const bool is_default : {true, false}) {
    const std::vector<std::string> errors = read_from(torus.c_str(), is_default);
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(errors[0].find("torus_config keeps its previous value: " + torus), 0u) << errors[0];
    EXPECT_TRUE(std::holds_alternative<TorusConf>(routing().torus_conf));
  }
}

TEST_F(OpensmOptions, BinaryAndEndlessLinesAreHarmless) {
  std::string text = "weft_balance switch";
  text += '\0';
  text += "\n\"weft_threads\n" + std::string(100000, 'x') +
          "\nweft_threads \"\nweft_keep_routes \"off\n";
  write(text);
  EXPECT_EQ(read().size(), 2u);  // «switch» with a NUL behind it, and an empty number
  EXPECT_EQ(routing().balance, Balance::kFabric);
  EXPECT_FALSE(routing().keep_routes);
}

}  // namespace
}  // namespace weft
