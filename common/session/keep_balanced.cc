#include "common/session/keep_balanced.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/stopwatch.h"
#include "common/fabric/counts.h"
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

// A repair gives no path to pairs that never had one. These two take recomputed entries for them.

// The columns of switches' LIDs that more hosts reach in the recomputed routing.
void take_switch_columns(const Verified& repaired, ConstTables wanted, Tables rows) {
  const Fabric& fabric = repaired.fabric;
  const std::vector<std::uint32_t> sources = sources_by_switch(fabric);
  const auto missing = [&](ConstTables tables, Lid lid) {
    std::uint64_t count = 0;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (tables.row(s)[lid] == kNoPath) count += sources[s];
    }
    return count;
  };
  for (const Lid lid : repaired.verdict.unreached) {
    if (fabric.owner(lid).kind != PeerKind::kSwitch) continue;
    if (missing(wanted, lid) >= missing(rows, lid)) continue;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      rows.row(s)[lid] = wanted.row(s)[lid];
    }
  }
}

// Entries of switches without end ports for LIDs of end ports, where there is none: no path leads
// over such a switch, so that no other path changes. Returns how many there are.
std::uint64_t take_answers(const Fabric& fabric, ConstTables wanted, Tables rows) {
  const std::vector<std::uint32_t> end_ports = end_ports_by_switch(fabric);
  std::uint64_t taken = 0;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (end_ports[s] > 0) continue;
    for (const EndPort& end_port : fabric.end_ports()) {
      for (const Lid lid : lids_of(end_port)) {
        PortNum& entry = rows.row(s)[lid];
        if (entry != kNoPath || wanted.row(s)[lid] == kNoPath) continue;
        entry = wanted.row(s)[lid];
        ++taken;
      }
    }
  }
  return taken;
}

struct Completed {
  Verified routing;
  std::uint64_t answers;  // as of take_answers()
};

// The repaired routing with these entries. The rows hold the repaired tables before, and the
// result's afterwards. None: it would not be better, or is refused.
std::optional<Completed> completed(const KeepBalancedTask& given, const Verified& repaired,
                                   bool has_more_switches, ConstTables wanted, Tables rows) {
  if (has_more_switches) take_switch_columns(repaired, wanted, rows);
  const std::uint64_t answers = take_answers(repaired.fabric, wanted, rows);
  if (!has_more_switches && answers == 0) return {};
  std::optional<Verified> more = accepted(given, draft_of(repaired), rows);
  if (!more || more->lost.between_end_ports() > repaired.lost.between_end_ports()) return {};
  const std::uint64_t before = repaired.lost.to_switches, now = more->lost.to_switches;
  if (now > before || (now == before && answers == 0)) return {};
  return Completed{*std::move(more), answers};
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
  const auto add_reason = [&](const std::string& reason) {
    std::string& all = result.change->why_moved;
    all += (all.empty() ? "" : ", and ") + reason;
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
    TableBlock more_block(rows, result.fabric.max_lid(), task.workers);
    if (auto more = completed(given, result, recomputed.lost.to_switches < result.lost.to_switches,
                              block.tables(), more_block.tables());
        more && is_as_safe(more->routing)) {
      const std::uint64_t before = result.lost.to_switches;
      const std::uint64_t now = more->routing.lost.to_switches;
      if (now < before) {
        add_reason(fmt::format(
            "in the repaired routing {} paths from hosts to switches are missing instead of {}",
            before, now));
      }
      if (more->answers > 0) {
        add_reason(fmt::format(
            "in the repaired routing {} entries by which switches answer hosts are missing",
            more->answers));
      }
      take(more->routing, more_block.tables());
    }
    // A routing that leaves out pairs has less load.
    if (recomputed.lost.between_end_ports() > result.lost.between_end_ports()) return;
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
        add_reason(why_moved);
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
    result.change->is_even = worse.empty();
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
