#include "plugins/shortest/minhop.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "common/verify/verify.h"
#include "tests/support/slow_minhop.h"

namespace weft {
namespace {

Fabric tree(std::uint8_t lmc = 0) {
  XgftSpec spec;
  spec.down = {4, 4, 3};
  spec.up = {1, 4, 4};
  return with_new_lids(make_xgft(spec), lmc);
}

struct Routed {
  explicit Routed(const Fabric& f, Options options = {}, unsigned threads = 2)
      : fabric(f), block(f.switch_count(), f.max_lid()) {
    routing = minhop_engine().route({fabric, options, Workers(threads)}, block.tables());
  }
  Figures figures() { return measure({fabric, block.tables(), routing.lanes}, Workers(1)); }
  Verdict verdict() { return verify({fabric, block.tables(), routing.lanes}, Workers(1)); }
  std::vector<std::vector<PortNum>> rows() {
    std::vector<std::vector<PortNum>> all;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      const PortNum* row = block.tables().row(s);
      all.emplace_back(row, row + fabric.max_lid() + 1);
    }
    return all;
  }

  const Fabric& fabric;
  TableBlock block;
  Routing routing;
};

Options by_switch() {
  Options options;
  options.balance = Balance::kSwitch;
  return options;
}

TEST(Minhop, BySwitchIsTheStockRule) {
  for (std::uint8_t lmc = 0; lmc <= 3; ++lmc) {
    const Fabric fabric = tree(lmc);
    EXPECT_EQ(Routed(fabric, by_switch()).rows(), slow_minhop(fabric, by_switch())) << int{lmc};
  }
}

TEST(Minhop, StockCountsTableEntriesAndResonates) {
  // Of the links above the middle of the tree most carry nothing.
  const Fabric fabric = tree();
  EXPECT_GT(Routed(fabric, by_switch()).figures().unused_links, 0u);
}

TEST(Minhop, OverTheFabricNoLinkOfATreeIsUnusedOrOverloaded) {
  const Fabric fabric = tree();
  Routed routed(fabric);
  const Figures figures = routed.figures();
  EXPECT_EQ(figures.unused_links, 0u);
  EXPECT_LE(static_cast<double>(figures.max_link_load), 1.25 * figures.mean_link_load);
  EXPECT_EQ(routed.verdict().unreachable_pairs, 0u);
}

TEST(Minhop, PathBitsOfAPortTakeDifferentSwitches) {
  const Fabric fabric = tree(2);
  for (const Balance balance : {Balance::kFabric, Balance::kSwitch}) {
    Options options;
    options.balance = balance;
    const auto rows = Routed(fabric, options).rows();
    for (const EndPort& e : fabric.end_ports()) {
      for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
        if (fabric.ports(s)[rows[s][e.lid]].kind != PeerKind::kSwitch) continue;
        std::vector<PortNum> used(rows[s].begin() + e.lid, rows[s].begin() + e.lid + 4);
        std::sort(used.begin(), used.end());
        const auto distinct = std::unique(used.begin(), used.end()) - used.begin();
        EXPECT_TRUE(distinct == 4 || distinct == 1) << "four ways up, one way down";
      }
    }
  }
}

TEST(Minhop, SwitchLidsAreReachedFromEverywhere) {
  const Fabric fabric = tree();
  for (const bool counted : {false, true}) {
    for (const Balance balance : {Balance::kFabric, Balance::kSwitch}) {
      Options options;
      options.balance = balance;
      options.port_profile_switch_nodes = counted;
      EXPECT_EQ(Routed(fabric, options).verdict().unreachable_switch_pairs, 0u);
    }
  }
}

TEST(Minhop, AStopIsHeard) {
  const Fabric fabric = tree();
  const Workers stopped(1, [] { return true; });
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  EXPECT_THROW(minhop_engine().route({fabric, {}, stopped}, block.tables()), Stopped);
}

TEST(Minhop, FabricsWithNothingToRoute) {
  const Fabric none = FabricBuilder("none").build();
  Routed nothing(none);
  FabricBuilder builder("one");
  builder.add_node({NodeType::kSwitch, 1, 0, 4, false, true, "", 0});
  const Fabric one = with_new_lids(builder.build(), 0);
  for (const Balance balance : {Balance::kFabric, Balance::kSwitch}) {
    Options options;
    options.balance = balance;
    EXPECT_EQ(Routed(one, options).rows()[0][1], 0u);
  }
}

}  // namespace
}  // namespace weft
