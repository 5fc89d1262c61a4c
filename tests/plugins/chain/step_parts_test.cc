#include "plugins/chain/step_parts.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/chain_policy_by_hand.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

// Four switches with a CA of two LIDs each.
Fabric ring_of_four() {
  test::Sketch sketch(4);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.link(s, 1, (s + 1) % 4, 2);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.ca(s, 3, static_cast<Lid>(100 + 2 * s), 1);
  return sketch.build();
}

std::shared_ptr<const FabricPart> part_of(const test::ChainPolicyByHand& policy,
                                          const ChainStep& step, bool first = false) {
  const Fabric fabric = ring_of_four();
  const Options options = policy.options();
  std::vector<std::string> warnings;
  const StepParts parts(fabric, *options.chain, Workers(1), warnings);
  EXPECT_EQ(warnings, std::vector<std::string>());
  return parts.of(step, first);
}

TEST(StepParts, AreTheTopologiesOfSteps) {
  test::ChainPolicyByHand policy(
      "port-group\nname: low\nport-guid: 0x1, 0x2, 0x1000\nend-port-group\n");
  policy.step("updn");
  const ChainStep step = policy.step("updn", policy.topology("low", "low"));
  const auto part = part_of(policy, step);
  EXPECT_EQ(part->switches, (std::vector<SwitchIndex>{0, 1}));
  EXPECT_EQ(part->end_ports, (std::vector<EndPortIndex>{0}));
  EXPECT_TRUE(part->has_lid(101));
}

TEST(StepParts, SayWhatDoesNotCountInAGroup) {
  test::ChainPolicyByHand policy(
      "port-group\nname: low\nport-guid: 0x1, 0x2, 0x1000, 0x1010\nend-port-group\n"
      "port-group\nname: hosts\nport-guid: 0x1000, 0x3@1\nend-port-group\n");
  policy.step("updn");
  policy.step("updn", policy.topology("low", "hosts"));
  const Fabric fabric = ring_of_four();
  const Options options = policy.options();
  std::vector<std::string> warnings;
  const StepParts parts(fabric, *options.chain, Workers(1), warnings);
  EXPECT_EQ(warnings,
            (std::vector<std::string>{
                "topology 1: 1 CA and router ports of sw-grp «low» are not part of it: add them to "
                "hca-grp",
                "topology 1: 1 switch ports of hca-grp «hosts» are not part of it: add them to "
                "sw-grp"}));
}

TEST(StepParts, SayWhichHostsHaveNoSwitchPort) {
  const Fabric fabric = ring_of_four();
  const auto warnings_of = [&](const char* switches, const char* hosts) {
    test::ChainPolicyByHand policy(
        "port-group\nname: low\nport-guid: 0x1\nend-port-group\n"
        "port-group\nname: hosts\nport-guid: 0x1000, 0x1010\nend-port-group\n");
    policy.step("updn");
    policy.step("updn", policy.topology(switches, hosts));
    std::vector<std::string> warnings;
    const StepParts parts(fabric, *policy.options().chain, Workers(1), warnings);
    return warnings;
  };
  const std::string what =
      " are not part of it: add the switch ports that they are linked to to sw-grp";
  EXPECT_EQ(warnings_of("low", "hosts"),
            std::vector{"topology 1: 1 CA and router ports of hca-grp «hosts»" + what});
  EXPECT_EQ(warnings_of("low", "ALL_CAS"), std::vector<std::string>());
  EXPECT_EQ(warnings_of("ALL_TRUNK_PORTS", "ALL_CAS"),
            std::vector{"topology 1: 4 CA and router ports of hca-grp «ALL_CAS»" + what});
}

TEST(StepParts, OfFallbacksAreTheirOwn) {
  test::ChainPolicyByHand policy("port-group\nname: low\nport-guid: 0x2\nend-port-group\n");
  policy.step("updn");
  policy.fallback("minhop", policy.topology("low", "low"));
  const auto part = part_of(policy, policy.options().chain->links[0].fallbacks[0]);
  EXPECT_EQ(part->switches, std::vector<SwitchIndex>{1});
}

TEST(StepParts, WithoutATopologyAreTheWholeFabric) {
  test::ChainPolicyByHand policy;
  const ChainStep step = policy.step("updn");
  EXPECT_EQ(part_of(policy, step), nullptr);
}

TEST(StepParts, WithAPathBitHaveThatLidAlone) {
  test::ChainPolicyByHand policy;
  ChainStep& step = policy.step("updn");
  step.path_bit = 1;
  const auto part = part_of(policy, step);
  EXPECT_EQ(part->switches.size(), 4u);
  EXPECT_FALSE(part->has_lid(100));
  EXPECT_TRUE(part->has_lid(101));
  EXPECT_EQ(part_of(policy, step, /*first=*/true), nullptr);
}

}  // namespace
}  // namespace weft
