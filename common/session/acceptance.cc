#include "common/session/acceptance.h"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/error.h"

namespace weft {
namespace {

std::string examples(const Verdict& verdict) {
  return verdict.findings.empty() ? std::string() : ", for example " + verdict.findings.front();
}

}  // namespace

void check_sls(const LanePlan& plan, const LaneBudget& budget) {
  const auto* by_switch = std::get_if<SlBySwitch>(&plan);
  if (by_switch == nullptr) return;
  std::array<bool, kSls> known{};
  for (const Lane& lane : budget.lanes) known[lane.sl] = true;
  for (const std::vector<Sl>& row : by_switch->rows) {
    for (const Sl sl : row) {
      if (sl < kSls && known[sl]) continue;
      throw CannotRoute(
          fmt::format("paths have SL {}, which is none of the {} lanes that there are", sl,
                      budget.lanes.size()));
    }
  }
}

Verdict verify_lanes(const Fabric& fabric, ConstTables tables, Routing& routing,
                     const Sl2Vl::Map& map, std::span<const LanePlan> granted,
                     const Workers& workers) {
  const Sl2Vl sl2vl(map);
  while (true) {
    // Paths that may have any SL are verified together on one lane: on fewer there are fewer of
    // them.
    const bool one_lane = std::holds_alternative<OneLane>(routing.lanes);
    const bool mapped = !one_lane && map != Sl2Vl::kIdentity;
    const Sl2Vl* const maps = routing.sl2vl ? routing.sl2vl.get() : mapped ? &sl2vl : nullptr;
    // The SLs of last time come first, and are those of now, nearly always.
    const bool are_same = !granted.empty() && granted.front() == routing.lanes;
    const RoutingView view = {
        fabric, tables, routing.lanes, maps, &routing.multicast, granted.subspan(are_same ? 1 : 0)};
    Verdict verdict = verify(view, workers);
    const auto other_lanes = std::exchange(routing.other_lanes, nullptr);
    if (verdict.credit_loop.empty() || !other_lanes || !other_lanes(routing, verdict.credit_loop)) {
      return verdict;
    }
  }
}

bool is_claimed(const EngineInfo& engine, const Routing& routing) {
  return engine.claims.credit_loop_free && !routing.may_have_credit_loops;
}

std::string fault(const EngineInfo& engine, const Options& options, const Verified& result) {
  const Routing& routing = result.routing;
  const Verdict& verdict = result.verdict;
  const std::uint64_t missing = verdict.unreachable_pairs - verdict.disconnected_pairs;
  if (verdict.forwarding_loops > 0) {
    return fmt::format("they hold {} forwarding loops{}", verdict.forwarding_loops,
                       examples(verdict));
  }
  if (missing > 0 && options.lost_pairs == LostPairsAre::kRefused) {
    return fmt::format(
        "{} pairs of end ports have no path although links connect them ({}), which "
        "weft_lost_pairs accept would allow{}",
        missing, describe(result.lost), examples(verdict));
  }
  if (is_claimed(engine, routing) && !verdict.credit_loop.empty()) {
    return fmt::format("they have a credit loop: {}",
                       describe_cycle(result.fabric, verdict.credit_loop));
  }
  return {};
}

}  // namespace weft
