// Tested by tests/e2e/test_trace.py.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/error.h"
#include "common/base/json.h"
#include "common/fabric/counts.h"
#include "common/fabric/link_rate.h"
#include "common/fabric/named_node.h"
#include "common/graph/links.h"
#include "common/session/session.h"
#include "common/verify/link_uses.h"
#include "common/verify/path_trace.h"
#include "common/verify/several_lids.h"
#include "plugins/engines.h"
#include "tools/weft/commands.h"
#include "tools/weft/details.h"
#include "tools/weft/given_tables.h"
#include "tools/weft/load.h"
#include "tools/weft/report.h"
#include "tools/weft/routing_arguments.h"
#include "tools/weft/usual_options.h"

namespace weft::tool {
namespace {

constexpr std::size_t kSharersShown = 4;  // in text

struct Arguments {
  TableArguments given;
  std::string engine;  // the engine that makes the tables; empty: tables are given
  std::vector<std::string> settings;
  std::optional<OptionSyntax> live_option;
  std::optional<std::size_t> top;
  std::string from;
  std::string to;
  unsigned threads = 0;
  bool json = false;
};

// The tables of an engine for the fabric.
GivenTables route_by_engine(const Arguments& arguments, std::vector<std::string>& remarks,
                            const Workers& workers) {
  const EngineInfo& engine = find_engine(arguments.engine);
  RoutingInput input = read_input(
      as_routing(arguments.given, arguments.settings, arguments.live_option), {}, workers);
  remarks = std::move(input.remarks);
  TableBlock block(input.fabric.switch_count(), input.fabric.max_lid());
  Session session(engine, all_engines());
  const auto result = session.route(
      {std::move(input.fabric), input.settings.routing, workers, input.lanes}, block.tables());
  warn_all(result->routing.warnings);
  GivenTables made = {result->fabric, std::move(block), result->routing.lanes};
  if (result->routing.sl2vl) made.sl2vl = *result->routing.sl2vl;
  return made;
}

// A path between two nodes, to one LID of the second.
struct TracedPath {
  LidOwner from;
  Lid lid;
  std::optional<Sl> sl;  // nothing: the client chooses
  PathTrace trace;
};

// Paths between two nodes, to several LIDs of the second.
struct SeveralPaths {
  LidOwner from;
  std::vector<Lid> lids = {};
  PathsToPort paths = {};
};

// A link that several of these paths use.
struct SharedLink {
  LinkIndex link;
  std::vector<Lid> lids;
};

std::vector<SharedLink> shared_links(const SeveralPaths& several) {
  std::vector<SharedLink> links;
  for (std::size_t i = 0; i < several.lids.size(); ++i) {
    for (const LinkIndex link : several.paths.paths[i]) {
      auto found = std::ranges::find(links, link, &SharedLink::link);
      if (found == links.end()) found = links.insert(links.end(), {link, {}});
      found->lids.push_back(several.lids[i]);
    }
  }
  std::erase_if(links, [](const SharedLink& shared) { return shared.lids.size() < 2; });
  return links;
}

class Tracer {
 public:
  Tracer(const GivenTables& given, const Workers& workers)
      : fabric_(given.fabric),
        view_(given.view()),
        links_(fabric_),
        link_load_(measure_loads(view_, workers).link_load) {}

  std::vector<TracedPath> paths(const LidOwner& from, const LidOwner& to) const {
    std::vector<TracedPath> found;
    for (const Lid lid : lids(to)) {
      const bool is_switch = from.kind == PeerKind::kSwitch;
      const SwitchIndex s = is_switch ? from.index : fabric_.end_ports()[from.index].sw;
      const PortNum in_port = is_switch ? PortNum{0} : fabric_.end_ports()[from.index].switch_port;
      std::optional<Sl> sl;
      if (!std::holds_alternative<OneLane>(view_.lanes)) {
        sl = path_sl(view_.lanes, {s, is_switch ? kNone : from.index}, lid, 0);
      }
      found.push_back({from, lid, sl, trace_path(view_, s, in_port, lid, sl.value_or(0))});
    }
    return found;
  }

  // Paths between end ports over the link of a hop; nothing: it leads to an end port.
  std::optional<std::uint64_t> load(const Hop& hop) const {
    const Port& port = fabric_.ports(hop.at)[hop.out_port];
    if (port.kind != PeerKind::kSwitch) return std::nullopt;
    return link_load_[fabric_.switches()[hop.at].first_port + std::size_t{hop.out_port}];
  }

  // The link between switches on a path with the longest time for its paths; of equal ones the
  // first; null: no such link.
  const Hop* busiest(const PathTrace& trace) const {
    const Hop* found = nullptr;
    double most = 0;
    for (const Hop& hop : trace.hops) {
      const auto paths = load(hop);
      if (!paths) continue;
      const double time =
          static_cast<double>(*paths) / data_rate(fabric_.ports(hop.at)[hop.out_port].link);
      if (found != nullptr && time <= most) continue;
      found = &hop;
      most = time;
    }
    return found;
  }

  // The other users of the link of a hop. Computed once for paths with the same busiest link.
  const LinkSharers& sharers(const Hop& hop) {
    const auto [at, is_new] = sharers_.try_emplace({hop.at, hop.out_port});
    if (is_new) at->second = sharers_of(fabric_, view_.tables, hop.at, hop.out_port);
    return at->second;
  }

  // From the result of paths(). Nothing if there is only one LID, if both nodes are on one switch,
  // or if a path does not arrive.
  std::optional<SeveralPaths> several(const std::vector<TracedPath>& traced) const {
    if (traced.size() < 2) return std::nullopt;
    SeveralPaths found = {.from = traced.front().from};
    std::vector<std::vector<LinkIndex>> paths;
    for (const TracedPath& path : traced) {
      if (!path.trace.lost.empty()) return std::nullopt;
      found.lids.push_back(path.lid);
      paths.push_back(links_between_switches(path.trace));
    }
    found.paths = compare_paths(std::move(paths));
    if (found.paths.paths.empty()) return std::nullopt;
    return found;
  }

  const Links& links() const { return links_; }
  const Fabric& fabric() const { return fabric_; }
  std::string describe(const LidOwner& node) const {
    return node.kind == PeerKind::kSwitch ? "switch " + fabric_.describe_switch(node.index)
                                          : fabric_.describe_end_port(node.index);
  }
  Lid base_lid(const LidOwner& node) const { return lids(node).first; }

 private:
  LidRange lids(const LidOwner& node) const {
    return node.kind == PeerKind::kSwitch ? lids_of(fabric_.switches()[node.index])
                                          : lids_of(fabric_.end_ports()[node.index]);
  }

  std::vector<LinkIndex> links_between_switches(const PathTrace& trace) const {
    std::vector<LinkIndex> links;
    for (const Hop& hop : trace.hops) {
      const LinkIndex link = links_.at(hop.at, hop.out_port);
      if (link != kNone) links.push_back(link);
    }
    return links;
  }

  const Fabric& fabric_;
  RoutingView view_;
  Links links_;
  std::vector<std::uint64_t> link_load_;
  std::map<SwitchPort, LinkSharers> sharers_;
};

// «node-1 (0x...) (4), node-2 (0x...) (4) and 3 more».
template <typename List, typename Describe>
std::string describe_first(const List& list, std::size_t most, Describe describe) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, list.size()); ++i) {
    text += fmt::format("{}{} ({})", i == 0 ? "" : ", ", describe(list[i]), list[i].paths);
  }
  return text + (list.size() > most ? fmt::format(" and {} more", list.size() - most) : "");
}

void print_busiest(Tracer& tracer, const TracedPath& path, std::size_t most) {
  const Hop* const hop = tracer.busiest(path.trace);
  if (hop == nullptr) return;
  const Fabric& fabric = tracer.fabric();
  const LinkSharers& sharers = tracer.sharers(*hop);
  fmt::print("  its busiest link: {}, shared by {} senders to {} LIDs\n",
             describe_link(fabric, hop->at, hop->out_port), sharers.senders.size(),
             sharers.lids.size());
  if (most == 0 || sharers.lids.empty()) return;
  fmt::print("    from {}\n", describe_first(sharers.senders, most, [&](const SenderUse& use) {
               return fabric.describe_end_port(use.end_port);
             }));
  fmt::print("    to {}\n", describe_first(sharers.lids, most, [&](const LidUse& use) {
               return fabric.describe_lid(use.lid);
             }));
}

void print_text(Tracer& tracer, const TracedPath& path, std::size_t most) {
  const Fabric& fabric = tracer.fabric();
  fmt::print("from {} to {}, {}\n", tracer.describe(path.from), fabric.describe_lid(path.lid),
             path.sl ? fmt::format("SL {}", *path.sl) : std::string("any SL"));
  fmt::print("{:>6}  {:<46} {:>4} {:>3} {:>9}\n", "in", "switch", "out", "VL", "paths");
  for (const Hop& hop : path.trace.hops) {
    const auto load = tracer.load(hop);
    fmt::print("{:>6}  {:<46} {:>4} {:>3} {:>9}\n", hop.in_port, fabric.describe_switch(hop.at),
               hop.out_port, path.sl ? std::to_string(hop.vl) : "",
               load ? std::to_string(*load) : "");
  }
  print_busiest(tracer, path, most);
  fmt::print("  {}\n\n", path.trace.lost.empty()
                             ? fmt::format("arrives after {} links between switches",
                                           std::max<std::size_t>(path.trace.hops.size(), 1) - 1)
                             : "is lost: " + path.trace.lost);
}

void print_several(const Tracer& tracer, const SeveralPaths& several) {
  fmt::print(
      "from {} to the LIDs {}: {} different first links, {} paths without a link in common\n",
      tracer.describe(several.from), fmt::join(several.lids, ", "), several.paths.first_links,
      several.paths.apart);
  for (const SharedLink& shared : shared_links(several)) {
    const Link& link = tracer.links()[shared.link];
    fmt::print("  {} of {} share {}\n", fmt::join(shared.lids, ", "), several.lids.size(),
               describe_link(tracer.fabric(), link.from, link.port));
  }
  fmt::print("\n");
}

Json node_json(const Tracer& tracer, const LidOwner& node) {
  const Fabric& fabric = tracer.fabric();
  const bool is_switch = node.kind == PeerKind::kSwitch;
  return {{"guid", fmt::format("0x{:016x}", is_switch ? fabric.switches()[node.index].node_guid
                                                      : fabric.end_ports()[node.index].port_guid)},
          {"name", is_switch ? fabric.switch_name(node.index) : fabric.end_port_name(node.index)},
          {"lid", tracer.base_lid(node)}};
}

Json busiest_json(Tracer& tracer, const TracedPath& path, std::size_t most) {
  const Hop* const hop = tracer.busiest(path.trace);
  if (hop == nullptr) return nullptr;
  const Fabric& fabric = tracer.fabric();
  const LinkSharers& sharers = tracer.sharers(*hop);
  const auto with_paths = [&](const LidOwner& node, std::uint64_t paths) {
    Json json = node_json(tracer, node);
    json["paths"] = paths;
    return json;
  };
  return {{"switch", fmt::format("0x{:016x}", fabric.switches()[hop->at].node_guid)},
          {"name", fabric.switch_name(hop->at)},
          {"port", hop->out_port},
          {"paths", *tracer.load(*hop)},
          {"senders", first_of(sharers.senders, most,
                               [&](const SenderUse& use) {
                                 return with_paths({PeerKind::kEndPort, use.end_port}, use.paths);
                               })},
          {"lids", first_of(sharers.lids, most, [&](const LidUse& use) {
             Json json = with_paths(fabric.owner(use.lid), use.paths);
             json["lid"] = use.lid;
             return json;
           })}};
}

Json path_json(Tracer& tracer, const TracedPath& path, std::size_t most) {
  const Fabric& fabric = tracer.fabric();
  Json hops = Json::array();
  for (const Hop& hop : path.trace.hops) {
    const auto load = tracer.load(hop);
    hops.push_back({{"switch", fmt::format("0x{:016x}", fabric.switches()[hop.at].node_guid)},
                    {"name", fabric.switch_name(hop.at)},
                    {"in", hop.in_port},
                    {"out", hop.out_port},
                    {"vl", path.sl ? Json(hop.vl) : Json(nullptr)},
                    {"paths", load ? Json(*load) : Json(nullptr)}});
  }
  return {{"from", node_json(tracer, path.from)},
          {"lid", path.lid},
          {"sl", path.sl ? Json(*path.sl) : Json(nullptr)},
          {"lost", path.trace.lost.empty() ? Json(nullptr) : Json(path.trace.lost)},
          {"hops", std::move(hops)},
          {"busiest", busiest_json(tracer, path, most)}};
}

Json several_json(const Tracer& tracer, const SeveralPaths& several) {
  Json shared = Json::array();
  for (const SharedLink& of : shared_links(several)) {
    const Link& link = tracer.links()[of.link];
    shared.push_back(
        {{"switch", fmt::format("0x{:016x}", tracer.fabric().switches()[link.from].node_guid)},
         {"name", tracer.fabric().switch_name(link.from)},
         {"port", link.port},
         {"lids", of.lids}});
  }
  return {{"from", node_json(tracer, several.from)},
          {"lids", several.lids},
          {"first_links", several.paths.first_links},
          {"apart", several.paths.apart},
          {"shared", std::move(shared)}};
}

// With --live there is no FABRIC, so A and B come first.
Arguments with_nodes_in_place(Arguments arguments) {
  if (arguments.given.is_live && arguments.to.empty()) {
    arguments.to = std::exchange(arguments.from, std::exchange(arguments.given.fabric, {}));
  }
  if (arguments.from.empty() || arguments.to.empty()) {
    throw BadInput("trace needs two nodes, A and B");
  }
  return arguments;
}

int trace(const Arguments& as_given) {
  const Arguments arguments = with_nodes_in_place(as_given);
  const Workers workers(arguments.threads);
  std::vector<std::string> remarks;
  const GivenTables given = arguments.engine.empty()
                                ? read_given_tables(arguments.given, remarks, workers)
                                : route_by_engine(arguments, remarks, workers);
  warn_all(remarks);
  if (!given.missing.empty()) warn(given.missing);
  if (!given.error.empty()) throw BadInput(given.error);
  const LidOwner from = find_named(given.fabric, arguments.from);
  const LidOwner to = find_named(given.fabric, arguments.to);
  Tracer tracer(given, workers);
  std::vector<TracedPath> paths;
  std::vector<SeveralPaths> several;
  for (const auto& [a, b] : {std::pair(from, to), std::pair(to, from)}) {
    std::vector<TracedPath> one_way = tracer.paths(a, b);
    if (auto found = tracer.several(one_way)) several.push_back(std::move(*found));
    std::ranges::move(one_way, std::back_inserter(paths));
  }

  if (arguments.json) {
    Json list = Json::array();
    const std::size_t most = arguments.top.value_or(kUsualTop);
    for (const TracedPath& path : paths) list.push_back(path_json(tracer, path, most));
    Json together = Json::array();
    for (const SeveralPaths& one_way : several) together.push_back(several_json(tracer, one_way));
    fmt::print("{}", Json({{"error", nullptr},
                           {"paths", std::move(list)},
                           {"several_lids", std::move(together)}})
                         .text());
  } else {
    const std::size_t most = arguments.top.value_or(kSharersShown);
    for (const TracedPath& path : paths) print_text(tracer, path, most);
    for (const SeveralPaths& one_way : several) print_several(tracer, one_way);
  }
  const bool all_arrive =
      std::ranges::all_of(paths, [](const TracedPath& path) { return path.trace.lost.empty(); });
  return all_arrive ? 0 : 1;
}

}  // namespace

Command add_trace(CommandSyntax app) {
  const auto arguments = std::make_shared<Arguments>();
  const CommandSyntax sub = app.add_command(
      "trace", "Say by which switches, ports and lanes packets go between two nodes, both ways");
  add_table_options(sub, arguments->given);
  const char* const node =
      "A LID, a GUID behind 0x, a node description, or the first word of one, of a host or a "
      "switch";
  sub.add_option("A", arguments->from, node);
  sub.add_option("B", arguments->to, node);
  const OptionSyntax engine =
      sub.add_option("--engine", arguments->engine,
                     "Route by this engine, as weft route does, instead of reading --lfts")
          .type_name("NAME");
  for (const char* option : {"--lfts", "--psl", "--sl2vl"}) engine.excludes(option);
  sub.add_option("--set", arguments->settings, "Of --engine: an option as in opensm.conf")
      .type_name("KEY=VALUE")
      .one_value_each_time()
      .needs(engine);
  arguments->live_option = sub.option("--live");
  sub.add_option("--top", arguments->top,
                 "Of each path's busiest link, list so many of those who send over it, and of "
                 "those they send to")
      .type_name("N");
  add_threads_option(sub, arguments->threads);
  add_json_option(sub, arguments->json);
  return [arguments] {
    return or_refusal(arguments->json,
                      Json({{"error", nullptr}, {"paths", nullptr}, {"several_lids", nullptr}}),
                      [&] { return trace(*arguments); });
  };
}

}  // namespace weft::tool
