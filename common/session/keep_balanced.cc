#include "common/session/keep_even.h"

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
#include "common/repair/even_out.h"
#include "common/session/acceptance.h"
#include "common/session/growth.h"

namespace weft {
namespace {

// The repaired routing, with some paths moved. The rows hold its tables, before and afterwards.
// None: no path was moved, or the result is refused.
std::optional<Verified> evened_out(const EvenTask& even, const Verified& mended,
                                   const BesideAnew& balance, Tables rows) {
  const RoutingTask& task = even.task;
  const Stopwatch time;
  const bool is_free = even.engine.claims.credit_loop_free;
  Verified led;
  led.fabric = mended.fabric;
  led.routing = mended.routing;
  const std::uint64_t entries =
      even_out({.fabric = led.fabric,
                .routing = led.routing,
                .evidence = is_free ? mended.verdict.evidence.get() : nullptr,
                .granted = even.granted.plans,
                .lanes = task.lanes.budget,
                .map = task.lanes.map,
                .is_new = balance.is_new,
                .load = balance.mended.link_load,
                .wanted = balance.wanted.link_load,
                .worse_percent = task.worse_percent,
                .workers = task.workers},
               rows);
  led.route_ms = time.ms();
  try {
    judge_or_refuse(even.engine, task, even.granted, rows, led);
  } catch (const CannotRoute&) {
    return {};
  }
  return entries > 0 ? std::optional(std::move(led)) : std::nullopt;
}

}  // namespace

void keep_even(const EvenTask& even, Verified& result, Tables rows) {
  const RoutingTask& task = even.task;
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
  try {
    Verified anew;
    anew.fabric = result.fabric;
    TableBlock block(result.fabric.switch_count(), result.fabric.max_lid());
    std::vector<char> is_new = new_links(even.from_home);
    const bool has_new = std::ranges::count(is_new, 1) > 0;
    even.route_anew(anew, has_new, block.tables());
    const BesideAnew balance = {std::move(is_new), figures(result, rows),
                                figures(anew, block.tables())};
    std::string worse = worse_in(balance.mended, balance.wanted, task.worse_percent, has_new);
    const auto why = [&] {
      return fmt::format("{}in the repaired routing {}", has_new ? "links are new, and " : "",
                         worse);
    };
    if (!worse.empty()) {
      TableBlock led_block(rows, result.fabric.max_lid(), task.workers);
      if (auto led = evened_out(even, result, balance, led_block.tables());
          led && (is_safe(*led) || !is_safe(result))) {
        const std::string why_moved = why();
        worse = worse_in(figures(*led, led_block.tables()), balance.wanted, task.worse_percent,
                         has_new);
        take(*led, led_block.tables());
        result.change->why_moved = why_moved;
      }
    }
    // Even loads may still be bad for what jobs send.
    if (worse.empty() && task.evens_out) {
      const std::vector<EndPortIndex> ranks =
          ranks_along(result.fabric, anew.routing.notes.ca_order);
      const Traffic traffic = traffic_of(result.fabric, task.options);
      const auto delivered = [&](ConstTables tables) {
        return measure_traffic(result.fabric, tables, ranks, traffic, kTrafficFlows, task.workers)
            .part;
      };
      worse = delivers_less(delivered(rows), delivered(block.tables()), task.worse_percent);
    }
    if (worse.empty()) return;
    if (is_safe(result) && !is_safe(anew)) {
      result.routing.remarks.push_back(
          fmt::format("{}, {}: a full recompute would be better, but open connections could close "
                      "a credit loop with it; the console's reroute command recomputes",
                      kIsUneven, worse));
      return;
    }
    take(anew, block.tables());
    result.change->repaired = false;
    result.change->why_anew = why();
    result.change->why_moved.clear();
  } catch (const CannotRoute&) {  // the repaired routing stays
  } catch (const std::bad_alloc&) {
  }
}

}  // namespace weft
