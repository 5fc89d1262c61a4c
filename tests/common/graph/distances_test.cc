#include "common/graph/distances.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "common/fabric/builder.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::Sketch;

// Each switch has port 1 to the next one and port 2 to the one before.
Fabric ring(unsigned switches) {
  test::Sketch sketch(switches);
  for (SwitchIndex s = 0; s < switches; ++s) sketch.link(s, 1, (s + 1) % switches, 2);
  return sketch.build();
}

TEST(Distances, AroundALongRing) {
  // Longer than a byte can count, and more destinations than one batch of the search.
  const unsigned n = 700;
  const Fabric fabric = ring(n);
  const SwitchGraph graph(fabric);
  std::vector<SwitchIndex> all(n);
  std::iota(all.begin(), all.end(), 0u);
  for (const unsigned threads : {1u, 3u}) {
    const Distances distances = distances_to(graph, all, Workers(threads));
    for (SwitchIndex s = 0; s < n; s += 7) {
      for (SwitchIndex d = 0; d < n; ++d) {
        const unsigned way = (d + n - s) % n;
        ASSERT_EQ(distances.from(s)[d], std::min(way, n - way)) << s << " to " << d;
      }
    }
    EXPECT_EQ(distances.from(0)[n], kFar);  // padding
  }
}

TEST(Distances, PiecesAreFarApart) {
  FabricBuilder builder("pieces");
  for (Guid guid = 1; guid <= 4; ++guid) {
    builder.add_node({NodeType::kSwitch, guid, 0, 1, false, true, "", 0});
  }
  builder.add_link(0, 1, 1, 1, {});
  builder.add_link(2, 1, 3, 1, {});
  const Fabric fabric = builder.build();
  const std::vector<SwitchIndex> destinations = {3, 0};
  const Distances distances = distances_to(SwitchGraph(fabric), destinations, Workers(1));
  EXPECT_EQ(distances.from(2)[0], 1u);
  EXPECT_EQ(distances.from(0)[0], kFar);
  EXPECT_EQ(distances.from(1)[1], 1u);
  EXPECT_EQ(distances.from(3)[1], kFar);
}

TEST(WeightedDistances, CountWhatEachStepCosts) {
  // A triangle in which the direct way from s0 to s1 costs 5, and back 1.
  Sketch sketch(3);
  sketch.link(0, 1, 1, 1);
  sketch.link(0, 2, 2, 1);
  sketch.link(2, 2, 1, 2);
  const Fabric fabric = sketch.build();
  std::vector<std::uint8_t> weights(fabric.all_ports().size(), 1);
  weights[fabric.switches()[0].first_port + 1] = 5;
  const std::vector<SwitchIndex> all = {0, 1, 2};
  const Distances distances = weighted_distances_to(fabric, weights, all, Workers(2));
  EXPECT_EQ(distances.from(0)[1], 2u);
  EXPECT_EQ(distances.from(1)[0], 1u);
}

TEST(WeightedDistances, TooCostlyAPathIsNone) {
  // 256 steps of 255 are 0xFF00.
  constexpr SwitchIndex kSwitches = 257;
  Sketch sketch(kSwitches);
  for (SwitchIndex s = 0; s + 1 < kSwitches; ++s) sketch.link(s, 1, s + 1, 2);
  const Fabric fabric = sketch.build();
  const std::vector<std::uint8_t> weights(fabric.all_ports().size(), 255);
  const std::vector<SwitchIndex> last = {kSwitches - 1};
  const Distances distances = weighted_distances_to(fabric, weights, last, Workers(1));
  EXPECT_EQ(distances.from(1)[0], 255u * 255u);
  EXPECT_EQ(distances.from(0)[0], kFar);
}

}  // namespace
}  // namespace weft
