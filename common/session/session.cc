#include "common/session/session.h"

#include <fmt/format.h>

#include <new>
#include <utility>
#include <variant>

#include "common/base/stopwatch.h"

namespace weft {
namespace {

// Fills the rows with kNoPath unless the routing was accepted.
class Refill {
 public:
  explicit Refill(Tables rows) : rows_(rows) {}
  ~Refill() {
    if (!accepted_) fill_no_path(rows_);
  }
  Refill(const Refill&) = delete;
  Refill& operator=(const Refill&) = delete;
  void accept() { accepted_ = true; }

 private:
  Tables rows_;
  bool accepted_ = false;
};

std::string examples(const Verdict& verdict) {
  return verdict.findings.empty() ? std::string() : ", for example " + verdict.findings.front();
}

// What is wrong with the tables; empty: nothing that they are refused for.
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
  if (engine.claims.credit_loop_free && !routing.may_have_credit_loops &&
      !verdict.credit_loop.empty()) {
    return fmt::format("they have a credit loop: {}",
                       describe_cycle(result.fabric, verdict.credit_loop));
  }
  return {};
}

}  // namespace

LiveUse use_of_live(const RoutingTask& task, const Options* last_options) {
  if (task.live == nullptr) return {};
  const bool same_options = last_options == nullptr || *last_options == task.options;
  return {.stay_close = task.options.keep_routes && same_options && !task.reroute,
          .keep_on_failure = task.last_in_list};
}

Verdict verify_lanes(const Fabric& fabric, ConstTables tables, Routing& routing,
                     const Sl2Vl::Map& map, const Workers& workers) {
  const Sl2Vl sl2vl(map);
  while (true) {
    // Paths that may have any SL are verified together on one lane: on fewer there are fewer of
    // them.
    const bool one_lane = std::holds_alternative<OneLane>(routing.lanes);
    const bool mapped = !one_lane && map != Sl2Vl::kIdentity;
    Verdict verdict = verify(
        {fabric, tables, routing.lanes, mapped ? &sl2vl : nullptr, &routing.multicast}, workers);
    const auto other_lanes = std::exchange(routing.other_lanes, nullptr);
    if (verdict.credit_loop.empty() || !other_lanes || !other_lanes(routing, verdict.credit_loop)) {
      return verdict;
    }
  }
}

std::shared_ptr<const Verified> Session::route(RoutingTask task, Tables rows) {
  const LiveUse use = use_of_live(task, last_options_ ? &*last_options_ : nullptr);
  Refill refill(rows);
  auto result = std::make_shared<Verified>();
  result->fabric = std::move(task.fabric);
  try {
    run_engine(*result, task, use.stay_close ? task.live : nullptr, rows);
    last_options_ = task.options;
  } catch (const Stopped&) {
    throw;
  } catch (const CannotRoute& failure) {
    if (!use.keep_on_failure) throw;
    result->kept_because = failure.what();
  }
  if (!result->kept_because.empty()) keep(*result, task, rows);

  refill.accept();
  const std::lock_guard lock(mutex_);
  last_ = result;
  return result;
}

// near: tables to stay close to; null: none.
void Session::run_engine(Verified& result, const RoutingTask& task, const Live* near,
                         Tables rows) const {
  const Stopwatch time;
  result.routing = engine_.route(
      {result.fabric, task.options, near, task.workers, task.lanes.budget, engines_}, rows);
  result.route_ms = time.ms();
  verify_result(result, task, rows);
}

void Session::keep(Verified& result, const RoutingTask& task, Tables rows) const {
  for (SwitchIndex s = 0; s < result.fabric.switch_count(); ++s) {
    for (unsigned lid = 0; lid <= result.fabric.max_lid(); ++lid) {
      rows.row(s)[lid] = task.live->port(s, static_cast<Lid>(lid));
    }
  }
  result.routing = Routing{.multicast = plan_multicast(result.fabric)};
  try {
    verify_result(result, task, rows);
  } catch (const Stopped&) {
    throw;
  } catch (const CannotRoute&) {
    throw CannotRoute(result.kept_because +
                      "; nor can the live tables stay, which have become bad");
  }
}

void Session::verify_result(Verified& result, const RoutingTask& task, Tables rows) const {
  const Stopwatch time;
  result.verdict = verify_lanes(result.fabric, rows, result.routing, task.lanes.map, task.workers);
  result.verify_ms = time.ms();
  if (!result.verdict.reaches_all() || result.verdict.unreachable_switch_pairs > 0) {
    result.lost = find_lost_pairs(result.fabric, rows, result.verdict, 0);
  }
  const std::string wrong = fault(engine_, task.options, result);
  if (wrong.empty()) return;
  if (!result.routing.unchecked) {
    throw CannotRoute(fmt::format("the tables of {} were refused: {}", engine_.name, wrong));
  }
  result.routing.warnings.push_back(
      fmt::format("the tables of {} are in force although {}", engine_.name, wrong));
}

std::shared_ptr<const Verified> Session::last() const {
  const std::lock_guard lock(mutex_);
  return last_;
}

}  // namespace weft
