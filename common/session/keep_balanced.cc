#include "common/session/keep_balanced.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/stopwatch.h"
#include "common/patterns/patterns.h"
#include "common/patterns/throughput.h"
#include "common/policy/guid_groups.h"
#include "common/repair/rebalance.h"
#include "common/session/acceptance.h"
#include "common/session/growth.h"

namespace weft {
namespace {

// A copy of the routing, which is still to be changed and verified.
Verified draft_of(const Verified& routing) {
  Verified draft;
  draft.fabric = routing.fabric;
  draft.routing = routing.routing;
  return draft;
}

// The draft, whose tables are in the rows, with its verdict; none: it is refused.
std::optional<Verified> accepted(const KeepBalancedTask& given, Verified draft, ConstTables rows) {
  try {
    judge_or_refuse(given.engine, given.task, given.granted, rows, draft);
  } catch (const CannotRoute&) {
    return {};
  }
  return draft;
}

// The repaired routing, with some paths moved. The rows hold its tables, before and afterwards.
// None: no path was moved, or the result is refused.
std::optional<Verified> rebalanced(const KeepBalancedTask& given, const Verified& repaired,
                                   const LoadComparison& balance, Tables rows) {
  const RoutingTask& task = given.task;
  const Stopwatch time;
  const bool is_free = given.engine.claims.credit_loop_free;
  Verified moved = draft_of(repaired);
  const std::uint64_t entries =
      rebalance({.fabric = moved.fabric,
                 .routing = moved.routing,
                 .evidence = is_free ? repaired.verdict.evidence.get() : nullptr,
                 .granted = given.granted.plans,
                 .lanes = task.lanes.budget,
                 .map = task.lanes.map,
                 .is_new = balance.is_new,
                 .load = balance.repaired.link_load,
                 .wanted = balance.wanted.link_load,
                 .worse_percent = task.worse_percent,
                 .workers = task.workers},
                rows);
  moved.route_ms = time.ms();
  return entries > 0 ? accepted(given, std::move(moved), rows) : std::nullopt;
}

// The repaired routing, with the recomputed entries of the switches' LIDs that some host does not
// reach. A repair gives no path to pairs that never had one. The rows hold the repaired tables
// before, and the result's afterwards. None: no more of them are reached, or the result is refused.
std::optional<Verified> with_more_switches(const KeepBalancedTask& given, const Verified& repaired,
                                           ConstTables wanted, Tables rows) {
  const Fabric& fabric = repaired.fabric;
  for (const Lid lid : repaired.verdict.unreached) {
    if (fabric.owner(lid).kind != PeerKind::kSwitch) continue;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      rows.row(s)[lid] = wanted.row(s)[lid];
    }
  }
  std::optional<Verified> more = accepted(given, draft_of(repaired), rows);
  const bool is_better = more && more->lost.to_switches < repaired.lost.to_switches &&
                         more->lost.between_end_ports() <= repaired.lost.between_end_ports();
  return is_better ? std::move(more) : std::nullopt;
}

}  // namespace

void keep_balanced(const KeepBalancedTask& given, Verified& result, Tables rows) {
  const RoutingTask& task = given.task;
  const auto figures = [&](const Verified& routing, ConstTables tables) {
    return measure_loads({result.fabric, tables, routing.routing.lanes}, task.workers);
  };
  const auto take = [&](Verified& other, ConstTables tables) {
    copy_rows(tables, rows);
    result.routing = std::move(other.routing);
    result.verdict = std::move(other.verdict);
    result.lost = std::move(other.lost);
    result.route_ms += other.route_ms;
    result.verify_ms += other.verify_ms;
  };
  const auto is_safe = [](const Verified& r) { return r.verdict.credit_loop_granted.empty(); };
  const auto is_as_safe = [&](const Verified& other) { return is_safe(other) || !is_safe(result); };
  try {
    Verified recomputed;
    recomputed.fabric = result.fabric;
    TableBlock block(result.fabric.switch_count(), result.fabric.max_lid());
    std::vector<char> is_new = new_links(given.from_baseline);
    const bool has_new = std::ranges::count(is_new, 1) > 0;
    given.recompute(recomputed, has_new, block.tables());
    if (recomputed.lost.to_switches < result.lost.to_switches) {
      TableBlock more_block(rows, result.fabric.max_lid(), task.workers);
      if (auto more = with_more_switches(given, result, block.tables(), more_block.tables());
          more && is_as_safe(*more)) {
        result.change->why_moved = fmt::format(
            "in the repaired routing {} paths from hosts to switches are missing instead of {}",
            result.lost.to_switches, more->lost.to_switches);
        take(*more, more_block.tables());
      }
    }
    const LoadComparison balance = {std::move(is_new), figures(result, rows),
                                    figures(recomputed, block.tables())};
    std::string worse = worse_in(balance.repaired, balance.wanted, task.worse_percent, has_new);
    const auto why = [&] {
      return fmt::format("{}in the repaired routing {}", has_new ? "links are new, and " : "",
                         worse);
    };
    if (!worse.empty()) {
      TableBlock moved_block(rows, result.fabric.max_lid(), task.workers);
      if (auto moved = rebalanced(given, result, balance, moved_block.tables());
          moved && is_as_safe(*moved)) {
        const std::string why_moved = why();
        worse = worse_in(figures(*moved, moved_block.tables()), balance.wanted, task.worse_percent,
                         has_new);
        take(*moved, moved_block.tables());
        result.change->why_moved = why_moved;
      }
    }
    // Even loads may still be bad for what jobs send.
    if (worse.empty() && task.rebalances) {
      const std::vector<EndPortIndex> ranks =
          ranks_along(result.fabric, recomputed.routing.notes.ca_order);
      std::vector<std::string> said;  // by run_engine()
      const Traffic traffic = traffic_of(
          result.fabric, with_nodes_of_groups(task.options, result.fabric, task.workers, said));
      const auto delivered = [&](ConstTables tables) {
        return measure_traffic(result.fabric, tables, ranks, traffic, kTrafficFlows, task.workers)
            .part;
      };
      worse = delivers_less(delivered(rows), delivered(block.tables()), task.worse_percent);
    }
    if (worse.empty()) return;
    if (!is_as_safe(recomputed)) {
      result.routing.remarks.push_back(
          fmt::format("{}, {}: a full recompute would be better, but open connections could close "
                      "a credit loop with it; the console's reroute command recomputes",
                      kIsUneven, worse));
      return;
    }
    take(recomputed, block.tables());
    result.change->repaired = false;
    result.change->why_anew = why();
    result.change->why_moved.clear();
  } catch (const CannotRoute&) {  // the repaired routing stays
  } catch (const std::bad_alloc&) {
  }
}

}  // namespace weft
