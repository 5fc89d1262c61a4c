#include "plugins/layered/without_missing.h"

#include <gtest/gtest.h>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "common/verify/verify.h"
#include "plugins/layered/lash.h"
#include "tests/support/living_fabric.h"

namespace weft {
namespace {

// A torus of 4 x 4, routed by lash; then without one link.
TEST(WithoutMissing, KeepsAllThatDidNotLeadOverIt) {
  GridSpec spec;
  spec.dims = {4, 4};
  spec.cas = 1;
  test::LivingFabric fabric(with_new_lids(make_torus(spec), 0));
  const Fabric& whole = fabric.whole();
  PortNum port = 1;
  while (whole.ports(0)[port].kind != PeerKind::kSwitch) ++port;
  const SwitchIndex other = whole.ports(0)[port].peer;
  const PortNum other_port = whole.ports(0)[port].peer_port;
  fabric.lose_link(0, port);
  const Fabric degraded = fabric.now();

  const Workers workers(1);
  const Options options;
  TableBlock before(whole.switch_count(), whole.max_lid());
  RouteRequest request = {whole, options, workers, first_lanes(4)};
  Routing routing = lash_engine().route(request, before.tables());
  TableBlock after(degraded.switch_count(), degraded.max_lid());
  const WithoutMissing now = without_missing({degraded, options, workers, first_lanes(4)}, whole,
                                             before.tables(), std::move(routing), after.tables());

  const Verdict verdict = verify({degraded, after.tables(), now.lanes}, workers);
  EXPECT_TRUE(verdict.reaches_all());
  EXPECT_TRUE(verdict.credit_loop.empty());
  EXPECT_TRUE(verdict.credit_loop_reversed.empty());
  // Where a path to a LID did not lead over the link, none of its entries changed.
  for (const EndPort& to : degraded.end_ports()) {
    for (SwitchIndex s = 0; s < 16; ++s) {
      bool over = false;
      for (SwitchIndex at = s; at != to.sw;) {
        const PortNum out = before.tables().row(at)[to.lid];
        over |= (at == 0 && out == port) || (at == other && out == other_port);
        at = whole.ports(at)[out].peer;
      }
      if (over) continue;
      EXPECT_EQ(after.tables().row(s)[to.lid], before.tables().row(s)[to.lid]);
    }
  }
}

}  // namespace
}  // namespace weft
