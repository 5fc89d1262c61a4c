// The engine pqft on trees that can be checked by hand.
#include "plugins/fat_tree/pqft.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/guid_index.h"
#include "common/fabric/renumber.h"
#include "common/patterns/patterns.h"
#include "plugins/fat_tree/ftree.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

struct Outcome {
  Outcome(const EngineInfo& engine, const Fabric& f, std::string_view structure = "")
      : fabric(f), block(fabric.switch_count(), fabric.max_lid()) {
    Options options;
    if (!structure.empty()) options.pqft_structure = parse_tree_shape(structure);
    const Workers workers(2);
    routing = engine.route({fabric, options, workers}, block.tables());
    verdict = verify({fabric, block.tables(), routing.lanes}, workers);
  }
  PortNum entry(SwitchIndex s, Lid lid) { return block.tables().row(s)[lid]; }

  // The most flows on a link in any shift of the hosts, by names, first..first + count - 1.
  std::uint64_t busiest_link(unsigned first, unsigned count) {
    std::vector<std::pair<std::string_view, EndPortIndex>> named;
    for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
      named.emplace_back(fabric.end_port_name(e), e);
    }
    std::sort(named.begin(), named.end());
    std::vector<EndPortIndex> order;
    for (unsigned i = 0; i < count; ++i) order.push_back(named.at(first + i).second);
    return judge_pattern(fabric, block.tables(), order, {}, Workers(2)).max_busiest_link;
  }

  Fabric fabric;
  TableBlock block;
  Routing routing;
  Verdict verdict;
};

std::string refusal(const Fabric& fabric, std::string_view structure) {
  try {
    const Outcome outcome(pqft_engine(), fabric, structure);
    return "routed";
  } catch (const CannotRoute& reason) {
    return reason.what();
  }
}

const XgftSpec kTree{.down = {4, 4, 4}, .up = {1, 4, 4}};
constexpr std::string_view kStructure = "PGFT(3; 4,4,4; 1,4,4; 1,1,1)";

TEST(Pqft, AlignedBlocksMeetNoContention) {
  const Fabric ordered = with_new_lids(make_xgft(kTree), 0);
  for (const bool is_shuffled : {false, true}) {
    const Fabric fabric = is_shuffled ? with_shuffled_guids(ordered, 3) : ordered;
    for (const std::string_view structure : {std::string_view(), kStructure}) {
      Outcome outcome(pqft_engine(), fabric, structure);
      for (const unsigned size : {4u, 8u, 16u, 32u, 64u}) {
        for (unsigned first = 0; first < 64; first += size) {
          // With GUIDs in random order, only the structure puts subtrees in the order of ports.
          if (size > 4 && is_shuffled && structure.empty()) continue;
          EXPECT_EQ(outcome.busiest_link(first, size), 1u) << size << " hosts from " << first;
        }
      }
    }
  }
}

TEST(Pqft, SaysWhatTheTreeIs) {
  const Fabric fabric = with_new_lids(make_xgft(kTree), 0);
  const Fabric degraded = with_failures(fabric, {.links = {3}});
  const std::string found = "fat tree PGFT(3; 4,4,4; 1,4,4; 1,1,1), degraded by 3 links";
  const std::vector<std::string> remarks = Outcome(pqft_engine(), degraded).routing.remarks;
  ASSERT_EQ(remarks.size(), 2u);
  EXPECT_TRUE(contains(remarks[0], found));
  EXPECT_TRUE(contains(remarks[1], "16 roots: "));
  EXPECT_TRUE(contains(remarks[1], " and 8 more, found by their distance from the leaf switches"));
  const std::vector<std::string> of_ftree = Outcome(ftree_engine(), degraded).routing.remarks;
  EXPECT_TRUE(contains(of_ftree[0], found + "; 14 forwarding entries differ"));
  EXPECT_EQ(of_ftree[1], remarks[1]);
  EXPECT_EQ(Outcome(pqft_engine(), degraded, "PGFT(3; 4,4,4; 1,4,5; 1,1,1)").routing.remarks[0],
            "fat tree PGFT(3; 4,4,4; 1,4,5; 1,1,1), degraded by 3 links, 4 switches");
}

TEST(Pqft, WithoutAStructureItIsFtree) {
  const Fabric fabric = with_failures(with_new_lids(make_xgft(kTree), 1), {.links = {9}});
  Outcome pqft(pqft_engine(), fabric);
  Outcome ftree(ftree_engine(), fabric, kStructure);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (unsigned lid = 1; lid <= fabric.max_lid(); ++lid) {
      EXPECT_EQ(pqft.entry(s, static_cast<Lid>(lid)), ftree.entry(s, static_cast<Lid>(lid)));
    }
  }
}

// How many entries of LIDs that are still there changed.
unsigned moved(Outcome& before, Outcome& after) {
  unsigned count = 0;
  for (SwitchIndex s = 0; s < after.fabric.switch_count(); ++s) {
    const SwitchIndex old = find_switch(before.fabric, after.fabric.switches()[s].node_guid);
    for (unsigned i = 1; i <= after.fabric.max_lid(); ++i) {
      const auto lid = static_cast<Lid>(i);
      if (after.fabric.owner(lid).kind == PeerKind::kNothing) continue;
      count += after.entry(s, lid) != before.entry(old, lid);
    }
  }
  return count;
}

TEST(Pqft, LostHostsAndLeafSwitchesMoveNothingElse) {
  const Fabric whole = with_shuffled_guids(with_new_lids(make_xgft(kTree), 0), 7);
  Outcome before(pqft_engine(), whole, kStructure);
  unsigned leaves = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Fabric fewer = without_some_cas(whole, {20}, seed);
    Outcome without_hosts(pqft_engine(), fewer, kStructure);
    EXPECT_EQ(moved(before, without_hosts), 0u);

    const Fabric failed = with_failures(whole, {.switches = {1}, .seed = seed});
    if (failed.end_port_count() == whole.end_port_count()) continue;
    ++leaves;
    Outcome without_leaf(pqft_engine(), failed, kStructure);
    EXPECT_EQ(moved(before, without_leaf), 0u);
    EXPECT_EQ(without_leaf.routing.remarks.at(0),
              "fat tree PGFT(3; 4,4,4; 1,4,4; 1,1,1), degraded by 1 switch");
  }
  EXPECT_GT(leaves, 0u);
}

TEST(Pqft, AStructureThatDoesNotFitIsRefused) {
  const Fabric fabric = with_new_lids(make_xgft(kTree), 0);
  EXPECT_TRUE(contains(refusal(fabric, "PGFT(2; 4,16; 1,16; 1,1)"),
                       "the fabric does not fit PGFT(2; 4,16; 1,16; 1,1): from the root spine"));
  EXPECT_TRUE(contains(refusal(fabric, "PGFT(3; 3,4,4; 1,4,4; 1,1,1)"),
                       "leaf 0.0 (0x0200000100000001) has 4 ports of hosts; there are at most 3"));
  EXPECT_TRUE(contains(refusal(fabric, "PGFT(3; 4,4,3; 1,4,4; 1,1,1)"), "4 links down"));
  EXPECT_TRUE(contains(refusal(fabric, "PGFT(3; 4,4,4; 1,3,4; 1,1,1)"), "4 links up"));
  EXPECT_EQ(refusal(fabric, "PGFT(3; 5,6,7; 1,4,5; 1,2,1)"), "routed");
}

TEST(Pqft, HasABareName) {
  EXPECT_TRUE(pqft_engine().is_registered_as("pqft"));
  EXPECT_FALSE(ftree_engine().is_registered_as("ftree")) << "stock OpenSM has one";
}

}  // namespace
}  // namespace weft
