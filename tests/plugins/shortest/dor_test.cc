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

}  // namespace
}  // namespace weft
