#include "common/policy/options_digest.h"

#include <gtest/gtest.h>

#include <concepts>
#include <fstream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "common/options/option_table.h"
#include "common/policy/chain_policy.h"
#include "common/policy/policy_files.h"
#include "common/stored/stored_hops.h"
#include "common/stored/stored_tables.h"
#include "tests/support/fabric_text.h"
#include "tests/support/named_nodes.h"

namespace weft {
namespace {

// Sets what an option sets to something that is not the default.
struct Changer {
  Options& options;

  void operator()(bool Options::*field) const { options.*field = !(options.*field); }
  template <std::unsigned_integral Number>
  void operator()(Number Options::*field) const {
    options.*field = static_cast<Number>(options.*field + 1);
  }
  void operator()(Balance Options::*field) const { options.*field = Balance::kSwitch; }
  void operator()(LostPairsAre Options::*field) const { options.*field = LostPairsAre::kAccepted; }
  void operator()(std::optional<TreeShape> Options::*field) const {
    options.*field = parse_tree_shape("PGFT(1; 4; 1)");
  }
  template <typename Entry>
  void operator()(const LinesFile<Entry>& file) const {
    (options.*file.field).emplace();
  }
  template <typename Content>
  void operator()(const NeededFile<Content>& file) const {
    options.*file.field = Content();
  }
  template <typename Tables>
  void operator()(const TablesFile<Tables>& file) const {
    options.*file.field = std::make_shared<const Tables>();
  }
  void operator()(const auto&) const {}  // nothing of Options
};

TEST(OptionsDigest, TellsEveryOptionOfTheTable) {
  std::set<std::uint64_t> digests = {digest_of({})};
  for (const OptionRow& row : kOptionTable) {
    Options options;
    std::visit(Changer{options}, row.field);
    if (options == Options()) continue;
    EXPECT_TRUE(digests.insert(digest_of(options)).second) << row.key;
  }
  EXPECT_EQ(digest_of({}), digest_of({}));
}

TEST(OptionsDigest, TellsTheContentsOfFiles) {
  Options a;
  a.ranked_nodes = test::named_nodes({1, 2});
  Options b;
  b.ranked_nodes = test::named_nodes({1, 3});
  EXPECT_NE(digest_of(a), digest_of(b));
  a.ranked_nodes = b.ranked_nodes;
  EXPECT_EQ(digest_of(a), digest_of(b));

  StoredTables tables;
  tables.switches.push_back({.switch_guid = 1, .row = {255, 1, 2}});
  a.stored_tables = std::make_shared<const StoredTables>(tables);
  b.stored_tables = std::make_shared<const StoredTables>(tables);
  EXPECT_EQ(digest_of(a), digest_of(b));
  tables.switches[0].row[1] = 3;
  b.stored_tables = std::make_shared<const StoredTables>(tables);
  EXPECT_NE(digest_of(a), digest_of(b));

  StoredHops hops;
  hops.switches.push_back({.switch_guid = 1, .columns = 2, .lids = {1}, .hops = {1}, .sets = {2}});
  a.stored_hops = std::make_shared<const StoredHops>(hops);
  hops.switches[0].hops[0] = 2;
  b = a;
  b.stored_hops = std::make_shared<const StoredHops>(hops);
  EXPECT_NE(digest_of(a), digest_of(b));
}

// The numbers are those that version 1.0.0 puts into its state files.
TEST(OptionsDigest, IsTheSameInAllVersions) {
  Options options;
  options.nue_max_num_vls = 0;
  EXPECT_EQ(digest_of(options), 0x025c570f350a6e8e);
  options.balance = Balance::kSwitch;
  options.ranked_nodes = test::named_nodes({1, 2});
  EXPECT_EQ(digest_of(options), 0x70feeed1fbce8be7);
  TorusConf conf;
  conf.dimensions = {{{4, false}, {2, true}, {1, true}}};
  options = {};
  options.nue_max_num_vls = 0;
  options.torus_conf = conf;
  EXPECT_EQ(digest_of(options), 0x3358bcb24193e7cc);
}

// A chain's files, read by two daemons.
class Policy {
 public:
  std::uint64_t digest(const std::string& groups, const std::string& step_options) {
    write("groups", groups);
    write("step", step_options);
    write("chain", "unicast-step\nid: 1\nengine: minhop\nconfig: " + directory_.file("step") +
                       "\nend-unicast-step\n");
    PolicyFiles files;
    const std::vector<std::string_view> engines = {"minhop"};
    PolicyPaths paths;
    paths.port_groups = directory_.file("groups");
    paths.chain = directory_.file("chain");
    const auto report = files.read(paths, engines, Workers(1));
    EXPECT_EQ(report.errors, std::vector<std::string>());
    Options options;
    options.chain = files.policy();
    return digest_of(options);
  }

 private:
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(directory_.file(name)) << text;
  }
  TemporaryDirectory directory_;
};

TEST(OptionsDigest, TellsThePoliciesOfChains) {
  Policy policy;
  const std::string group = "port-group\nname: a\nport-guid: 0x1\nend-port-group\n";
  const std::uint64_t first = policy.digest(group, "scatter_ports 1\n");
  EXPECT_EQ(policy.digest(group, "scatter_ports 1\n"), first);
  EXPECT_NE(policy.digest(group, "scatter_ports 2\n"), first);
  EXPECT_NE(
      policy.digest("port-group\nname: a\nport-guid: 0x2\nend-port-group\n", "scatter_ports 1\n"),
      first);
}

}  // namespace
}  // namespace weft
