// What is repaired, over and over, is as good as what is routed anew, and returns to what it was.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <memory>
#include <vector>

#include "common/session/session.h"
#include "plugins/engines.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/living_fabric.h"
#include "tests/support/slow_verify.h"

namespace weft {
namespace {

struct Routed {
  TableBlock block;
  std::shared_ptr<const Verified> result;  // null: refused
};

Routed route(Session& session, const Fabric& fabric) {
  static const Options options;
  Routed routed = {TableBlock(fabric.switch_count(), fabric.max_lid()), nullptr};
  try {
    routed.result =
        session.route({fabric, options, Workers(1), {first_lanes(8)}}, routed.block.tables());
  } catch (const CannotRoute&) {
  }
  return routed;
}

void expect_sound(const EngineInfo& engine, Routed& routed) {
  const Verified& result = *routed.result;
  const test::SlowVerdict slow =
      test::slow_verify({result.fabric, routed.block.tables(), result.routing.lanes});
  RC_ASSERT(slow.unreachable_pairs == slow.disconnected_pairs);
  RC_ASSERT(slow.forwarding_loops == 0u);
  RC_ASSERT(!engine.claims.credit_loop_free || !test::has_cycle(slow.requests));
}

// Some switches have their old rows yet.
void expect_transition_as_judged(const EngineInfo& engine, const Verified& before,
                                 const Verified& now, Random& random) {
  if (!now.change || !now.change->transition.was_judged) return;
  const FabricMatch match(before.fabric, now.fabric);
  TableBlock mixed(now.fabric.switch_count(), now.fabric.max_lid());
  for (SwitchIndex s = 0; s < now.fabric.switch_count(); ++s) {
    const SwitchIndex b = match.switch_before(s);
    const bool is_old = b != kNone && random.below(2) == 0;
    for (unsigned l = 1; l <= now.fabric.max_lid(); ++l) {
      const auto lid = static_cast<Lid>(l);
      const Lid old = match.lid_before(lid);
      mixed.tables().row(s)[l] = is_old ? (old == 0 ? kNoPath : before.tables->tables().row(b)[old])
                                        : now.tables->tables().row(s)[l];
    }
  }
  const test::SlowVerdict slow = test::slow_verify({now.fabric, mixed.tables(), now.routing.lanes});
  const Transition& judged = now.change->transition;
  RC_ASSERT(slow.forwarding_loops == 0u || judged.looping_lids > 0);
  RC_ASSERT(!engine.claims.credit_loop_free || judged.credit_loop ||
            !test::has_cycle(slow.requests));
}

void expect_same(const Fabric& fabric, const Verified& a, const Verified& b) {
  for (unsigned l = 1; l <= fabric.max_lid(); ++l) {
    const auto lid = static_cast<Lid>(l);
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      RC_ASSERT(a.tables->tables().row(s)[lid] == b.tables->tables().row(s)[lid]);
    }
    for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
      const PathSource from = {fabric.end_ports()[e].sw, e};
      RC_ASSERT(path_sl(a.routing.lanes, from, lid, 0) == path_sl(b.routing.lanes, from, lid, 0));
    }
  }
}

constexpr std::uint32_t kMostJudged = 60;

// Some engines refuse some fabrics; then those that are left are refused as well if they are routed
// anew, and only then.
void live(const EngineInfo& engine, const Fabric& whole, Random random, int events) {
  Session session(engine, all_engines());
  const Routed first = route(session, whole);
  if (first.result == nullptr) return;
  test::LivingFabric fabric(whole);
  // The slow judge takes a hundred times as long as all else, and hours for many end ports.
  const auto drawn = static_cast<int>(random.below(static_cast<std::uint32_t>(events)));
  const int judged = whole.end_port_count() <= kMostJudged ? drawn : -1;
  for (int event = 0; event < events; ++event) {
    fabric.change(random);
    const auto before = session.last();
    Routed routed = route(session, fabric.now());
    if (routed.result != nullptr) {
      if (event == judged) {
        expect_sound(engine, routed);
        expect_transition_as_judged(engine, *before, *routed.result, random);
      }
      continue;
    }
    Session other(engine, all_engines());
    RC_ASSERT(route(other, fabric.now()).result == nullptr);
  }
  fabric.return_all();
  const Routed last = route(session, fabric.now());
  RC_ASSERT(last.result != nullptr);
  expect_same(whole, *first.result, *last.result);
}

void live_with_some_engine(test::DrawnFabric drawn) {
  constexpr int kEvents = 30;
  std::vector<const EngineInfo*> engines;
  for (const EngineInfo* engine : all_engines()) {
    if (engine->repairable) engines.push_back(engine);
  }
  const auto which = drawn.random.below(static_cast<std::uint32_t>(engines.size()));
  live(*engines[which], drawn.fabric, drawn.random, kEvents);
}

RC_GTEST_PROP(Repair, KeepsAFabricRoutedWhateverHappens, ()) {
  live_with_some_engine(*test::drawn_fabric());
}

RC_GTEST_PROP(Repair, KeepsATreeRoutedAsItIsBuilt, ()) {
  live_with_some_engine(*test::drawn_built_tree());
}

}  // namespace
}  // namespace weft
