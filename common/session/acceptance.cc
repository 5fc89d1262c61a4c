#include "common/session/acceptance.h"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/error.h"
#include "common/base/stopwatch.h"
#include "common/fabric/counts.h"
#include "common/repair/masters_beside.h"
#include "common/verify/lost_pairs.h"

namespace weft {
namespace {

std::string examples(const Verdict& verdict) {
  return verdict.findings.empty() ? std::string() : ", for example " + verdict.findings.front();
}

// Why verified tables are refused; empty: they are accepted.
std::string fault(const EngineInfo& engine, const Options& options, const Verified& result) {
  const Routing& routing = result.routing;
  const Verdict& verdict = result.verdict;
  const std::uint64_t missing = verdict.unreachable_pairs - verdict.disconnected_pairs;
  if (verdict.forwarding_loops > 0) {
    return fmt::format("they have {} forwarding loops{}", verdict.forwarding_loops,
                       examples(verdict));
  }
  if (missing > 0 && options.lost_pairs == LostPairsAre::kRefused) {
    return fmt::format(
        "{} pairs of end ports have no path although links connect them ({}); weft_lost_pairs "
        "accept would allow that{}",
        missing, describe(result.lost), examples(verdict));
  }
  if (is_claimed(engine, routing) && !verdict.credit_loop.empty()) {
    return fmt::format("they have a credit loop: {}",
                       describe_cycle(result.fabric, verdict.credit_loop));
  }
  return {};
}

}  // namespace

void check_sls(const Fabric& fabric, const LanePlan& plan, const LaneBudget& budget) {
  if (!std::holds_alternative<SlBySwitch>(plan)) return;
  std::array<bool, kSls> known{};
  for (const Lane& lane : budget.lanes) known[lane.sl] = true;
  const std::vector<std::uint32_t> senders = sources_by_switch(fabric);
  for (SwitchIndex s = 0; s < senders.size(); ++s) {
    if (senders[s] == 0) continue;
    for (const EndPort& to : fabric.end_ports()) {
      if (senders[s] == 1 && s == to.sw) continue;
      for (const Lid lid : lids_of(to)) {
        const Sl sl = path_sl(plan, {.sw = s}, lid, 0);
        if (sl < kSls && known[sl]) continue;
        throw CannotRoute(
            fmt::format("paths use SL {}, which is not among the {} SLs that have a virtual lane",
                        sl, budget.lanes.size()));
      }
    }
  }
}

RoutingView view_of(const Fabric& fabric, ConstTables tables, const Routing& routing,
                    const Sl2Vl& sl2vl, std::span<const LanePlan> granted) {
  // If paths may have any SL, verify() puts all of them on one lane; with several lanes each has
  // fewer paths.
  const bool mapped =
      !std::holds_alternative<OneLane>(routing.lanes) && sl2vl.base() != Sl2Vl::kIdentity;
  const Sl2Vl* const same_at_all = mapped ? &sl2vl : nullptr;
  const Sl2Vl* const maps = routing.sl2vl != nullptr ? routing.sl2vl.get() : same_at_all;
  // The first plan is the active one, and nearly always equals the new one.
  const bool are_same = !granted.empty() && granted.front() == routing.lanes;
  return {
      fabric, tables, routing.lanes, maps, &routing.multicast, granted.subspan(are_same ? 1 : 0)};
}

Verdict verify_lanes(const Fabric& fabric, ConstTables tables, Routing& routing,
                     const Sl2Vl::Map& map, std::span<const LanePlan> granted,
                     const Workers& workers) {
  const Sl2Vl sl2vl(map);
  while (true) {
    Verdict verdict = verify(view_of(fabric, tables, routing, sl2vl, granted), workers);
    const auto other_lanes = std::exchange(routing.other_lanes, nullptr);
    if (verdict.credit_loop.empty() || !other_lanes || !other_lanes(routing, verdict.credit_loop)) {
      return verdict;
    }
  }
}

bool is_claimed(const EngineInfo& engine, const Routing& routing) {
  return engine.claims.credit_loop_free && !routing.may_have_credit_loops;
}

void judge(const RoutingTask& task, const GrantedPlans& granted, ConstTables rows,
           Verified& result) {
  const Stopwatch time;
  result.lost = {};
  const bool has_new_pairs = granted.has_new_pairs();
  GrantedPlans with_new_pairs;
  const auto set_new_pairs = [&] {
    if (!has_new_pairs) return;
    with_new_pairs = granted;
    with_new_pairs.set_new_pairs(result.fabric, result.routing.lanes);
  };
  const auto verified = [&] {
    return verify_lanes(result.fabric, rows, result.routing, task.lanes.map,
                        (has_new_pairs ? with_new_pairs : granted).plans, task.workers);
  };
  const bool may_have_others = has_new_pairs && result.routing.other_lanes != nullptr;
  const LanePlan first = may_have_others ? result.routing.lanes : LanePlan();
  set_new_pairs();
  result.verdict = verified();
  // The engine has changed the lanes, and with them the SLs of new pairs.
  if (may_have_others && result.routing.lanes != first) {
    set_new_pairs();
    result.verdict = verified();
  }
  const bool one_lane = std::holds_alternative<OneLane>(result.routing.lanes);
  take_masters_beside(result.fabric, one_lane ? Vl{0} : task.lanes.map[0], verified, result.verdict,
                      result.routing.multicast);
  result.verify_ms = time.ms();
  if (!result.verdict.unreached.empty()) {
    result.lost = find_lost_pairs(result.fabric, rows, result.verdict, 0);
  }
}

void judge_or_refuse(const EngineInfo& engine, const RoutingTask& task, const GrantedPlans& granted,
                     ConstTables rows, Verified& result) {
  judge(task, granted, rows, result);
  const std::string wrong = fault(engine, task.options, result);
  if (wrong.empty()) return;
  if (!result.routing.unchecked) {
    throw CannotRoute(fmt::format("the tables of {} were refused: {}", engine.name, wrong));
  }
  result.routing.warnings.push_back(
      fmt::format("the tables of {} are active although {}", engine.name, wrong));
}

}  // namespace weft
