#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "tests/support/fabric_facts.h"

namespace weft {
namespace {

std::set<std::string> switch_names(const Fabric& fabric) {
  std::set<std::string> names;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) names.emplace(fabric.switch_name(s));
  return names;
}

TEST(Failures, TakeAsManyLinksAsAskedAndKeepTheRestTogether) {
  const Fabric whole = with_new_lids(make_torus({.dims = {4, 4}, .cas = 2}), 1);
  const Fabric failed = with_failures(whole, {.links = {10}, .seed = 5});
  EXPECT_EQ(contradictions(failed), std::vector<std::string>{});
  const FabricFacts facts = facts_of(failed);
  EXPECT_EQ(facts.links, 32u - 10);
  EXPECT_EQ(facts.pieces, 1u);
  EXPECT_EQ(facts.end_ports, 32u);
  // What is left is as it was.
  for (SwitchIndex s = 0; s < whole.switch_count(); ++s) {
    EXPECT_EQ(failed.switches()[s].lid, whole.switches()[s].lid);
    for (unsigned p = 1; p < whole.ports(s).size(); ++p) {
      if (failed.ports(s)[p].kind == PeerKind::kNothing) continue;
      EXPECT_EQ(failed.ports(s)[p].peer, whole.ports(s)[p].peer);
    }
  }
  EXPECT_EQ(failed.end_ports()[3].lid, whole.end_ports()[3].lid);
  EXPECT_EQ(failed.end_ports()[3].lmc, 1);
}

TEST(Failures, OfLinksLeaveASpanningTreeAtMost) {
  const Fabric whole = make_torus({.dims = {4, 4}, .cas = 1, .links = 2});
  const FabricFacts facts = facts_of(with_failures(whole, {.links = {64 - 15}}));
  EXPECT_EQ(facts.links, 15u);
  EXPECT_EQ(facts.pieces, 1u);
  EXPECT_THROW(with_failures(whole, {.links = {64 - 14}}), BadInput);
  EXPECT_EQ(facts_of(with_failures(whole, {.links = {64}, .may_disconnect = true})).pieces, 16u);
  EXPECT_THROW(with_failures(whole, {.links = {65}, .may_disconnect = true}), BadInput);
}

TEST(Failures, OfMoreLinksIncludeThoseOfFewer) {
  const Fabric whole = make_xgft({.down = {4, 4, 4}, .up = {1, 4, 4}});
  const Fabric few = with_failures(whole, {.links = {5, true}, .seed = 3});
  const Fabric many = with_failures(whole, {.links = {20, true}, .seed = 3});
  EXPECT_EQ(facts_of(few).links, 128u - 7);
  EXPECT_EQ(facts_of(many).links, 128u - 26);
  for (SwitchIndex s = 0; s < whole.switch_count(); ++s) {
    for (unsigned p = 1; p < whole.ports(s).size(); ++p) {
      if (few.ports(s)[p].kind == PeerKind::kNothing) {
        EXPECT_EQ(many.ports(s)[p].kind, PeerKind::kNothing);
      }
    }
  }
}

TEST(Failures, OfSwitchesTakeTheirCasAlong) {
  const Fabric whole = make_hypercube({.dimensions = 4, .cas = 3});
  const Fabric failed = with_failures(whole, {.switches = {3}, .seed = 2});
  EXPECT_EQ(contradictions(failed), std::vector<std::string>{});
  const FabricFacts facts = facts_of(failed);
  EXPECT_EQ(facts.switches, 13u);
  EXPECT_EQ(facts.end_ports, 13u * 3);
  EXPECT_EQ(facts.pieces, 1u);
  EXPECT_TRUE(std::ranges::includes(switch_names(whole), switch_names(failed)));
}

TEST(Failures, OfSwitchesLeaveTheOtherPortsOfACa) {
  // Two switches, and CAs with a port at each.
  const Fabric whole = make_xgft({.down = {5}, .up = {2}});
  const Fabric failed = with_failures(whole, {.switches = {1}, .may_disconnect = true});
  EXPECT_EQ(failed.switch_count(), 1u);
  ASSERT_EQ(failed.end_port_count(), 5u);
  EXPECT_EQ(failed.end_ports()[0].node_ports, 2);
}

TEST(Failures, OfSwitchesPassOverThoseThatHoldTheRestTogether) {
  // Of a chain of five only the ends can go, and then the new ends.
  const Fabric chain = make_mesh({.dims = {5}});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Fabric failed = with_failures(chain, {.switches = {1}, .seed = seed});
    EXPECT_EQ(facts_of(failed).pieces, 1u);
    EXPECT_EQ(failed.switch_count(), 4u);
  }
  EXPECT_THROW(with_failures(chain, {.switches = {5}}), BadInput);
  EXPECT_THROW(with_failures(chain, {.switches = {5}, .may_disconnect = true}), BadInput);
  EXPECT_EQ(with_failures(chain, {.switches = {4}, .may_disconnect = true}).switch_count(), 1u);
}

TEST(Failures, DependOnTheSeedAlone) {
  const Fabric whole = make_torus({.dims = {5, 5}});
  const Failures failures{.switches = {2}, .links = {4}, .seed = 11};
  Failures others = failures;
  others.seed = 12;
  EXPECT_EQ(text_of(with_failures(whole, failures)), text_of(with_failures(whole, failures)));
  EXPECT_NE(text_of(with_failures(whole, failures)), text_of(with_failures(whole, others)));
}

TEST(Failures, KeepPortsThatAreLoopedBack) {
  FabricBuilder builder("test");
  builder.add_node({.type = NodeType::kSwitch, .node_guid = 1, .port_count = 4});
  builder.add_node({.type = NodeType::kSwitch, .node_guid = 2, .port_count = 4});
  builder.add_link(0, 1, 1, 1, {});
  builder.add_link(0, 2, 0, 3, {});
  builder.add_link_end(0, 4, 0, 4, {});
  const Fabric whole = builder.build();
  EXPECT_EQ(text_of(with_failures(whole, {})), text_of(whole));
  EXPECT_EQ(facts_of(with_failures(whole, {.links = {2}})).pieces, 1u);
}

}  // namespace
}  // namespace weft
