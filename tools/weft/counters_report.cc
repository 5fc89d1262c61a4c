#include "tools/weft/counters_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "common/base/text.h"
#include "common/counters/counter_names.h"
#include "common/drawing/draw.h"
#include "common/fabric/counts.h"
#include "common/fabric/link_rate.h"
#include "common/session/session_json.h"
#include "tools/weft/details.h"

namespace weft::tool {
namespace {

constexpr double kOctetsInMegabyte = 1e6;

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

std::string percent(const std::optional<double>& part) {
  return part ? fmt::format("{:.1f} %", 100 * *part) : "an unknown part";
}

// Usage of links of one kind.
struct KindUse {
  std::size_t links = 0;
  std::size_t measured = 0;
  double used = 0;  // sum over links
  std::optional<double> most_used;
  double most_measured = 0;
  double most_predicted = 0;
};

std::vector<KindUse> uses_by_kind(const FabricMeasures& measures) {
  std::vector<KindUse> uses(measures.kinds.size());
  for (const LinkMeasure& link : measures.links) {
    if (link.kind == kNone) continue;
    KindUse& use = uses[link.kind];
    ++use.links;
    use.most_predicted = std::max(use.most_predicted, link.predicted);
    if (!link.octets) continue;
    ++use.measured;
    use.most_measured = std::max(use.most_measured, link.measured);
    use.used += link.used.value_or(0);
    if (link.used) use.most_used = std::max(use.most_used.value_or(0), *link.used);
  }
  return uses;
}

std::optional<double> mean_used(const KindUse& use) {
  if (!use.most_used) return std::nullopt;
  return use.used / static_cast<double>(use.measured);
}

// The links between switches with the highest use of their capacity.
std::vector<DirectionIndex> busiest_links(const FabricMeasures& measures) {
  std::vector<DirectionIndex> links;
  for (DirectionIndex i = 0; i < measures.links.size(); ++i) {
    const LinkMeasure& link = measures.links[i];
    const bool is_between =
        link.from.kind == PeerKind::kSwitch && link.to.kind == PeerKind::kSwitch;
    if (is_between && link.octets.value_or(0) > 0) links.push_back(i);
  }
  const auto key = [&](DirectionIndex i) {
    const LinkMeasure& link = measures.links[i];
    return *link.octets / data_rate(link.link);
  };
  std::ranges::stable_sort(links, std::ranges::greater(), key);
  return links;
}

std::string describe_measure(const LinkMeasure& link) {
  std::vector<std::string> parts;
  if (link.used) parts.push_back(fmt::format("used to {}", percent(link.used)));
  if (link.waited) parts.push_back(fmt::format("waited in {} of the time", percent(link.waited)));
  if (link.octets) parts.push_back(fmt::format("{:.1f} times what its peers carry", link.measured));
  parts.push_back(fmt::format("{:.1f} times their paths", link.predicted));
  return joined(parts, ", ");
}

void print_files(const JudgedCounters& judged) {
  fmt::print("counters:");
  for (const CounterSnapshot& snapshot : judged.snapshots) {
    fmt::print(" {} ({} ports)", on_one_line(snapshot.source), snapshot.ports);
  }
  if (judged.measures.seconds > 0) fmt::print(", {:.0f} s", judged.measures.seconds);
  fmt::print("\n");
  for (const std::string& remark : judged.remarks) fmt::print("  {}\n", remark);
}

void print_kinds(const FabricMeasures& measures) {
  const std::vector<KindUse> uses = uses_by_kind(measures);
  for (std::size_t k = 0; k < uses.size(); ++k) {
    const KindUse& use = uses[k];
    if (use.links == 0) continue;
    fmt::print("links {}: {}, {} measured", measures.kinds[k], use.links, use.measured);
    if (use.most_used) {
      fmt::print(", used to {} on average, {} at most", percent(mean_used(use)),
                 percent(use.most_used));
    }
    if (use.measured > 0) {
      fmt::print("; at most {:.1f} times the mean, by the routes {:.1f} times", use.most_measured,
                 use.most_predicted);
    }
    fmt::print("\n");
  }
}

void print_hot_links(const CounterFindings& f) {
  const JudgedCounters& judged = f.judged;
  fmt::print("hot links: {}\n", judged.hot.size());
  for (std::size_t i = 0; i < std::min(f.most, judged.hot.size()); ++i) {
    const HotLink& hot = judged.hot[i];
    const LinkMeasure& link = judged.measures.links[hot.direction];
    fmt::print("  {}: {}\n      {}\n      {}\n", name_of(hot.cause),
               describe_direction(f.fabric, judged.measures, hot.direction),
               describe_cause(f.fabric, f.tables, judged.measures, judged.counted, hot),
               describe_measure(link));
  }
  if (judged.hot.size() > f.most) fmt::print("  and {} more\n", judged.hot.size() - f.most);
}

void print_busiest(const CounterFindings& f) {
  const FabricMeasures& measures = f.judged.measures;
  const std::vector<DirectionIndex> links = busiest_links(measures);
  if (links.empty()) return;
  fmt::print("the busiest links between switches:\n");
  for (std::size_t i = 0; i < std::min(f.most, links.size()); ++i) {
    const LinkMeasure& link = measures.links[links[i]];
    fmt::print("  {}: {}\n", describe_direction(f.fabric, measures, links[i]),
               describe_measure(link));
  }
}

void print_replays(const std::vector<ReplayRow>& rows) {
  for (const ReplayRow& row : rows) {
    const Replay& r = row.replay;
    if (!row.error.empty()) {
      fmt::print("replay over {}: none: {}\n", row.name, row.error);
      continue;
    }
    fmt::print("replay over {}: {:.3g} s", row.name, r.seconds);
    if (!row.busiest.empty()) {
      fmt::print(" on the busiest link, {} ({:.3g} octets); {:.3g} s is what hosts need alone",
                 row.busiest, r.octets, r.end_port_seconds);
    }
    if (r.lost_octets > 0) fmt::print("; {:.3g} octets have no path", r.lost_octets);
    fmt::print("\n");
  }
}

Json end_json(const Fabric& fabric, const WireEnd& end) {
  const bool is_switch = end.kind == PeerKind::kSwitch;
  const Guid guid =
      is_switch ? fabric.switches()[end.index].node_guid : fabric.end_ports()[end.index].port_guid;
  return {{"guid", fmt::format("0x{:016x}", guid)},
          {"name", is_switch ? fabric.switch_name(end.index) : fabric.end_port_name(end.index)},
          {"port", end.port}};
}

Json counters_of_port(const PortCounters& port) {
  Json json;
  for (const CounterName& name : counter_names()) {
    const auto value = port.get(name.counter);
    json[name.key] = value ? Json(*value) : Json(nullptr);
  }
  return json;
}

Json link_json(const CounterFindings& f, DirectionIndex direction) {
  const FabricMeasures& measures = f.judged.measures;
  const LinkMeasure& link = measures.links[direction];
  const FabricCounters& counters = f.judged.counted.counters;
  return {{"from", end_json(f.fabric, link.from)},
          {"to", end_json(f.fabric, link.to)},
          {"kind", measures.kinds[link.kind]},
          {"rate", describe_rate(link.link)},
          {"octets", or_null(link.octets)},
          {"used", or_null(link.used)},
          {"waited", or_null(link.waited)},
          {"measured", link.octets ? Json(link.measured) : Json(nullptr)},
          {"predicted", link.predicted},
          {"paths", link.from.kind == PeerKind::kSwitch && link.to.kind == PeerKind::kSwitch
                        ? Json(link.paths)
                        : Json(nullptr)},
          {"sender", counters_of_port(counters_of(f.fabric, counters, link.from))},
          {"receiver", counters_of_port(counters_of(f.fabric, counters, link.to))}};
}

Json hot_json(const CounterFindings& f, const HotLink& hot) {
  const JudgedCounters& judged = f.judged;
  return {{"cause", name_of(hot.cause)},
          {"why", describe_cause(f.fabric, f.tables, judged.measures, judged.counted, hot)},
          {"held_up_by", hot.held_up_by == kNone
                             ? Json(nullptr)
                             : Json(describe_direction(f.fabric, judged.measures, hot.held_up_by))},
          {"link", link_json(f, hot.direction)}};
}

Json kinds_json(const FabricMeasures& measures) {
  Json kinds = Json::array();
  const std::vector<KindUse> uses = uses_by_kind(measures);
  for (std::size_t k = 0; k < uses.size(); ++k) {
    const KindUse& use = uses[k];
    if (use.links == 0) continue;
    kinds.push_back({{"name", measures.kinds[k]},
                     {"links", use.links},
                     {"measured", use.measured},
                     {"mean_used", or_null(mean_used(use))},
                     {"max_used", or_null(use.most_used)},
                     {"max_measured", use.most_measured},
                     {"max_predicted", use.most_predicted}});
  }
  return kinds;
}

Json snapshots_json(const JudgedCounters& judged) {
  Json list = Json::array();
  for (std::size_t i = 0; i < judged.snapshots.size(); ++i) {
    const CounterSnapshot& snapshot = judged.snapshots[i];
    Json one = {{"source", snapshot.source}, {"ports", snapshot.ports}};
    one["time"] = snapshot.time ? Json(*snapshot.time) : Json(nullptr);
    const FabricMeasures* const step = i > 0 ? &judged.steps[i - 1] : nullptr;
    one["seconds"] = step != nullptr && step->seconds > 0 ? Json(step->seconds) : Json(nullptr);
    one["kinds"] = step != nullptr ? kinds_json(*step) : Json(nullptr);
    list.push_back(std::move(one));
  }
  return list;
}

Json replays_json(const std::vector<ReplayRow>& rows) {
  Json list = Json::array();
  for (const ReplayRow& row : rows) {
    const bool has_one = row.error.empty();
    const auto figure = [&](double value) { return has_one ? Json(value) : Json(nullptr); };
    list.push_back({{"routing", row.name},
                    {"error", has_one ? Json(nullptr) : Json(row.error)},
                    {"seconds", figure(row.replay.seconds)},
                    {"end_port_seconds", figure(row.replay.end_port_seconds)},
                    {"busiest_link", row.busiest.empty() ? Json(nullptr) : Json(row.busiest)},
                    {"busiest_octets", figure(row.replay.octets)},
                    {"octets", figure(row.replay.all_octets)},
                    {"lost_octets", figure(row.replay.lost_octets)}});
  }
  return list;
}

}  // namespace

void print_counters(const CounterFindings& f) {
  fmt::print("fabric: {} switches, {} CAs, {} links\n", f.fabric.switch_count(),
             count_cas(f.fabric), count_links(f.fabric));
  print_files(f.judged);
  print_kinds(f.judged.measures);
  print_hot_links(f);
  print_busiest(f);
  print_replays(f.replays);
}

Json counters_json(const CounterFindings& f) {
  const JudgedCounters& judged = f.judged;
  const double seconds = judged.measures.seconds;
  return {
      {"error", nullptr},
      {"fabric", fabric_json(f.fabric)},
      {"snapshots", snapshots_json(judged)},
      {"seconds", seconds > 0 ? Json(seconds) : Json(nullptr)},
      {"cleared_ports", judged.counted.cleared},
      {"full_ports", judged.counted.full},
      {"kinds", kinds_json(judged.measures)},
      {"hot", first_of(judged.hot, f.most, [&](const HotLink& hot) { return hot_json(f, hot); })},
      {"links", first_of(busiest_links(judged.measures), f.most,
                         [&](DirectionIndex i) { return link_json(f, i); })},
      {"replays", replays_json(f.replays)},
      {"remarks", judged.remarks}};
}

Drawing draw_measured(const Fabric& fabric, const FabricShape& shape,
                      const FabricMeasures& measures) {
  const bool has_time = measures.seconds > 0;
  std::vector<std::uint64_t> loads(fabric.all_ports().size(), 0);
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const LinkMeasure& link = measures.links[i];
    const double load =
        has_time ? 100 * link.used.value_or(0) : link.octets.value_or(0) / kOctetsInMegabyte;
    loads[i] = static_cast<std::uint64_t>(std::ceil(load));
  }
  Drawing drawing = draw(fabric, shape, loads);
  drawing.load = has_time ? "percent of the capacity" : "MB";
  drawing.id = "measured";
  return drawing;
}

}  // namespace weft::tool
