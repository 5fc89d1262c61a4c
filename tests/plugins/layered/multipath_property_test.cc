#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <variant>

#include "common/base/random.h"
#include "common/fabric/counts.h"
#include "common/fabric/renumber.h"
#include "common/graph/distances.h"
#include "plugins/layered/dfsssp.h"
#include "plugins/layered/multipath.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/lane_routing.h"
#include "tests/support/random_fabric.h"
#include "tests/support/routed_engine.h"

namespace weft {
namespace {

// Wherever dfsssp has paths for base LIDs, there are some for all LIDs, on the lanes that there
// are, and nothing closes a credit loop that would not without them.
RC_GTEST_PROP(MultipathProperty, AllLidsHavePathsThatCloseNoCreditLoop, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const auto lmc = static_cast<std::uint8_t>(1 + random.below(3));
  const Fabric fabric = test::shown(with_new_lids(random_fabric(random.next()), lmc));
  const unsigned lanes = 1 + random.below(8);
  const test::LaneRouting base(dfsssp_engine(), with_base_lids(fabric), first_lanes(lanes));
  const test::LaneRouting all(multipath_engine(), fabric, first_lanes(lanes));
  RC_ASSERT(all.refusal() == base.refusal());
  if (all.refused()) return;
  RC_ASSERT(all.lane_faults() == "");
  RC_ASSERT(all.verdict().unreachable_pairs == all.verdict().disconnected_pairs);
  RC_ASSERT(all.verdict().forwarding_loops == 0u);
  RC_ASSERT(all.verdict().credit_loop.empty());
  RC_ASSERT(all.verdict().credit_loop_reversed.empty() ||
            !base.verdict().credit_loop_reversed.empty());
  RC_ASSERT(all.verdict().credit_loop_multicast.empty() ||
            !base.verdict().credit_loop_multicast.empty());
}

// No path is much longer than the fewest hops, but for those of base LIDs.
RC_GTEST_PROP(MultipathProperty, PathsAreLittleLonger, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const Fabric fabric = test::shown(with_new_lids(random_fabric(random.next()), 1));
  const test::RoutedEngine routed(multipath_engine(), fabric, Options{});
  if (!routed.refusal.empty()) return;
  const Distances fewest = distances_to(SwitchGraph(fabric), all_switches(fabric), Workers(1));
  for (const EndPort& port : fabric.end_ports()) {
    const auto second = static_cast<Lid>(port.lid + 1);
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (fewest.from(s)[port.sw] == kFar) continue;
      const std::vector<SwitchIndex> path = routed.path(s, second);
      RC_ASSERT(path == routed.path(s, port.lid) ||
                path.size() - 1 <= std::size_t{fewest.from(s)[port.sw]} + 3);
    }
  }
}

}  // namespace
}  // namespace weft
