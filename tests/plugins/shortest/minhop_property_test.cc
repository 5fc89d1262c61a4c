#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

#include "common/base/random.h"
#include "common/fabric/builder.h"
#include "common/verify/verify.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/slow_minhop.h"

namespace weft {
namespace {

std::vector<std::vector<PortNum>> route(const Fabric& fabric, const Options& options,
                                        unsigned threads = 2) {
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  minhop_engine().route({fabric, options, Workers(threads)}, block.tables());
  std::vector<std::vector<PortNum>> rows;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const PortNum* row = block.tables().row(s);
    rows.emplace_back(row, row + fabric.max_lid() + 1);
  }
  return rows;
}

Options drawn_options(Random& random) {
  Options options;
  options.balance = random.below(2) == 0 ? Balance::kFabric : Balance::kSwitch;
  options.port_profile_switch_nodes = random.below(4) == 0;
  return options;
}

// Every LID in use has a minimal entry at every switch that links connect to it, and none
// elsewhere.
void expect_minimal(const Fabric& fabric, const std::vector<std::vector<PortNum>>& rows) {
  const auto distances = slow_distances(fabric);
  for (unsigned lid = 0; lid <= fabric.max_lid(); ++lid) {
    const LidOwner owner = fabric.owner(static_cast<Lid>(lid));
    const SwitchIndex to = fabric.destination_switch(static_cast<Lid>(lid));
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      const PortNum entry = rows[s][lid];
      if (to == kNone || distances[s][to] < 0) {
        RC_ASSERT(entry == kNoPath);
      } else if (s == to) {
        RC_ASSERT(entry == (owner.kind == PeerKind::kSwitch
                                ? PortNum{0}
                                : fabric.end_ports()[owner.index].switch_port));
      } else {
        RC_ASSERT(entry != kNoPath && entry < fabric.ports(s).size());
        const Port& port = fabric.ports(s)[entry];
        RC_ASSERT(port.kind == PeerKind::kSwitch);
        RC_ASSERT(distances[port.peer][to] == distances[s][to] - 1);
      }
    }
  }
}

RC_GTEST_PROP(MinhopProperty, EveryPathIsShortest, ()) {
  auto [fabric, random] = *test::drawn_whole_or_broken_fabric();
  const Options options = drawn_options(random);
  expect_minimal(fabric, route(fabric, options));
}

RC_GTEST_PROP(MinhopProperty, BySwitchEqualsTheSlowStockRule, ()) {
  auto [fabric, random] = *test::drawn_whole_or_broken_fabric();
  Options options = drawn_options(random);
  options.balance = Balance::kSwitch;
  RC_ASSERT(route(fabric, options) == slow_minhop(fabric, options));
}

RC_GTEST_PROP(MinhopProperty, AnyNumberOfThreadsGivesTheSameTables, ()) {
  auto [fabric, random] = *test::drawn_fabric();
  const Options options = drawn_options(random);
  const auto rows = route(fabric, options, 1);
  RC_ASSERT(route(fabric, options, 2) == rows);
  RC_ASSERT(route(fabric, options, 7) == rows);
}

}  // namespace
}  // namespace weft
