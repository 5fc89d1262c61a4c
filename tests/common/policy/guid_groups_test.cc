#include "common/policy/guid_groups.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/policy/chain_policy.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using Guids = std::vector<Guid>;
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
  Options options;
  options.port_groups = policy();
  options.root_guids = Guids{7};
  options.root_groups = {"spines"};
  options.io_groups = {"ALL_CAS"};
  const Options found = with_nodes(options);
  EXPECT_EQ(found.root_guids, (Guids{7, fabric_.switches()[1].node_guid}));
  EXPECT_EQ(found.io_nodes,
            (Guids{fabric_.end_ports()[0].port_guid, fabric_.end_ports()[1].port_guid}));
  EXPECT_EQ(found.compute_nodes, std::nullopt);
  EXPECT_TRUE(found.root_groups.empty());
  EXPECT_EQ(warnings_, Sentences());
}

TEST_F(GuidGroups, ThatAreNotThereAreNamed) {
  Options options;
  options.root_groups = {"spines"};
  EXPECT_EQ(with_nodes(options).root_guids, std::nullopt);
  options.port_groups = policy();
  options.root_groups = {"none", "others"};
  EXPECT_EQ(with_nodes(options).root_guids, std::nullopt);
  ASSERT_EQ(warnings_.size(), 3u);
  EXPECT_EQ(
      warnings_[0],
      "root_guid_file names the port group «spines», which there is not: pgrp_policy_file has "
      "the groups, and a line that is none begins with a GUID, like 0x0002c90300001234");
  EXPECT_EQ(warnings_[1],
            "root_guid_file names the port group «none», which takes no port of the fabric");
}

TEST_F(GuidGroups, AreAReasonToReadThePolicy) {
  Configuration all;
  EXPECT_FALSE(names_groups(all));
  all.routing.compute_groups = {"x"};
  EXPECT_TRUE(names_groups(all));
  all.routing.compute_groups.clear();
  all.drained.push_back({.group = "x"});
  EXPECT_TRUE(names_groups(all));
}

}  // namespace
}  // namespace weft
