#include "common/session/status.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "common/base/json.h"
#include "common/repair/fabric_delta.h"
#include "common/repair/fabric_match.h"
#include "common/session/growth.h"
#include "common/session/session_json.h"

namespace weft {
namespace {

constexpr int kStatusFormat = 1;

// «2026-11-23T22:47:10Z»; null for 0.
Json time_json(UnixSeconds seconds) {
  if (seconds == 0) return nullptr;
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

template <typename Value>
Json or_null(bool is_known, const Value& value) {
  return is_known ? Json(value) : Json(nullptr);
}

Json fallbacks_json(const std::vector<Status::Fallback>& fallbacks) {
  Json list = Json::array();
  for (const Status::Fallback& fallback : fallbacks) {
    list.push_back({{"engine", fallback.engine}, {"reason", fallback.reason}});
  }
  return list;
}

Json verdict_json(const Status& status) {
  const Verdict& verdict = *status.verdict;
  return {{"unreachable_pairs", verdict.unreachable_pairs},
          {"disconnected_pairs", verdict.disconnected_pairs},
          {"unreachable_switch_pairs", verdict.unreachable_switch_pairs},
          {"forwarding_loops", verdict.forwarding_loops},
          {"credit_loop", !verdict.credit_loop.empty()},
          {"credit_loop_reversed", !verdict.credit_loop_reversed.empty()},
          {"credit_loop_multicast", !verdict.credit_loop_multicast.empty()},
          {"credit_loop_granted", !verdict.credit_loop_granted.empty()},
          {"pairs_at_risk", status.routing->pairs_at_risk},
          {"sls_at_risk", numbers_in(status.routing->sls_at_risk)},
          {"safe_on_one_lane", verdict.safe_on_one_lane},
          {"lanes_used", verdict.lanes_used},
          {"late_sls", status.late_sls}};
}

// What is lost and new since the most complete fabric.
Json since_baseline_json(const Status& status) {
  if (status.baseline == nullptr) return nullptr;
  const FabricMatch match(status.baseline->fabric, status.routing->fabric);
  return describe(find_delta(match));
}

Json plan_json(const PlanState* plan) {
  if (plan == nullptr) return nullptr;
  return {{"file", plan->file},
          {"error", or_null(!plan->error.empty(), plan->error)},
          {"differences", plan->faults},
          {"first", plan->differences}};
}

void add_routing(Json& json, const Status& status) {
  const Verified& routing = *status.routing;
  json["fabric"] = fabric_json(routing.fabric);
  json["since_most_complete"] = since_baseline_json(status);
  json["verdict"] = verdict_json(status);
  json["kept_because"] = or_null(!routing.kept_because.empty(), routing.kept_because);
  json["change"] = change_json(routing.change);
  json["time_ms"] = {{"snapshot", status.times.snapshot_ms},
                     {"route", routing.route_ms},
                     {"verify", routing.verify_ms},
                     {"total", status.times.total_ms}};
  json["drained"] = status.service.drained;
  json["not_drained"] = status.service.refused;
  json["not_found"] = status.service.not_found;
  json["held"] = status.flapping.drained;
  json["not_held"] = status.flapping.refused;
  if (status.figures != nullptr) json["idle"] = describe_idle(routing.fabric, *status.figures);
  if (status.delivered) json["delivered"] = *status.delivered;
  json["plan"] = plan_json(status.plan.get());
  json["warnings"] = routing.routing.warnings;
  for (const std::string& warning : status.warnings) json["warnings"].push_back(warning);
  json["remarks"] = routing.routing.remarks;
}

}  // namespace

void RoutingCounts::count(const Verified& routing) {
  if (!routing.kept_because.empty()) {
    ++kept;
  } else if (!routing.change || !routing.change->repaired) {
    ++routed;
  } else {
    ++(routing.change->changes_nothing() ? unchanged : repaired);
  }
}

std::string encode_status(const Status& status) {
  Json json;
  json["format"] = kStatusFormat;
  json["sm_state"] = kSmStates[static_cast<std::size_t>(status.sm_state)];
  json["engine"] = or_null(!status.engine.empty(), status.engine);
  const std::string taken = status.routing == nullptr ? "" : status.routing->routing.notes.engine;
  json["taken"] = or_null(!taken.empty(), taken);
  json["since"] = time_json(status.since);
  json["routed"] = time_json(status.routed);
  json["generation"] = or_null(status.generation > 0, status.generation);
  json["fallbacks"] = fallbacks_json(status.fallbacks);
  for (const char* key : {"fabric", "since_most_complete", "verdict", "kept_because", "change",
                          "time_ms", "drained", "not_drained", "not_found", "held", "not_held",
                          "delivered", "idle", "plan", "warnings", "remarks"}) {
    json[key] = nullptr;
  }
  if (status.routing != nullptr) add_routing(json, status);
  return json.text();
}

}  // namespace weft
