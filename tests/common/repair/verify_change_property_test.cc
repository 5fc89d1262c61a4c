// verify_change() against verify(): over what happens to random fabrics, with the tables of a
// repair, and with entries and SLs of them drawn anew.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "common/repair/translate.h"
#include "common/repair/verify_change.h"
#include "plugins/engines.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/judged_session.h"
#include "tests/support/living_fabric.h"
#include "tests/support/routed_session.h"
#include "tests/support/slow_verify.h"

namespace weft {
namespace {

constexpr unsigned kEvents = 6;

// Does the evidence have the turns of all these packets?
bool has_all(const TurnEvidence& evidence, const Fabric& fabric,
             const test::Dependencies& dependencies) {
  const Links links(fabric);
  for (const auto& [first, second] : dependencies) {
    const auto& [from, port, vl] = first;
    const auto& [to, to_port, to_vl] = second;
    const LinkIndex a = links.at(from, port);
    const LinkIndex b = links.at(to, to_port);
    const bool has = evidence.ranks.empty() ? (evidence.turns[links.turn(a, b)] >> vl & 1) != 0
                                            : leads_up(evidence.ranks, from, links.to(a)) ||
                                                  !leads_up(evidence.ranks, to, links.to(b));
    if (!has) return false;
  }
  return true;
}

void expect_same(const Verdict& found, const RoutingView& view) {
  const Verdict full = verify(view, Workers(1));
  RC_ASSERT(found.unreachable_pairs == full.unreachable_pairs);
  RC_ASSERT(found.disconnected_pairs == full.disconnected_pairs);
  RC_ASSERT(found.unreachable_switch_pairs == full.unreachable_switch_pairs);
  RC_ASSERT(found.lost_switches == full.lost_switches);
  RC_ASSERT(found.unreached == full.unreached);
  RC_ASSERT(found.forwarding_loops == full.forwarding_loops);
  RC_ASSERT(found.credit_loop == full.credit_loop);
  RC_ASSERT(found.credit_loop_reversed == full.credit_loop_reversed);
  RC_ASSERT(found.credit_loop_multicast == full.credit_loop_multicast);
  RC_ASSERT(found.credit_loop_granted == full.credit_loop_granted);
  RC_ASSERT((full.multicast_loop_sls & ~found.multicast_loop_sls) == 0);
  RC_ASSERT(full.safe_on_one_lane || !found.safe_on_one_lane);
  RC_ASSERT(found.findings == full.findings);
  const test::SlowVerdict slow = test::slow_verify(view);
  RC_ASSERT(has_all(*found.evidence, view.fabric, slow.requests));
  RC_ASSERT(has_all(*found.evidence, view.fabric, slow.with_granted));
  if (found.evidence->replies) {
    RC_ASSERT(has_all(*found.evidence, view.fabric, slow.with_replies));
  }
}

bool arrives(const Fabric& fabric, ConstTables rows, SwitchIndex s, Lid lid) {
  const SwitchIndex to = fabric.destination_switch(lid);
  for (unsigned hops = 0; s != to; ++hops) {
    const PortNum port = rows.row(s)[lid];
    if (port >= fabric.ports(s).size() || hops > fabric.switch_count()) return false;
    if (fabric.ports(s)[port].kind != PeerKind::kSwitch) return false;
    s = fabric.ports(s)[port].peer;
  }
  return true;
}

// Draws some entries anew: most of them so that packets still arrive.
void draw_entries(const Fabric& fabric, Tables rows, Random& random) {
  const bool may_fail = random.below(4) == 0;
  for (std::uint32_t left = random.below(6); left > 0; --left) {
    const SwitchIndex s = random.below(fabric.switch_count());
    const auto lid = static_cast<Lid>(1 + random.below(fabric.max_lid()));
    if (fabric.destination_switch(lid) == kNone) continue;
    const auto ports = static_cast<std::uint32_t>(fabric.ports(s).size());
    const PortNum before = rows.row(s)[lid];
    rows.row(s)[lid] = static_cast<PortNum>(random.below(ports + 1));
    const bool is_right = s != fabric.destination_switch(lid) && arrives(fabric, rows, s, lid);
    if (!may_fail && !is_right) rows.row(s)[lid] = before;
  }
}

// The SLs of the routing, in some cases with one of them drawn anew.
LanePlan draw_sls(const Verified& routed, Random& random) {
  LanePlan plan = routed.routing.lanes;
  auto* const by_switch = std::get_if<SlBySwitch>(&plan);
  if (by_switch == nullptr || random.below(4) != 0) return plan;
  std::vector<Sl>& row =
      by_switch->rows[random.below(static_cast<std::uint32_t>(by_switch->rows.size()))];
  if (!row.empty()) {
    row[random.below(static_cast<std::uint32_t>(row.size()))] = static_cast<Sl>(random.below(4));
  }
  return plan;
}

// Plans that were granted before: the SLs of the routing, some of them changed.
std::vector<LanePlan> draw_granted(const Verified& routed, Random& random) {
  LanePlan plan = routed.routing.lanes;
  auto* const by_switch = std::get_if<SlBySwitch>(&plan);
  if (by_switch == nullptr || random.below(2) == 0) return {};
  for (std::uint32_t left = random.below(6); left > 0; --left) {
    std::vector<Sl>& row =
        by_switch->rows[random.below(static_cast<std::uint32_t>(by_switch->rows.size()))];
    if (row.empty()) continue;
    row[random.below(static_cast<std::uint32_t>(row.size()))] = static_cast<Sl>(random.below(4));
  }
  return {plan};
}

RC_GTEST_PROP(VerifyChangeProperty, AgreesWithVerify, ()) {
  auto [fabric, random] = *test::drawn_fabric();
  if (fabric.end_port_count() > test::kMostJudged) return;
  const EngineInfo& engine = test::some_repairable_engine(random);
  test::LivingFabric living(fabric);
  test::RoutedSession session(engine, 1u << random.below(4));
  if (!session.route(living.now()).empty()) return;
  unsigned told = 0;
  for (unsigned event = 0; event < kEvents; ++event) {
    const Verified before = session.last();
    const std::vector<LanePlan> granted_before = draw_granted(before, random);
    const Verdict verdict = verify({before.fabric, before.tables->tables(), before.routing.lanes,
                                    nullptr, &before.routing.multicast, granted_before},
                                   Workers(1));
    if (verdict.evidence == nullptr) return;
    if (random.below(3) == 0) living.change(random);
    if (!session.route(living.now()).empty()) return;
    const Verified& routed = session.last();
    if (before.routing.sl2vl != nullptr || routed.routing.sl2vl != nullptr) return;
    TableBlock tables(routed.tables->tables(), routed.fabric.max_lid(), Workers(1));
    draw_entries(routed.fabric, tables.tables(), random);
    const LanePlan lanes = draw_sls(routed, random);
    const FabricMatch match(before.fabric, routed.fabric);
    std::vector<LanePlan> granted;
    granted.reserve(granted_before.size());
    for (const LanePlan& plan : granted_before) granted.push_back(translate_lanes(match, plan));
    const auto found =
        verify_change({match, before.tables->tables(), before.routing.lanes, verdict,
                       tables.tables(), lanes, routed.routing.multicast, granted, Sl2Vl::kIdentity},
                      Workers(1 + random.below(2)));
    if (!found) continue;
    ++told;
    expect_same(found->verdict, {routed.fabric, std::as_const(tables).tables(), lanes, nullptr,
                                 &routed.routing.multicast, granted});
  }
  RC_CLASSIFY(told > 0);
  RC_CLASSIFY(told == kEvents);
}

}  // namespace
}  // namespace weft
