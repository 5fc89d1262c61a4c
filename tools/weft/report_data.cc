#include "tools/weft/report_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "common/patterns/patterns.h"
#include "common/patterns/shift_loads.h"
#include "common/report/load_spread.h"
#include "common/verify/fabric_index.h"
#include "config.h"
#include "tools/weft/report_links.h"

namespace weft::tool {
namespace {

constexpr std::size_t kMostBusiest = 50;
constexpr std::size_t kMostUnused = 200;
constexpr std::size_t kMostPoints = 400;  // of the curve over all shifts

template <typename Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json end_json(const Fabric& fabric, SwitchIndex s, PortNum port) {
  return {{"guid", fmt::format("0x{:016x}", fabric.switches()[s].node_guid)},
          {"name", fabric.switch_name(s)},
          {"port", port}};
}

// At most the first `most` links.
Json links_json(const Fabric& fabric, const LinkKinds& kinds, std::span<const LinkUse> links,
                std::size_t most) {
  Json list = Json::array();
  for (const LinkUse& link : links.first(std::min(most, links.size()))) {
    const Port& port = fabric.ports(link.sw)[link.port];
    list.push_back(
        {{"kind", kinds.names[kinds.of[fabric.switches()[link.sw].first_port + link.port]]},
         {"from", end_json(fabric, link.sw, link.port)},
         {"to", end_json(fabric, port.peer, port.peer_port)},
         {"paths", link.paths}});
  }
  return list;
}

Json spread_json(const LoadSpread& spread) {
  Json kinds = Json::array();
  for (const KindLoads& kind : spread.kinds) {
    kinds.push_back({{"name", kind.name},
                     {"links", kind.links},
                     {"unused", kind.unused},
                     {"max", kind.max},
                     {"mean", kind.mean},
                     {"buckets", kind.buckets}});
  }
  return {{"bucket_width", spread.bucket_width}, {"kinds", std::move(kinds)}};
}

Json drawing_json(const Drawing& drawing) {
  Json boxes = Json::array();
  for (const DrawnBox& box : drawing.boxes) {
    boxes.push_back({{"what", box.what},
                     {"is_missing", box.is_missing},
                     {"switches", box.switches},
                     {"end_ports", box.end_ports},
                     {"links", box.inner_cables},
                     {"paths", box.inner_busiest}});
  }
  Json lines = Json::array();
  for (const DrawnLine& line : drawing.lines) {
    lines.push_back({{"from", line.from},
                     {"to", line.to},
                     {"links", line.cables},
                     {"missing", line.missing},
                     {"paths", line.busiest}});
  }
  return {{"what", drawing.what},
          {"hidden", drawing.hidden},
          {"boxes", std::move(boxes)},
          {"lines", std::move(lines)}};
}

// As in --pattern shift, including links of end ports. Keeps the worst of neighbouring shifts.
Json shifts_json(const ReportData& data, const Workers& workers) {
  const Fabric& fabric = data.findings.view.fabric;
  const std::vector<EndPortIndex> order =
      data.ca_order.empty() ? ranks_by_guid(fabric) : data.ca_order;
  if (order.size() < 2) return nullptr;
  const FabricIndex index(fabric);
  const std::vector<PhaseLoad> loads =
      all_shift_loads(index, LinkTimes(index), data.findings.view.tables, order, workers);
  const std::size_t step = (loads.size() + kMostPoints - 1) / kMostPoints;
  std::vector<std::uint64_t> worst((loads.size() + step - 1) / step, 0);
  std::uint64_t most = 0;
  std::uint64_t lost = 0;
  double sum = 0;
  for (std::size_t k = 0; k < loads.size(); ++k) {
    const double busiest = std::max(loads[k].busiest_link, loads[k].busiest_end_port);
    worst[k / step] = std::max(worst[k / step], rounded_up(busiest));
    most = std::max(most, rounded_up(busiest));
    lost += loads[k].lost;
    sum += busiest;
  }
  const auto ranks = order.size() - static_cast<std::size_t>(std::ranges::count(order, kNone));
  return {{"ranks", ranks},
          {"order", data.ca_order.empty() ? "guid" : "engine"},
          {"shifts", loads.size()},
          {"max", most},
          {"mean", sum / static_cast<double>(loads.size())},
          {"lost_flows", lost},
          {"shifts_a_point", step},
          {"busiest_link", worst}};
}

Json engine_json(const EngineRow& row, bool times) {
  Json json;
  json["engine"] = row.engine;
  json["error"] = or_null(row.error);
  for (const char* key :
       {"unreachable_pairs", "disconnected_pairs", "forwarding_loops", "credit_loop", "lanes_used",
        "hops", "link_load", "delivered", "time_ms"}) {
    json[key] = nullptr;
  }
  if (!row.error.empty()) return json;
  json["delivered"] = row.traffic.part;
  json["unreachable_pairs"] = row.unreachable_pairs;
  json["disconnected_pairs"] = row.disconnected_pairs;
  json["forwarding_loops"] = row.forwarding_loops;
  json["credit_loop"] = row.credit_loop;
  json["lanes_used"] = row.lanes;
  json["hops"] = {{"max", row.max_hops}, {"mean", row.mean_hops}};
  json["link_load"] = {
      {"max", row.busiest_link}, {"mean", row.mean_load}, {"unused_links", row.unused_links}};
  if (times) json["time_ms"] = {{"route", row.route_ms}, {"verify", row.verify_ms}};
  return json;
}

Json engines_json(const ReportData& data) {
  if (data.engines.empty()) return nullptr;
  Json list = Json::array();
  for (const EngineRow& row : data.engines) list.push_back(engine_json(row, data.times));
  return list;
}

Json what_if_json(const std::optional<WhatIfOutcomes>& outcomes) {
  if (!outcomes) return nullptr;
  Json worst = Json::array();
  for (const Outcome& outcome : outcomes->worst) {
    const auto found = [&](const auto& value) {
      return outcome.error.empty() ? Json(value) : Json(nullptr);
    };
    worst.push_back({{"kind", name_of(outcome.kind)},
                     {"name", outcome.name},
                     {"error", or_null(outcome.error)},
                     {"entries", found(outcome.entries)},
                     {"sls", found(outcome.sls)},
                     {"lost_pairs", found(outcome.lost_pairs)},
                     {"disconnected_pairs", found(outcome.disconnected)},
                     {"busiest_link",
                      {{"before", outcome.busiest_before},
                       {"after", found(outcome.busiest_after)},
                       {"name", or_null(outcome.busiest_name)}}},
                     {"repaired", found(outcome.repaired)}});
  }
  return {{"failures", outcomes->failures},
          {"errors", outcomes->errors},
          {"ignored_lines", outcomes->ignored},
          {"worst", std::move(worst)}};
}

// The credit loops of the verdict in words, with names.
Json credit_loops_json(const Findings& findings) {
  const Verdict& verdict = findings.verdict;
  Json list = Json::array();
  const auto add = [&](const char* when, const std::vector<Channel>& cycle) {
    if (cycle.empty()) return;
    list.push_back({{"when", when}, {"channels", describe_cycle(findings.view.fabric, cycle)}});
  };
  add("always", verdict.credit_loop);
  if (!verdict.credit_loop.empty()) return list;
  add("with replies on the SL of their requests", verdict.credit_loop_reversed);
  add("once multicast joins in", verdict.credit_loop_multicast);
  return list;
}

}  // namespace

Json report_json(const ReportData& data, const Workers& workers) {
  const Findings& findings = data.findings;
  const Fabric& fabric = findings.view.fabric;
  const auto& load = findings.figures.link_load;
  const LinkKinds kinds = link_kinds(fabric, data.shape);
  Json json;
  json["title"] = data.title;
  json["error"] = nullptr;
  json["version"] = PACKAGE_VERSION;
  json["routing"] = findings_json(findings);
  if (!data.times) json["routing"]["time_ms"] = nullptr;
  json["warnings"] = data.warnings;
  json["credit_loops"] = credit_loops_json(findings);
  json["shape"] = data.shape.describe();
  json["drawing"] = drawing_json(data.drawing);
  const LinkUses& links = findings.details.links;
  json["links"] = {{"busiest", links_json(fabric, kinds, links.busiest, kMostBusiest)},
                   {"unused", links_json(fabric, kinds, links.unused, kMostUnused)}};
  add_links(findings.view, findings.figures, links, data.drawing, json);
  json["load"] = spread_json(spread_by_kind(kinds, load));
  json["shifts"] = shifts_json(data, workers);
  json["engines"] = engines_json(data);
  json["what_if"] = what_if_json(data.what_if);
  json["counters"] = data.counters;
  json["opensm_conf"] = data.opensm_conf.empty() ? Json(nullptr) : Json(data.opensm_conf);
  return json;
}

Json no_report_json() {
  return nulls({"title", "version", "routing", "warnings", "credit_loops", "shape", "drawing",
                "links", "switches", "end_ports", "cables", "pairs", "load", "shifts", "engines",
                "what_if", "counters", "opensm_conf"});
}

}  // namespace weft::tool
