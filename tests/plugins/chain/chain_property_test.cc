#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/policy/chain_policy.h"
#include "common/session/acceptance.h"
#include "common/verify/verify.h"
#include "plugins/chain/chain.h"
#include "plugins/engines.h"
#include "tests/support/drawn_chain.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/lane_routing.h"

namespace weft {
namespace {

using Rows = std::vector<std::vector<PortNum>>;

const EngineInfo& engine_named(const std::string& name) {
  for (const EngineInfo* engine : all_engines()) {
    if (engine->name == name) return *engine;
  }
  throw std::logic_error(name);
}

// One after the other, each on the part that was drawn for it.
Rows overlay(const Fabric& fabric, const test::DrawnChain& drawn, const LaneBudget& lanes) {
  const Workers workers(1);
  TableBlock whole(fabric.switch_count(), fabric.max_lid());
  engine_named(drawn.policy.links[0].step.engine)
      .route({fabric, {}, workers, lanes}, whole.tables());
  for (std::size_t k = 0; k < drawn.drawn.size(); ++k) {
    PortSelection switches(fabric);
    PortSelection hcas(fabric);
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      for (unsigned p = 0; drawn.drawn[k].switches[s] && p < fabric.ports(s).size(); ++p) {
        switches.add_switch_port(fabric, s, static_cast<PortNum>(p));
      }
    }
    for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
      if (drawn.drawn[k].hcas[e]) hcas.add_end_port(e);
    }
    const ChainStep& step = drawn.policy.links[k + 1].step;
    const FabricPart part = take_part(fabric, switches, hcas, step.path_bit);
    if (part.fabric.lid_count() == 0) continue;
    TableBlock block(part.fabric.switch_count(), part.fabric.max_lid());
    engine_named(step.engine).route({part.fabric, {}, workers, lanes}, block.tables());
    for (SwitchIndex i = 0; i < part.fabric.switch_count(); ++i) {
      for (std::size_t lid = 0; lid <= part.fabric.max_lid(); ++lid) {
        const PortNum port = block.tables().row(i)[lid];
        if (port != kNoPath) whole.tables().row(part.switches[i])[lid] = port;
      }
    }
  }
  Rows rows;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const PortNum* const row = whole.tables().row(s);
    rows.emplace_back(row, row + fabric.max_lid() + 1);
  }
  return rows;
}

bool all_claim(const ChainPolicy& policy) {
  for (const ChainLink& link : policy.links) {
    if (!engine_named(link.step.engine).claims.credit_loop_free) return false;
  }
  return true;
}

void expect_promises(const test::DrawnFabric& drawn_fabric) {
  auto [fabric, random] = drawn_fabric;
  const test::DrawnChain drawn(fabric, random);
  const LaneBudget lanes = first_lanes(1u << random.below(4));
  Options options;
  options.chain = std::make_shared<const ChainPolicy>(drawn.policy);
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  Routing routing;
  try {
    const Workers workers(2);
    routing = route_chain({fabric, options, workers, lanes, all_engines()}, block.tables());
    verify_lanes(fabric, block.tables(), routing, Sl2Vl::kIdentity, {}, workers);
  } catch (const CannotRoute& failure) {
    // A part without switches, an engine with too few lanes, or a loop.
    RC_TAG(std::string(failure.what()).substr(0, 20));
    return;
  }
  const Rows expected = overlay(fabric, drawn, lanes);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (std::size_t lid = 1; lid <= fabric.max_lid(); ++lid) {
      RC_ASSERT(block.tables().row(s)[lid] == expected[s][lid]);
    }
  }
  const Verdict verdict =
      verify({fabric, block.tables(), routing.lanes, nullptr, &routing.multicast}, Workers(1));
  RC_ASSERT(verdict.forwarding_loops == 0u);
  RC_ASSERT(verdict.unreachable_pairs - verdict.disconnected_pairs <= routing.unrouted_pairs);
  if (all_claim(drawn.policy)) {
    RC_ASSERT(!routing.may_have_credit_loops);
    RC_ASSERT(verdict.credit_loop.empty());
  }
}

RC_GTEST_PROP(Chain, IsItsStepsOneOverTheOther, ()) { expect_promises(*test::drawn_fabric()); }

RC_GTEST_PROP(Chain, IsItsStepsOneOverTheOtherOnBrokenFabrics, ()) {
  expect_promises(*test::drawn_broken_fabric());
}

}  // namespace
}  // namespace weft
