#include "common/policy/guid_groups.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/policy/chain_policy.h"
#include "tests/support/named_nodes.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using Nodes = std::vector<NamedNode>;
using Sentences = std::vector<std::string>;

// a0 - s0 - s1 - a1.
class GuidGroups : public ::testing::Test {
 protected:
  Options with_nodes(Options options) {
    return with_nodes_of_groups(std::move(options), fabric_, Workers(1), warnings_);
  }

  static std::shared_ptr<const ChainPolicy> policy() {
    auto policy = std::make_shared<ChainPolicy>();
    Sentences errors;
    policy->groups = parse_port_groups(
        "port-group\nname: spines\nport-regexp: s1\nend-port-group\n"
        "port-group\nname: none\nport-regexp: x\nend-port-group\n",
        "groups", errors, errors);
    EXPECT_EQ(errors, Sentences());
    return policy;
  }

  const Fabric fabric_ = test::two_switches().fabric;
  Sentences warnings_;
};

TEST_F(GuidGroups, AreSwitchesAndCaPortsWithPortsInThem) {
  const Guid s0 = fabric_.switches()[0].node_guid;
  const Guid s1 = fabric_.switches()[1].node_guid;
  const Guid a0 = fabric_.end_ports()[0].port_guid;
  const Guid a1 = fabric_.end_ports()[1].port_guid;
  Options options;
  options.port_groups = policy();
  options.ranked_nodes = {{.group = "spines", .rank = 2}, {.guid = 7, .rank = 1}};
  options.io_nodes = {{.group = "ALL_CAS"}};
  options.routing_order = {{.guid = a1}, {.group = "ALL"}, {.guid = 7}};
  options.search_order = {{.switch_guid = 0, .ports = {3, 1}, .group = "ALL_SWITCHES"}};
  const Options found = with_nodes(options);
  EXPECT_EQ(found.ranked_nodes, (Nodes{{.guid = s1, .rank = 2}, {.guid = 7, .rank = 1}}));
  EXPECT_EQ(found.io_nodes, test::named_nodes({a0, a1}));
  EXPECT_EQ(found.compute_nodes, std::nullopt);
  EXPECT_EQ(found.routing_order, test::named_nodes({a1, s0, s1, a0, a1, 7}))
      << "in the place of the group";
  EXPECT_EQ(found.search_order, (std::vector<SearchOrder>{{s0, {3, 1}}, {s1, {3, 1}}}));
  EXPECT_FALSE(names_groups(found));
  EXPECT_EQ(warnings_, Sentences());
}

// Else a small file could stand for more GUIDs than there is memory.
TEST_F(GuidGroups, CountOnceInAFile) {
  Options options;
  options.port_groups = policy();
  options.io_nodes = Nodes(1000, {.group = "ALL_CAS"});
  options.compute_nodes = {{.group = "ALL_CAS"}};
  const Options found = with_nodes(options);
  EXPECT_EQ(found.io_nodes->size(), 2u);
  EXPECT_EQ(found.compute_nodes->size(), 2u);
  EXPECT_EQ(warnings_,
            (Sentences{"io_guid_file names the port group «ALL_CAS» several times: the first line "
                       "counts"}));
}

TEST_F(GuidGroups, ThatAreNotThereAreNamed) {
  Options options;
  options.ranked_nodes = {{.group = "spines"}};
  EXPECT_EQ(with_nodes(options).ranked_nodes, std::nullopt);
  options.port_groups = policy();
  options.ranked_nodes = {{.group = "none"}, {.group = "others"}};
  options.compute_nodes = {{.group = "none"}, {.guid = 7}};
  const Options found = with_nodes(options);
  EXPECT_EQ(found.ranked_nodes, std::nullopt);
  EXPECT_EQ(found.compute_nodes, test::named_nodes({7}));
  ASSERT_EQ(warnings_.size(), 4u);
  EXPECT_EQ(warnings_[0],
            "root_guid_file names the port group «spines», which does not exist: pgrp_policy_file "
            "defines the groups, and a name that ends in a number stands between quotation marks; "
            "other lines begin with a GUID, like 0x0002c90300001234");
  EXPECT_EQ(warnings_[1],
            "root_guid_file names the port group «none», which matches no port of the fabric");
}

TEST_F(GuidGroups, ThatArePredefinedNeedNoPolicy) {
  Options options;
  options.compute_nodes = {{.group = "all_cas"}};
  EXPECT_EQ(
      with_nodes(options).compute_nodes,
      test::named_nodes({fabric_.end_ports()[0].port_guid, fabric_.end_ports()[1].port_guid}));
  EXPECT_EQ(warnings_, Sentences());
}

TEST_F(GuidGroups, AreAReasonToReadThePolicy) {
  Configuration all;
  EXPECT_FALSE(names_groups(all));
  all.routing.compute_nodes = {{.guid = 7}, {.group = "x"}};
  EXPECT_TRUE(names_groups(all));
  all.routing.compute_nodes = test::named_nodes({7});
  EXPECT_FALSE(names_groups(all));
  all.drained.push_back({.group = "x"});
  EXPECT_TRUE(names_groups(all));
}

}  // namespace
}  // namespace weft
