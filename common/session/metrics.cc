#include "common/session/metrics.h"

#include <filesystem>

#include "common/base/prometheus_text.h"
#include "common/fabric/counts.h"
#include "common/repair/fabric_delta.h"
#include "common/repair/fabric_match.h"
#include "config.h"

namespace weft {
namespace {

constexpr auto kCounter = PrometheusText::Type::kCounter;

double seconds(double ms) { return ms / 1000; }

PrometheusText begin_text(const std::string& path) {
  return PrometheusText(std::filesystem::path(path).stem().string());
}

void add_fabric(PrometheusText& text, const Fabric& fabric) {
  text.gauge("weft_switches", "Switches of the fabric.", fabric.switch_count());
  text.gauge("weft_cas", "CAs that are linked to switches.", count_cas(fabric));
  text.gauge("weft_links", "Links, between switches and of end ports.", count_links(fabric));
  text.gauge("weft_lids", "LIDs in use.", fabric.lid_count());
}

void add_verdict(PrometheusText& text, const Verdict& verdict) {
  text.gauge("weft_unreachable_pairs", "Pairs of an end port and a LID of another without a path.",
             verdict.unreachable_pairs);
  text.gauge("weft_disconnected_pairs", "Unreachable pairs that no links connect either.",
             verdict.disconnected_pairs);
  text.gauge("weft_unreachable_switch_pairs",
             "Pairs of switches without a path although links connect them.",
             verdict.unreachable_switch_pairs);
  text.gauge("weft_forwarding_loops", "Cycles in the tables, over all LIDs.",
             verdict.forwarding_loops);
  text.gauge("weft_credit_loop", "Is a credit loop possible? 1: yes.",
             !verdict.credit_loop.empty());
  text.gauge("weft_credit_loop_reversed",
             "Is a credit loop possible with replies on the SL of their requests? 1: yes.",
             !verdict.credit_loop_reversed.empty());
  text.gauge("weft_credit_loop_multicast",
             "Is a credit loop possible once multicast joins in? 1: yes.",
             !verdict.credit_loop_multicast.empty());
  text.gauge("weft_lanes_used", "Virtual lanes that paths between switches are on.",
             verdict.lanes_used);
}

void add_link_paths(PrometheusText& text, const Figures& figures) {
  text.gauge("weft_link_paths_max", "Paths between end ports over the busiest link, one way.",
             figures.max_link_load);
  text.gauge("weft_link_paths_mean",
             "Paths between end ports over a link between switches, one way, on average.",
             figures.mean_link_load);
  text.gauge("weft_unused_links",
             "Links between switches that have no path one way; each way counts.",
             figures.unused_links);
}

void add_sm_state(PrometheusText& text, SmState state) {
  text.begin("weft_sm_state", "What this SM is in its subnet. 1: that.");
  for (std::size_t i = 0; i < std::size(kSmStates); ++i) {
    text.sample(i == static_cast<std::size_t>(state), {{"state", kSmStates[i]}});
  }
}

void add_counts(PrometheusText& text, const RoutingCounts& counts) {
  text.begin("weft_routings_total", "Routings since opensm loaded Weft, by what came of them.",
             kCounter);
  text.sample(counts.routed, {{"result", "routed"}});
  text.sample(counts.repaired, {{"result", "repaired"}});
  text.sample(counts.unchanged, {{"result", "unchanged"}});
  text.sample(counts.kept, {{"result", "kept"}});
  text.sample(counts.failed, {{"result", "failed"}});
}

void add_durations(PrometheusText& text, const Status& status) {
  text.begin("weft_routing_duration_seconds",
             "How long the last routing took; OpenSM's lock is held for the total.");
  text.sample(seconds(status.times.snapshot_ms), {{"step", "snapshot"}});
  text.sample(seconds(status.routing->route_ms), {{"step", "route"}});
  text.sample(seconds(status.routing->verify_ms), {{"step", "verify"}});
  text.sample(seconds(status.times.total_ms), {{"step", "total"}});
}

void add_missing(PrometheusText& text, const Fabric& baseline, const Fabric& now) {
  const FabricDelta delta = find_delta(FabricMatch(baseline, now));
  text.begin(
      "weft_missing_parts",
      "What the most complete fabric so far had and this one has not; what is drained or held "
      "is missing, too.");
  text.sample(delta.lost_leaf_switches, {{"kind", "leaf_switch"}});
  text.sample(delta.lost_switches, {{"kind", "other_switch"}});
  text.sample(delta.lost_bundles, {{"kind", "switch_pair"}});
  text.sample(delta.lost_parallel_links, {{"kind", "parallel_link"}});
  text.sample(delta.lost_end_ports, {{"kind", "end_port"}});
}

void add_change(PrometheusText& text, const Change& change) {
  text.gauge("weft_lft_entries_changed", "Table entries that the last routing changed.",
             change.entries);
  text.gauge("weft_sls_changed", "Pairs of a switch and a LID whose SL it changed.", change.sls);
  text.gauge("weft_migration_left",
             "Entries and SLs that are left for the next sweeps (weft_migrate).", change.left);
}

void add_parts(PrometheusText& text, const Status& status) {
  text.begin("weft_drain_parts", "Parts of weft_drain_file: drained, still in use, or not found.");
  text.sample(status.service.drained.size(), {{"state", "drained"}});
  text.sample(status.service.refused.size(), {{"state", "in_use"}});
  text.sample(status.service.not_found.size(), {{"state", "not_found"}});
  text.begin("weft_flapping_parts", "Links that go down and up, held or still in use.");
  text.sample(status.flapping.drained.size(), {{"state", "held"}});
  text.sample(status.flapping.refused.size(), {{"state", "in_use"}});
}

void add_plan(PrometheusText& text, const PlanState& plan) {
  text.gauge("weft_plan_differences", "What the fabric has otherwise than weft_plan_file says.",
             plan.faults);
  text.gauge("weft_plan_unreadable", "Can weft_plan_file not be read? 1: it cannot.",
             !plan.error.empty());
}

void add_routing(PrometheusText& text, const Status& status) {
  const Verified& routing = *status.routing;
  text.gauge("weft_routing_kept",
             "Does the active routing stay, since no engine can route? 1: yes.",
             !routing.kept_because.empty());
  if (status.plan != nullptr) add_plan(text, *status.plan);
  add_durations(text, status);
  add_fabric(text, routing.fabric);
  if (status.baseline != nullptr) add_missing(text, status.baseline->fabric, routing.fabric);
  add_verdict(text, *status.verdict);
  text.gauge("weft_credit_loop_granted",
             "Is a credit loop possible with connections that keep their SLs? 1: yes.",
             !status.verdict->credit_loop_granted.empty());
  text.gauge("weft_pairs_at_risk", "Pairs whose connections keep SLs that could close it.",
             routing.pairs_at_risk);
  text.gauge("weft_late_sls", "SLs that are on other virtual lanes until the next sweep.",
             status.late_sls.size());
  if (status.figures != nullptr) add_link_paths(text, *status.figures);
  if (status.delivered) {
    text.gauge("weft_delivered_ratio", "What jobs get of what the fabric can carry (weft_traffic).",
               *status.delivered);
  }
  if (routing.change) add_change(text, *routing.change);
  add_parts(text, status);
  text.gauge("weft_warnings", "Warnings of the last routing, as in the log.",
             routing.routing.warnings.size() + status.warnings.size());
}

void add_check(PrometheusText& text, bool success, UnixSeconds when) {
  text.gauge("weft_check_success",
             "Could the tables be checked? 0: a file is wrong, or missing; nothing else is known.",
             success);
  text.gauge("weft_check_timestamp_seconds", "When the tables were checked.", when);
}

}  // namespace

std::string encode_metrics(const Status& status, const std::string& path) {
  PrometheusText text = begin_text(path);
  add_sm_state(text, status.sm_state);
  add_counts(text, status.counts);
  if (status.sm_state != SmState::kMaster) return text.text();
  text.begin("weft_routing_info",
             "Which engine routes, by its name in OpenSM's list; none: none does.");
  text.sample(1, {{"engine", status.engine.empty() ? "none" : status.engine},
                  {"version", PACKAGE_VERSION}});
  if (status.since != 0) {
    text.gauge("weft_engine_since_timestamp_seconds", "Since when this engine routes.",
               status.since);
  }
  if (status.routed != 0) {
    text.gauge("weft_routing_timestamp_seconds", "When the last routing was.", status.routed);
  }
  text.gauge("weft_fallbacks", "Engines that were asked first, and did not route.",
             status.fallbacks.size());
  if (status.routing != nullptr) add_routing(text, status);
  return text.text();
}

std::string encode_metrics(const CheckedTables& checked, UnixSeconds when,
                           const std::string& path) {
  PrometheusText text = begin_text(path);
  add_check(text, true, when);
  text.gauge("weft_check_good", "Are the tables good, as the exit status says? 0: no.",
             checked.is_good);
  text.begin("weft_check_duration_seconds", "How long the check took.");
  text.sample(seconds(checked.read_ms), {{"step", "read"}});
  text.sample(seconds(checked.verify_ms), {{"step", "verify"}});
  add_fabric(text, checked.fabric);
  add_verdict(text, checked.verdict);
  add_link_paths(text, checked.figures);
  return text.text();
}

std::string encode_refused_check(UnixSeconds when, const std::string& path) {
  PrometheusText text = begin_text(path);
  add_check(text, false, when);
  return text.text();
}

}  // namespace weft
