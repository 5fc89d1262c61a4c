// Every engine answers the same with any number of threads.
#include "plugins/engines.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "common/policy/chain_policy.h"
#include "common/policy/port_groups.h"
#include "common/stored/stored_tables.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/lane_routing.h"
#include "tests/threads/fabrics.h"

namespace weft {
namespace {

using test::LaneRouting;

// What engine file loads: shortest paths.
std::shared_ptr<const StoredTables> stored_tables(const Fabric& fabric) {
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  minhop_engine().route({fabric, {}, Workers(1)}, block.tables());
  auto stored = std::make_shared<StoredTables>();
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const Switch& sw = fabric.switches()[s];
    const PortNum* const row = block.tables().row(s);
    stored->switches.push_back({.switch_guid = sw.node_guid,
                                .switch_lid = sw.lid,
                                .row = {row, row + fabric.max_lid() + 1}});
  }
  return stored;
}

// What engine chain runs: one engine for all, another one for every second CA.
std::shared_ptr<const ChainPolicy> chain_of_two() {
  auto policy = std::make_shared<ChainPolicy>();
  std::vector<std::string> errors;
  policy->groups = parse_port_groups(
      "port-group\nname: switches\nport-regexp: leaf|spine|switch|router\nend-port-group\n"
      "port-group\nname: cas\nport-regexp: node-[0-9]*[02468]$\nend-port-group\n",
      "groups", errors, errors);
  EXPECT_EQ(errors, std::vector<std::string>());
  policy->topologies.push_back({.id = 1,
                                .switches = find_group(policy->groups, "switches").value(),
                                .hcas = find_group(policy->groups, "cas").value()});
  policy->links.push_back({.step = {.id = 1, .engine = "updn"}, .fallbacks = {}});
  policy->links.push_back({.step = {.id = 2, .engine = "dfsssp", .topology = 0}, .fallbacks = {}});
  return policy;
}

TEST(Engines, AnyNumberOfThreadsGivesTheSameTablesAndLanes) {
  Options options;
  options.chain = chain_of_two();
  for (const test::NamedFabric& named : test::fabrics_of_all_kinds()) {
    options.stored_tables = stored_tables(named.fabric);
    unsigned routed = 0;
    for (const EngineInfo* engine : all_engines()) {
      SCOPED_TRACE(std::string(engine->name) + " on " + named.name);
      const LaneBudget lanes = first_lanes(8);
      const LaneRouting alone(*engine, named.fabric, lanes, options, 1);
      for (const unsigned threads : {2u, 7u}) {
        EXPECT_TRUE(LaneRouting(*engine, named.fabric, lanes, options, threads).same_as(alone));
      }
      routed += alone.refused() ? 0 : 1;
    }
    // What is no tree may be refused by those for trees and by dnup, and by those for dragonflies
    // and for hypercubes.
    EXPECT_GE(routed + 6, all_engines().size()) << named.name;
  }
}

}  // namespace
}  // namespace weft
