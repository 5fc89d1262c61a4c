// The policy of a routing chain, step by step.
#ifndef WEFT_TESTS_SUPPORT_CHAIN_POLICY_BY_HAND_H_
#define WEFT_TESTS_SUPPORT_CHAIN_POLICY_BY_HAND_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/policy/chain_policy.h"
#include "common/policy/port_groups.h"
#include "common/routing/options.h"

namespace weft::test {

class ChainPolicyByHand {
 public:
  // groups: as in pgrp_policy_file.
  explicit ChainPolicyByHand(const std::string& groups = "") {
    std::vector<std::string> errors;
    policy_.groups = parse_port_groups(groups, "groups", errors, errors);
    EXPECT_EQ(errors, std::vector<std::string>());
  }
  TopologyIndex topology(const std::string& switches, const std::string& hcas) {
    policy_.topologies.push_back({.id = policy_.topologies.size() + 1,
                                  .switches = *find_group(policy_.groups, switches),
                                  .hcas = *find_group(policy_.groups, hcas)});
    return static_cast<TopologyIndex>(policy_.topologies.size() - 1);
  }
  ChainStep& step(const std::string& engine, TopologyIndex topology = kNone) {
    policy_.links.emplace_back();
    return policy_.links.back().step = {.id = ++last_id_, .engine = engine, .topology = topology};
  }
  void fallback(const std::string& engine, TopologyIndex topology = kNone) {
    policy_.links.back().fallbacks.push_back(
        {.id = ++last_id_, .engine = engine, .topology = topology});
  }
  Options options() const {
    Options options;
    options.chain = std::make_shared<const ChainPolicy>(policy_);
    return options;
  }

 private:
  ChainPolicy policy_;
  std::uint64_t last_id_ = 0;
};

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_CHAIN_POLICY_BY_HAND_H_
