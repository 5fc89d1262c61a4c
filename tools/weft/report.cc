#include "tools/weft/report.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <span>

#include "common/base/text.h"
#include "common/fabric/counts.h"
#include "common/fabric/renumber.h"
#include "common/session/session_json.h"
#include "tools/weft/choice_report.h"
#include "tools/weft/load.h"

namespace weft::tool {
namespace {

std::span<const Bottleneck> worst(std::span<const Bottleneck> bottlenecks) {
  constexpr std::size_t kReported = 3;
  return bottlenecks.first(std::min(bottlenecks.size(), kReported));
}

Json bottlenecks_json(const std::vector<Bottleneck>& bottlenecks, const Fabric& fabric) {
  Json list = Json::array();
  for (const Bottleneck& link : worst(bottlenecks)) {
    list.push_back({{"switch", fmt::format("0x{:016x}", fabric.switches()[link.sw].node_guid)},
                    {"name", fabric.switch_name(link.sw)},
                    {"port", link.port},
                    {"flows", link.flows}});
  }
  return list;
}

Json pattern_json(const PatternReport& pattern, const Fabric& fabric) {
  const PatternFigures& figures = pattern.figures;
  Json json;
  json["name"] = pattern.name;
  json["order"] = pattern.order;
  json["ranks"] = pattern.ranks;
  json["dummies"] = pattern.dummies;
  json["phases"] = figures.phases;
  json["flows"] = figures.flows;
  json["lost_flows"] = figures.lost_flows;
  json["throughput"] = throughput_json(pattern.throughput);
  json["bottlenecks"] = bottlenecks_json(pattern.bottlenecks, fabric);
  json["busiest_link"] = {{"max", figures.max_busiest_link},
                          {"mean", figures.mean_busiest_link},
                          {"least_possible", figures.mean_least_load}};
  json["contention_free"] = contention_free_share(figures);
  json["effective_bisection_bandwidth"] = {{"mean", pattern.bandwidth.mean},
                                           {"low", pattern.bandwidth.low},
                                           {"high", pattern.bandwidth.high},
                                           {"bisections", pattern.bisections}};
  json["time_ms"] = pattern.judge_ms;
  return json;
}

Json paths_by_lane(const Figures& figures) {
  Json list = Json::array();
  for (unsigned vl = 0; vl < figures.paths_by_vl.size(); ++vl) {
    if (figures.paths_by_vl[vl] == 0) continue;
    list.push_back({{"vl", vl}, {"paths", figures.paths_by_vl[vl]}});
  }
  return list;
}

void print_lanes(const Figures& figures) {
  std::string text;
  for (unsigned vl = 0; vl < figures.paths_by_vl.size(); ++vl) {
    if (figures.paths_by_vl[vl] == 0) continue;
    text += fmt::format("{}{} on VL {}", text.empty() ? "" : ", ", figures.paths_by_vl[vl], vl);
  }
  fmt::print("paths between switches by lane: {}\n", text);
}

void print_pattern(const PatternReport& pattern, const Fabric& fabric) {
  const PatternFigures& figures = pattern.figures;
  fmt::print("pattern {}: {} ranks {}, {} phases, {} flows, judged in {:.1f} ms\n", pattern.name,
             pattern.ranks, describe_order(pattern.order), figures.phases, figures.flows,
             pattern.judge_ms);
  if (figures.lost_flows > 0) {
    fmt::print("  {} flows have no path and count on no link\n", figures.lost_flows);
  }
  if (figures.flows == 0) return;
  fmt::print(
      "  jobs get {:.0f} % of what the fabric can carry: a flow {:.3f} of a port's bandwidth, and "
      "at "
      "most {:.3f} whatever the routes\n",
      100 * pattern.throughput.part(), pattern.throughput.share, pattern.throughput.most);
  for (const Bottleneck& link : worst(pattern.bottlenecks)) {
    fmt::print("  {} port {} holds back {:.1f} flows in a phase\n", fabric.describe_switch(link.sw),
               link.port, link.flows);
  }
  fmt::print(
      "  flows over the busiest link of a phase: at most {}, {:.2f} on average; no routing of "
      "these "
      "links gets below {:.2f}\n",
      figures.max_busiest_link, figures.mean_busiest_link, figures.mean_least_load);
  fmt::print("  phases without contention: {} of {} ({:.1f} %)\n", figures.contention_free_phases,
             figures.phases, 100 * contention_free_share(figures));
  fmt::print("  effective bisection bandwidth: {:.3f} ({:.3f} to {:.3f} at 95 %, {} bisections)\n",
             pattern.bandwidth.mean, pattern.bandwidth.low, pattern.bandwidth.high,
             pattern.bisections);
}

std::string lost_pair(const Findings& f, const LostPair& pair) {
  return fmt::format("from {} to {}", f.view.fabric.describe_end_port(pair.from),
                     f.view.fabric.describe_lid(pair.to));
}

Json lost_list(const Findings& f) {
  Json list = Json::array();
  for (const LostPair& pair : f.lost.list) list.push_back(lost_pair(f, pair));
  return list;
}

Json roots_json(const Findings& f) {
  Json list = Json::array();
  for (const SwitchIndex s : f.roots) {
    list.push_back({{"guid", fmt::format("0x{:016x}", f.view.fabric.switches()[s].node_guid)},
                    {"name", f.view.fabric.switch_name(s)}});
  }
  return list;
}

Json multicast_json(const MulticastVerdict* v) {
  if (v == nullptr) return nullptr;
  return {{"groups", v->groups},
          {"looping_groups", v->looping_groups},
          {"split_groups", v->split_groups},
          {"one_way_links", v->one_way_links},
          {"dead_ports", v->dead_ports},
          {"findings", v->findings}};
}

void print_multicast(const MulticastVerdict& v) {
  if (v.is_good()) {
    fmt::print("multicast: the trees of {} groups reach all their members, none goes round\n",
               v.groups);
  } else {
    fmt::print("multicast: of {} groups {} go round and {} are split; {} links send one way\n",
               v.groups, v.looping_groups, v.split_groups, v.one_way_links);
  }
  for (const std::string& finding : v.findings) fmt::print("  {}\n", finding);
  if (v.dead_ports != 0) fmt::print("  {} ports of groups have no link\n", v.dead_ports);
}

// Has the keys of a report, so readers need not distinguish the two.
void print_refusal(const Refusal& refusal, const std::string& error) {
  Json json;
  json["engine"] = refusal.engine.empty() ? Json(nullptr) : Json(refusal.engine);
  json["error"] = error;
  for (const char* key : {"fabric",
                          "time_ms",
                          "unreachable_pairs",
                          "disconnected_pairs",
                          "forwarding_loops",
                          "credit_loop",
                          "credit_loop_reversed",
                          "credit_loop_granted",
                          "pairs_at_risk",
                          "credit_loop_multicast",
                          "multicast_loop_sls",
                          "safe_on_one_lane",
                          "unreachable_switch_pairs",
                          "lost_pairs",
                          "roots",
                          "change",
                          "lanes_used",
                          "paths_by_lane",
                          "hops",
                          "link_load",
                          "links",
                          "several_lids",
                          "missing",
                          "rails",
                          "credit_loop_paths",
                          "pattern",
                          "adaptive",
                          "multicast",
                          "lft_digest"}) {
    json[key] = nullptr;
  }
  json["findings"] = Json::array();
  json["remarks"] = refusal.remarks;
  json["conf"] = conf_json(refusal.turns);
  json["choice"] = nullptr;
  fmt::print("{}", json.text());
}

void print_reachability(const Findings& f) {
  const Verdict& v = f.verdict;
  if (v.unreachable_pairs != 0) {
    fmt::print("reachability: {} pairs of end ports have no path; {} of them no link connects\n",
               v.unreachable_pairs, v.disconnected_pairs);
  } else if (!f.error.empty()) {
    fmt::print("reachability: every end port reaches every LID that is somebody's\n");
  } else if (count_without_lid(f.view.fabric) != 0) {
    fmt::print("reachability: every end port that has a LID reaches every other that has one\n");
  } else {
    fmt::print("reachability: every end port reaches every other\n");
  }
}

}  // namespace

Json channels_json(const Fabric& fabric, const std::vector<Channel>& cycle) {
  if (cycle.empty()) return nullptr;
  Json list = Json::array();
  for (const Channel& channel : cycle) {
    const Port& port = fabric.ports(channel.sw)[channel.port];
    list.push_back({{"switch", fmt::format("0x{:016x}", fabric.switches()[channel.sw].node_guid)},
                    {"port", channel.port},
                    {"vl", channel.vl},
                    {"to", fmt::format("0x{:016x}", fabric.switches()[port.peer].node_guid)},
                    {"to_port", port.peer_port}});
  }
  return list;
}

int or_refusal(bool json, const Refusal& refusal, const std::function<int()>& run) {
  try {
    return run();
  } catch (const std::exception& error) {
    if (json) print_refusal(refusal, sentence_of(error));
    for (const std::string& remark : refusal.remarks) {
      if (!json) warn(remark);
    }
    throw;
  }
}

int or_refusal(bool json, Json empty, const std::function<int()>& run) {
  try {
    return run();
  } catch (const std::exception& error) {
    empty["error"] = sentence_of(error);
    if (json) fmt::print("{}", empty.text());
    throw;
  }
}

double contention_free_share(const PatternFigures& figures) {
  return figures.phases == 0 ? 0
                             : static_cast<double>(figures.contention_free_phases) /
                                   static_cast<double>(figures.phases);
}

Json nulls(std::initializer_list<const char*> keys) {
  Json json = {{"error", nullptr}};
  for (const char* key : keys) json[key] = nullptr;
  return json;
}

std::string sentence_of(const std::exception& error) {
  const bool no_memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
  return no_memory ? "there is not enough memory for this fabric" : error.what();
}

std::string lft_digest(const Fabric& fabric, ConstTables tables) {
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(),
                                                                       &XXH3_freeState);
  if (!state) throw std::bad_alloc();
  XXH3_64bits_reset(state.get());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    std::array<unsigned char, 8> guid{};
    for (unsigned i = 0; i < 8; ++i) {
      guid[i] = static_cast<unsigned char>(fabric.switches()[s].node_guid >> (8 * i));
    }
    XXH3_64bits_update(state.get(), guid.data(), guid.size());
    XXH3_64bits_update(state.get(), tables.row(s) + 1, fabric.max_lid());
  }
  return fmt::format("{:016x}", XXH3_64bits_digest(state.get()));
}

Json findings_json(const Findings& f) {
  const Verdict& v = f.verdict;
  Json json;
  json["engine"] = f.engine.empty() ? Json(nullptr) : Json(f.engine);
  json["error"] = f.error.empty() ? Json(nullptr) : Json(f.error);
  json["fabric"] = fabric_json(f.view.fabric);
  json["time_ms"] = {{"read", f.read_ms},
                     {"route", f.route_ms ? Json(*f.route_ms) : Json(nullptr)},
                     {"verify", f.verify_ms}};
  json["unreachable_pairs"] = v.unreachable_pairs;
  json["disconnected_pairs"] = v.disconnected_pairs;
  json["forwarding_loops"] = v.forwarding_loops;
  json["credit_loop"] = channels_json(f.view.fabric, v.credit_loop);
  json["credit_loop_reversed"] = channels_json(f.view.fabric, v.credit_loop_reversed);
  json["credit_loop_granted"] = channels_json(f.view.fabric, v.credit_loop_granted);
  json["pairs_at_risk"] = f.pairs_at_risk;
  json["credit_loop_multicast"] = channels_json(f.view.fabric, v.credit_loop_multicast);
  json["multicast_loop_sls"] = numbers_in(v.multicast_loop_sls);
  json["safe_on_one_lane"] = v.safe_on_one_lane;
  json["unreachable_switch_pairs"] = v.unreachable_switch_pairs;
  json["lost_pairs"] = {{"between_hosts", f.lost.between_hosts},
                        {"of_aggregation_nodes", f.lost.of_aggregation_nodes},
                        {"to_switches", f.lost.to_switches},
                        {"list", lost_list(f)}};
  json["roots"] = roots_json(f);
  json["change"] = change_json(f.change);
  json["lanes_used"] = v.lanes_used;
  json["paths_by_lane"] = paths_by_lane(f.figures);
  json["hops"] = {{"max", f.figures.max_hops}, {"mean", f.figures.mean_hops}};
  json["link_load"] = {{"max", f.figures.max_link_load},
                       {"mean", f.figures.mean_link_load},
                       {"unused_links", f.figures.unused_links}};
  add_details(f.view, f.details, json);
  json["pattern"] = f.pattern ? pattern_json(*f.pattern, f.view.fabric) : Json(nullptr);
  json["adaptive"] = adaptive_json(f.view.fabric, f.adaptive);
  json["multicast"] = multicast_json(f.multicast);
  json["lft_digest"] = lft_digest(f.view.fabric, f.view.tables);
  json["findings"] = v.findings;
  json["remarks"] = f.remarks;
  json["conf"] = conf_json(f.turns);
  json["choice"] = choice_json(f.choice.get());
  return json;
}

void print_json(const Findings& f) { fmt::print("{}", findings_json(f).text()); }

void print_text(const Findings& f) {
  const Verdict& v = f.verdict;
  fmt::print("fabric: {} switches, {} CAs, {} links, {} LIDs\n", f.view.fabric.switch_count(),
             count_cas(f.view.fabric), count_links(f.view.fabric), f.view.fabric.lid_count());
  if (f.route_ms) {
    fmt::print("{}: read in {:.1f} ms, routed in {:.1f} ms, verified in {:.1f} ms\n", f.engine,
               f.read_ms, *f.route_ms, f.verify_ms);
  } else {
    fmt::print("tables: read in {:.1f} ms, verified in {:.1f} ms\n", f.read_ms, f.verify_ms);
  }
  if (f.turns) print_turns(*f.turns);
  if (f.explains && f.choice != nullptr) print_choice(*f.choice);
  for (const std::string& remark : f.remarks) fmt::print("{}\n", remark);
  if (f.change) fmt::print("{}\n", describe(*f.change));
  print_reachability(f);
  if (const std::string kinds = describe(f.lost); !kinds.empty()) {
    fmt::print("lost pairs that links connect: {}\n", kinds);
  }
  for (const LostPair& pair : f.lost.list) fmt::print("  {}\n", lost_pair(f, pair));
  if (v.unreachable_switch_pairs > 0) {
    fmt::print("switches: {} pairs of switches have no path\n", v.unreachable_switch_pairs);
  }
  if (v.forwarding_loops > 0) fmt::print("forwarding loops: {}\n", v.forwarding_loops);
  for (const std::string& finding : v.findings) fmt::print("  {}\n", finding);
  if (!v.credit_loop.empty()) {
    fmt::print("credit loop: possible: {}\n", describe_cycle(f.view.fabric, v.credit_loop));
  } else {
    fmt::print("credit loop: none, {} lane{} in use\n", v.lanes_used, v.lanes_used == 1 ? "" : "s");
    if (!v.credit_loop_reversed.empty()) {
      fmt::print("credit loop: possible with replies on the SL of their requests: {}\n",
                 describe_cycle(f.view.fabric, v.credit_loop_reversed));
    }
    if (!v.credit_loop_granted.empty()) {
      fmt::print("credit loop: possible with connections that keep the SLs of --live: {}\n",
                 describe_cycle(f.view.fabric, v.credit_loop_granted));
    }
    if (!v.credit_loop_multicast.empty()) {
      fmt::print("credit loop: possible once multicast joins in: {}\n",
                 describe_cycle(f.view.fabric, v.credit_loop_multicast));
    } else if (v.multicast_loop_sls != 0) {
      fmt::print("credit loop: possible with multicast groups on SL {}, not on SL 0\n",
                 joined(numbers_in(v.multicast_loop_sls), ", "));
    }
  }
  if (v.lanes_used > 1) print_lanes(f.figures);
  fmt::print("hops between switches: at most {}, {:.2f} on average\n", f.figures.max_hops,
             f.figures.mean_hops);
  fmt::print("paths over a link between switches: at most {}, {:.1f} on average, {} links unused\n",
             f.figures.max_link_load, f.figures.mean_link_load, f.figures.unused_links);
  print_details(f.view, f.details, v, f.with_lists);
  if (f.pattern) print_pattern(*f.pattern, f.view.fabric);
  if (f.adaptive != nullptr) print_adaptive(f.view.fabric, *f.adaptive, v, f.figures);
  if (f.multicast != nullptr) print_multicast(*f.multicast);
  fmt::print("digest of the tables: {}\n", lft_digest(f.view.fabric, f.view.tables));
}

}  // namespace weft::tool
