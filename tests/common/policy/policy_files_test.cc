#include "common/policy/policy_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/options/read_option.h"
#include "plugins/engines.h"
#include "tests/support/fabric_text.h"
#include "tests/support/named_nodes.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using Sentences = std::vector<std::string>;

constexpr std::string_view kEngines[] = {"minhop", "updn", "ftree"};

const std::string kGroups =
    "port-group\nname: switches\nport-regexp: SW\nend-port-group\n"
    "port-group\nname: hosts\nport-regexp: host\nend-port-group\n";
const std::string kTopologies = "topology\nid: 7\nsw-grp: switches\nhca-grp: hosts\nend-topology\n";
const std::string kFirst = "unicast-step\nid: 1\nengine: minhop\nend-unicast-step\n";
const std::string kOfTopology =
    "unicast-step\nid: 2\nengine: ftree\ntopology: 7\nend-unicast-step\n";

class Policy : public testing::Test {
 protected:
  Policy() {
    write("groups", kGroups);
    write("topologies", kTopologies);
    write("chain", kFirst + kOfTopology);
  }
  std::string file(const std::string& name) const { return directory_.file(name); }
  // As an editor does, under another name first: the file is another one, however fast it went.
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(file("new")) << text;
    std::filesystem::rename(file("new"), file(name));
    return file(name);
  }
  Sentences read() {
    PolicyFiles::Report report = files_.read(paths_, kEngines, Workers(1));
    warnings_ = report.warnings;
    notes_ = report.notes;
    return report.errors;
  }
  void read_good() {
    EXPECT_EQ(read(), Sentences{});
    EXPECT_EQ(warnings_, Sentences{});
  }

  const TemporaryDirectory directory_;
  PolicyPaths paths_{file("groups"), file("topologies"), file("chain")};
  PolicyFiles files_;
  Sentences warnings_;
  Sentences notes_;
};

TEST_F(Policy, OfThreeFiles) {
  read_good();
  const auto policy = files_.policy();
  ASSERT_NE(policy, nullptr);
  ASSERT_EQ(policy->topologies.size(), 1u);
  EXPECT_EQ(policy->groups.groups[policy->topologies[0].switches].name, "switches");
  ASSERT_EQ(policy->links.size(), 2u);
  EXPECT_EQ(policy->links[0].step.engine, "minhop");
  EXPECT_EQ(policy->links[1].step.engine, "ftree");
  EXPECT_EQ(policy->links[1].step.topology, 0u);
}

TEST_F(Policy, MayHaveGroupsAndTopologiesAlone) {
  paths_ = {};
  read_good();
  EXPECT_EQ(files_.policy(), nullptr);
  paths_ = {file("groups"), file("topologies"), ""};
  read_good();
  ASSERT_NE(files_.policy(), nullptr);
  EXPECT_FALSE(files_.policy()->topologies.empty());
  EXPECT_TRUE(files_.policy()->links.empty());
  write("groups", "port-group\n");
  EXPECT_FALSE(read().empty());

  write("groups", kGroups);
  paths_.chain = file("chain");
  read_good();
  EXPECT_FALSE(files_.policy()->links.empty());
  paths_.chain.clear();
  read_good();
  EXPECT_TRUE(files_.policy()->links.empty());
  paths_ = {};
  read_good();
  EXPECT_EQ(files_.policy(), nullptr);
}

TEST_F(Policy, AChainAloneIsEnoughForTheWholeFabric) {
  paths_ = {"", "", write("chain", kFirst)};
  read_good();
  EXPECT_EQ(files_.policy()->links.size(), 1u);
  paths_.topologies =
      write("topologies", "topology\nid: 7\nsw-grp: ALL_SWITCHES\nhca-grp: ALL_CAS\nend-topology");
  write("chain", kFirst + kOfTopology);
  read_good();
  EXPECT_EQ(files_.policy()->links.size(), 2u);
}

TEST_F(Policy, UnchangedFilesAreNotReadAgain) {
  write("chain", kFirst + "unicast-step\nid: 2\nengine: updn\nfallback-to: 9\nend-unicast-step\n");
  EXPECT_EQ(read(), Sentences{});
  EXPECT_EQ(warnings_.size(), 1u);
  const auto policy = files_.policy();
  read_good();
  EXPECT_EQ(files_.policy(), policy);
  write("groups", kGroups);
  EXPECT_EQ(read(), Sentences{});
  EXPECT_EQ(warnings_.size(), 1u);
  EXPECT_NE(files_.policy(), policy);
}

TEST_F(Policy, AFileThatIsWrittenInPlaceIsReadAgain) {
  read_good();
  const auto policy = files_.policy();
  std::ofstream(file("chain"), std::ios::app) << "# more\n";
  read_good();
  EXPECT_NE(files_.policy(), policy);
  const auto later = std::filesystem::last_write_time(file("groups")) + std::chrono::seconds(1);
  const auto second = files_.policy();
  std::filesystem::last_write_time(file("groups"), later);
  read_good();
  EXPECT_NE(files_.policy(), second);
}

TEST_F(Policy, ABrokenEditLeavesTheLastGoodPolicy) {
  read_good();
  const auto policy = files_.policy();
  for (const char* name : {"groups", "topologies", "chain"}) {
    write(name, "nonsense\n");
    const Sentences errors = read();
    ASSERT_FALSE(errors.empty());
    EXPECT_EQ(errors[0].find(file(name) + ":1: 'nonsense' stands outside"), 0u) << errors[0];
    EXPECT_EQ(read(), errors) << "again";
    EXPECT_EQ(warnings_, Sentences{});
    EXPECT_EQ(files_.policy(), policy);
    write("groups", kGroups);
    write("topologies", kTopologies);
    write("chain", kFirst + kOfTopology);
  }
  read_good();
  EXPECT_NE(files_.policy(), policy);
}

TEST_F(Policy, AFileThatIsMissingIsReadWhenItComes) {
  for (const char* name : {"groups", "topologies", "chain"}) std::filesystem::remove(file(name));
  EXPECT_EQ(
      read(),
      (Sentences{
          "pgrp_policy_file: " + file("groups") + ": cannot be read: No such file or directory",
          "topo_policy_file: " + file("topologies") + ": cannot be read: No such file or directory",
          "rch_policy_file: " + file("chain") + ": cannot be read: No such file or directory"}));
  EXPECT_EQ(files_.policy(), nullptr);
  write("chain", kFirst);
  EXPECT_EQ(read().size(), 2u);
  write("groups", kGroups);
  write("topologies", kTopologies);
  read_good();
  EXPECT_NE(files_.policy(), nullptr);
}

TEST_F(Policy, AllFilesAreBlamedForTheirOwnMistakesAlone) {
  read_good();  // so that nothing is left out
  write("groups", "port-group\nend-port-group\n");
  write("topologies", kTopologies);
  EXPECT_EQ(read().size(), 2u) << "neither a name nor a rule";

  write("topologies", "topology\nid: 7\nsw-grp: switches\nend-topology\n");
  const Sentences errors = read();
  ASSERT_EQ(errors.size(), 3u);
  EXPECT_EQ(errors[2].find(file("topologies") + ":1: hca-grp is missing"), 0u) << errors[2];

  write("groups", kGroups);
  EXPECT_EQ(read().size(), 1u) << "step 2 may name topology 7";

  // A topology without its group goes, and its step with it; the rest stays.
  write("topologies", "topology\nid: 7\nsw-grp: who\nhca-grp: hosts\nend-topology\n");
  EXPECT_EQ(read(), Sentences{});
  ASSERT_EQ(warnings_.size(), 2u);
  EXPECT_EQ(warnings_[0],
            file("topologies") + ":1: topology 7 is left out: there is no port group 'who'");
  EXPECT_EQ(warnings_[1], file("chain") +
                              ":8: step 2 is left out: topology is '7': there is no such topology: "
                              "write the id of one, or 0 for the whole fabric");
  EXPECT_EQ(files_.policy()->links.size(), 1u);
}

std::string with_config(int id, const std::string& config, const std::string& more = "") {
  return fmt::format("unicast-step\nid: {}\nengine: updn\nconfig: {}\n{}end-unicast-step\n", id,
                     config, more);
}

TEST_F(Policy, StepsHaveOptionsOfTheirOwn) {
  const std::string roots = write("roots", "0x5\n");
  const std::string config = write("updn.conf", "root_guid_file " + roots + "\n");
  write("chain",
        kFirst + with_config(2, config) + with_config(3, config) + with_config(4, "(null)"));
  read_good();
  const auto policy = files_.policy();
  ASSERT_EQ(policy->links.size(), 4u);
  const auto options = [&](std::size_t i) {
    return files_.policy()->links[i].step.options.over({});
  };
  EXPECT_EQ(options(0), Options{});
  EXPECT_EQ(options(1).ranked_nodes, test::named_nodes({5}));
  EXPECT_EQ(options(2).ranked_nodes, test::named_nodes({5}));
  EXPECT_EQ(options(3), Options{});
  read_good();
  EXPECT_EQ(files_.policy(), policy);

  write("roots", "0x6\n");
  read_good();
  EXPECT_EQ(options(1).ranked_nodes, test::named_nodes({6}));
  write("updn.conf", "connect_roots TRUE\n");
  read_good();
  EXPECT_EQ(options(1).ranked_nodes, std::nullopt);
  EXPECT_TRUE(options(2).connect_roots);
}

TEST_F(Policy, ConfigurationsAreCheckedAndNamed) {
  read_good();
  const auto policy = files_.policy();
  const std::string gone = file("gone");
  const std::string bad = write("bad.conf", "\nconnect_roots perhaps\nlmc 1\n");
  write("chain", kFirst + with_config(2, gone) + with_config(3, bad) + with_config(4, bad) +
                     with_config(5, gone) + with_config(6, directory_.path()));
  const Sentences errors = read();
  ASSERT_EQ(errors.size(), 3u);
  EXPECT_EQ(errors[0], file("chain") + ":8: config of step 2: " + gone +
                           ": cannot be read: No such file or directory");
  EXPECT_EQ(errors[1].find(bad + ":2: connect_roots is "), 0u) << errors[1];
  EXPECT_EQ(errors[2], file("chain") + ":28: config of step 6: " + directory_.path() +
                           ": cannot be read: it is not a regular file");
  EXPECT_EQ(warnings_.size(), 1u);
  EXPECT_EQ(files_.policy(), policy);
  std::filesystem::resize_file(bad, (std::size_t{1} << 20) + 1);
  EXPECT_EQ(read()[1], file("chain") + ":13: config of step 3: " + bad +
                           ": has more than 1 MiB, which no subnet needs");
}

// Where there is no policy yet.
TEST_F(Policy, AtFirstOnlyPartsWithErrorsAreLeftOut) {
  write("groups", std::string(kGroups) +
                      "port-group\nname: bad\nport-regexp: (\nend-port-group\n"
                      "port-group\nname: worse\nunion-rule: bad, ALL\nend-port-group\n");
  write("topologies", std::string(kTopologies) +
                          "topology\nid: 8\nsw-grp: worse\nhca-grp: ALL\nend-topology\n"
                          "topology\nid: nine\nsw-grp: ALL\nhca-grp: ALL\nend-topology\n");
  const std::string bad = write("bad.conf", "connect_roots perhaps\n");
  write("chain", "stray\n" + kFirst + kOfTopology +
                     "unicast-step\nid: 3\nengine: updn\ntopology: 8\nend-unicast-step\n" +
                     with_config(4, bad) +
                     "unicast-step\nid: 5\nengine: updn\npath-bit: many\nend-unicast-step\n");
  EXPECT_EQ(read(), Sentences{});
  ASSERT_NE(files_.policy(), nullptr);
  ASSERT_EQ(files_.policy()->links.size(), 2u);
  EXPECT_EQ(files_.policy()->links[1].step.id, 2u);
  EXPECT_FALSE(find_group(files_.policy()->groups, "worse"));
  const std::string all = joined(warnings_, "\n");
  for (const char* part :
       {"there is no group 'bad'", "topology 8 is left out", "id is 'nine'",
        "'stray' stands outside", "step 3 is left out", "step 4 is left out: its config",
        "connect_roots is", "path-bit is 'many'", "port-group of line "}) {
    EXPECT_TRUE(test::contains(all, part)) << part << " in\n" << all;
  }
  const auto policy = files_.policy();
  EXPECT_EQ(read(), Sentences{}) << "the files are the same";
  write("groups", std::string(kGroups) + "port-group\n");
  EXPECT_FALSE(read().empty());
  EXPECT_EQ(files_.policy(), policy) << "the previous policy stays active";
}

TEST_F(Policy, AFallbackRunsInsteadOfAStepWhoseConfigHasErrors) {
  const std::string bad = write("bad.conf", "connect_roots perhaps\n");
  const std::string good = write("good.conf", "connect_roots TRUE\n");
  const std::string of_four = "topology: 7\nfallback-to: 4\n";
  write("chain", with_config(2, bad) + with_config(1, good, "fallback-to: 2\n") +
                     with_config(4, bad, "topology: 7\n") + with_config(5, bad, of_four) +
                     with_config(6, good, of_four) + with_config(7, good, of_four) +
                     with_config(8, good) + with_config(9, bad));
  EXPECT_EQ(read(), Sentences{});
  ASSERT_NE(files_.policy(), nullptr);
  const auto& links = files_.policy()->links;
  ASSERT_EQ(links.size(), 3u);
  EXPECT_EQ(links[0].step.id, 1u);
  EXPECT_EQ(links[1].step.id, 6u);
  ASSERT_EQ(links[1].fallbacks.size(), 1u);
  EXPECT_EQ(links[1].fallbacks[0].id, 7u);
  EXPECT_EQ(links[2].step.id, 8u);
  const std::string all = joined(warnings_, "\n");
  for (const char* part :
       {"step 2 is left out: its config has errors; step 1, its fallback, runs instead",
        "step 4 is left out: its config has errors; step 6, its fallback, runs instead",
        "step 5 is left out: its config has errors\n",
        "step 9 is left out: its config has errors"}) {
    EXPECT_EQ(all.find(part), all.rfind(part)) << all;
    EXPECT_TRUE(test::contains(all, part)) << part << " in\n" << all;
  }
}

TEST_F(Policy, EnginesOfTheVendorsAreNotedOnce) {
  write("chain", kFirst + "unicast-step\nid: 2\nengine: ar_ftree\ntopology: 7\nend-unicast-step\n");
  read_good();
  ASSERT_EQ(notes_.size(), 1u);
  EXPECT_EQ(notes_[0].find(file("chain") + ":7: ar_ftree is routed by weft-ftree: "), 0u)
      << notes_[0];
  read_good();
  EXPECT_EQ(notes_, Sentences{});
}

TEST_F(Policy, WithoutItsFirstStepThereIsNoChain) {
  write("chain",
        "unicast-step\nid: 1\nengine: up\nend-unicast-step\n"
        "unicast-step\nid: 2\nengine: updn\nend-unicast-step\n");
  const Sentences errors = read();
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_TRUE(test::contains(errors[0], "the first step has errors")) << errors[0];
  ASSERT_EQ(warnings_.size(), 2u);
  EXPECT_TRUE(test::contains(warnings_[0], "engine is 'up'")) << warnings_[0];
  EXPECT_EQ(files_.policy(), nullptr);
}

TEST_F(Policy, AStepWithoutAReadableIdIsTheFirstOnlyAtTheBeginning) {
  for (const std::string id : {"id: 2x\n", "id: 0\n", ""}) {
    const std::string bad = "unicast-step\n" + id + "engine: updn\nend-unicast-step\n";
    PolicyFiles fresh;
    write("chain", kFirst + bad + kOfTopology);
    PolicyFiles::Report report = fresh.read(paths_, kEngines, Workers(1));
    ASSERT_NE(fresh.policy(), nullptr) << id;
    EXPECT_EQ(fresh.policy()->links.size(), 2u) << id;
    EXPECT_FALSE(test::contains(fmt::format("{}", fmt::join(report.errors, "; ")), "first step"));
    write("chain", bad + kFirst + kOfTopology);
    PolicyFiles other;
    report = other.read(paths_, kEngines, Workers(1));
    EXPECT_EQ(other.policy(), nullptr) << id;
    EXPECT_TRUE(test::contains(report.errors.back(), "the first step has errors")) << id;
  }
}

TEST_F(Policy, FallbacksStandBehindTheirSteps) {
  const std::string config = write("c", "connect_roots TRUE\n");
  write("chain", kOfTopology + with_config(9, config, "fallback-to: 2\ntopology: 7\n") +
                     with_config(4, config, "fallback-to: 2\ntopology: 7\n") + kFirst +
                     with_config(3, config, "fallback-to: 1\n"));
  read_good();
  const auto& links = files_.policy()->links;
  ASSERT_EQ(links.size(), 2u);
  EXPECT_EQ(links[0].step.id, 1u);
  ASSERT_EQ(links[0].fallbacks.size(), 1u);
  EXPECT_EQ(links[0].fallbacks[0].id, 3u);
  ASSERT_EQ(links[1].fallbacks.size(), 2u);
  EXPECT_EQ(links[1].fallbacks[0].id, 4u);
  EXPECT_EQ(links[1].fallbacks[1].id, 9u);
  EXPECT_TRUE(links[1].fallbacks[1].options.over({}).connect_roots);
}

TEST_F(Policy, OfTheSamples) {
  paths_ = {source_path("conf/port-groups.conf"), source_path("conf/topologies.conf"),
            source_path("conf/routing-chain.conf")};
  std::vector<std::string_view> engines;
  for (const EngineInfo* engine : all_engines()) engines.push_back(engine->name);
  const PolicyFiles::Report report = files_.read(paths_, engines, Workers(1));
  EXPECT_EQ(report.errors, Sentences{});
  EXPECT_EQ(report.warnings, Sentences{});
  ASSERT_NE(files_.policy(), nullptr);
  EXPECT_EQ(files_.policy()->topologies.size(), 2u);
  EXPECT_EQ(files_.policy()->links.size(), 3u);
}

TEST_F(Policy, LargeFilesAreRefused) {
  read_good();
  std::filesystem::resize_file(file("groups"), kLargestOptionFile + 1);
  EXPECT_EQ(read(), Sentences{"pgrp_policy_file: " + file("groups") +
                              ": has more than 16 MiB, which no subnet needs"});
}

TEST_F(Policy, AStopChangesNothing) {
  read_good();
  const auto policy = files_.policy();
  write("chain", kFirst);
  EXPECT_THROW(files_.read(paths_, kEngines, Workers(1, [] { return true; })), Stopped);
  EXPECT_EQ(files_.policy(), policy);
  read_good();
  EXPECT_EQ(files_.policy()->links.size(), 1u);
}

}  // namespace
}  // namespace weft
