#include "plugins/shortest/dor.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "tests/support/engine_outcome.h"

namespace weft {
namespace {

using test::EngineOutcome;

TEST(Dor, MeshesAndHypercubesAreFreeOfCreditLoops) {
  for (const Fabric& fabric :
       {make_mesh({.dims = {4, 4}, .cas = 2}), make_mesh({.dims = {3, 3, 3}, .links = 2}),
        make_hypercube({.dimensions = 4, .cas = 2})}) {
    EXPECT_TRUE(EngineOutcome(dor_engine(), with_new_lids(fabric, 0)).is_good());
    EXPECT_TRUE(EngineOutcome(dor_engine(), with_new_lids(fabric, 2)).is_good());
  }
}

TEST(Dor, ATorusWorksButHasCreditLoops) {
  const Fabric torus = with_new_lids(make_torus({.dims = {5, 5}}), 0);
  EngineOutcome outcome(dor_engine(), torus);
  EXPECT_EQ(outcome.verdict.unreachable_pairs, 0u);
  EXPECT_FALSE(outcome.verdict.credit_loop.empty());
}

TEST(Dor, TheFirstDimensionComesFirstAndParallelLinksShareIt) {
  // Towards higher coordinates lead the ports 1 and 2 in the first dimension, 5 and 6 in the
  // second.
  const Fabric mesh = with_new_lids(make_mesh({.dims = {3, 3}, .cas = 4, .links = 2}), 0);
  EngineOutcome outcome(dor_engine(), mesh);
  constexpr SwitchIndex kCorner = 0, kMiddle = 4, kOpposite = 8;
  const auto uses = [&](SwitchIndex from, SwitchIndex to, PortNum p) {
    return std::count_if(mesh.end_ports().begin(), mesh.end_ports().end(), [&](const EndPort& e) {
      return e.sw == to && outcome.entry(from, e.lid) == p;
    });
  };
  for (const SwitchIndex to : {kMiddle, kOpposite}) {
    EXPECT_EQ(uses(kCorner, to, 1), 2);
    EXPECT_EQ(uses(kCorner, to, 2), 2);
  }
  EXPECT_EQ(uses(kMiddle, kOpposite, 1), 2);
  EXPECT_EQ(uses(3, kMiddle, 5), 2) << "the first dimension is done";
  EXPECT_EQ(uses(3, kMiddle, 6), 2);
}

// Current OpenSM Routing, 2007, DOR: «unless port equalization is turned off».
TEST(Dor, OnlyOneOfParallelLinksIsUsedWhereTheirPathsAreNotCounted) {
  const Fabric mesh = with_new_lids(make_mesh({.dims = {3, 3}, .cas = 4, .links = 2}), 0);
  for (const Balance balance : {Balance::kFabric, Balance::kSwitch}) {
    Options options;
    options.balance = balance;
    options.ignored_ports.emplace();
    for (const Switch& sw : mesh.switches()) {
      for (unsigned p = 1; p <= sw.port_count; ++p) {
        options.ignored_ports->push_back({sw.node_guid, static_cast<PortNum>(p), 1});
      }
    }
    EngineOutcome outcome(dor_engine(), mesh, options);
    EXPECT_TRUE(outcome.is_good());
    for (SwitchIndex s = 0; s < mesh.switch_count(); ++s) {
      for (const EndPort& e : mesh.end_ports()) {
        if (e.sw == s) continue;
        EXPECT_EQ(outcome.entry(s, e.lid) % 2, 1) << "the first link of its pair";
      }
    }
  }
}

}  // namespace
}  // namespace weft
