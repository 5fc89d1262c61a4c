// Tables of others with faults in them: what is good of them stays, unless a credit loop would
// close then.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "common/base/workers.h"
#include "common/routing/tables.h"
#include "common/session/session.h"
#include "common/verify/verify.h"
#include "plugins/engines.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/routed_session.h"
#include "tests/support/slow_verify.h"

namespace weft {
namespace {

// Packets are followed one by one.
bool arrives(const Fabric& fabric, ConstTables rows, SwitchIndex s, Lid lid) {
  const SwitchIndex to = fabric.destination_switch(lid);
  for (std::uint32_t hops = 0; s != to; ++hops) {
    const PortNum port = rows.row(s)[lid];
    if (hops > fabric.switch_count() || port == 0 || port >= fabric.ports(s).size()) return false;
    if (fabric.ports(s)[port].kind != PeerKind::kSwitch) return false;
    s = fabric.ports(s)[port].peer;
  }
  return true;
}

// Switches whose good entry for a LID is another one now.
std::vector<SwitchIndex> good_ones_moved(const Verified& now, ConstTables held, Lid lid) {
  std::vector<SwitchIndex> moved;
  const SwitchIndex to = now.fabric.destination_switch(lid);
  for (SwitchIndex s = 0; to != kNone && s < now.fabric.switch_count(); ++s) {
    const bool is_other = now.tables->tables().row(s)[lid] != held.row(s)[lid];
    if (is_other && s != to && arrives(now.fabric, held, s, lid)) moved.push_back(s);
  }
  return moved;
}

bool closes_loop_if_they_stay(const Verified& now, ConstTables held, Lid lid,
                              const std::vector<SwitchIndex>& moved) {
  const Workers workers(1);
  TableBlock block(now.tables->tables(), now.fabric.max_lid(), workers);
  for (const SwitchIndex s : moved) block.tables().row(s)[lid] = held.row(s)[lid];
  const Verdict verdict = verify(
      {now.fabric, block.tables(), now.routing.lanes, nullptr, &now.routing.multicast}, workers);
  return !verdict.credit_loop.empty() || !verdict.credit_loop_multicast.empty();
}

const EngineInfo& some_engine(Random& random) {
  std::vector<const EngineInfo*> engines;
  for (const EngineInfo* engine : all_engines()) {
    if (engine->repairable && engine->steps_now == nullptr) engines.push_back(engine);
  }
  return *engines[random.below(static_cast<std::uint32_t>(engines.size()))];
}

RC_GTEST_PROP(SessionOfOthers, GoodEntriesStay, ()) {
  auto [fabric, random] = *test::drawn_fabric();
  const EngineInfo& maker = some_engine(random);
  const EngineInfo& engine = some_engine(random);
  test::RoutedSession others(maker, 1);
  RC_PRE(others.route(fabric).empty());
  TableBlock held(others.last().tables->tables(), fabric.max_lid(), Workers(1));
  const std::uint32_t faults = random.below(6);
  for (std::uint32_t i = 0; i < faults; ++i) {
    const SwitchIndex s = random.below(fabric.switch_count());
    const auto lid = static_cast<Lid>(1 + random.below(fabric.max_lid()));
    held.tables().row(s)[lid] = static_cast<PortNum>(random.below(256));
  }
  const bool is_without = random.below(8) == 0;  // a switch that is new
  if (is_without) {
    const SwitchIndex s = random.below(fabric.switch_count());
    std::fill_n(held.tables().row(s), fabric.max_lid() + 1, kNoPath);
  }
  test::RoutedSession session(engine, 1);
  const std::string refusal = session.resume_from(fabric, held.tables());
  RC_PRE(refusal.empty());
  if (const std::string given_up = session.route(fabric); !given_up.empty()) {
    RC_ASSERT(test::RoutedSession(engine).route(fabric) == given_up);  // as without tables
    return;
  }
  const Verified& now = session.last();
  const test::SlowVerdict slow =
      test::slow_verify({fabric, now.tables->tables(), now.routing.lanes});
  RC_ASSERT(slow.unreachable_pairs == slow.disconnected_pairs);
  RC_ASSERT(slow.forwarding_loops == 0u);
  RC_ASSERT(!engine.claims.credit_loop_free || now.routing.may_have_credit_loops ||
            !test::has_cycle(slow.requests));
  if (!now.change->repaired) return;  // what was good closed every way for the rest
  for (unsigned l = 1; l <= fabric.max_lid(); ++l) {
    const auto lid = static_cast<Lid>(l);
    const std::vector<SwitchIndex> moved = good_ones_moved(now, held.tables(), lid);
    if (moved.empty()) continue;
    RC_ASSERT(engine.claims.credit_loop_free);
    RC_ASSERT(closes_loop_if_they_stay(now, held.tables(), lid, moved));
  }
}

}  // namespace
}  // namespace weft
