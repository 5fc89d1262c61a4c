// Tested by tests/e2e/test_trace.py.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/error.h"
#include "common/base/json.h"
#include "common/fabric/counts.h"
#include "common/fabric/named_node.h"
#include "common/verify/path_trace.h"
#include "tools/weft/commands.h"
#include "tools/weft/given_tables.h"
#include "tools/weft/load.h"
#include "tools/weft/report.h"

namespace weft::tool {
namespace {

struct Arguments {
  TableArguments given;
  std::string from;
  std::string to;
  unsigned threads = 0;
  bool json = false;
};

// Between two nodes, to one of the LIDs of the second.
struct TracedPath {
  LidOwner from;
  Lid lid;
  std::optional<Sl> sl;  // nothing: that of the client's choice
  PathTrace trace;
};

class Tracer {
 public:
  Tracer(const GivenTables& given, const Workers& workers)
      : fabric_(given.fabric), view_(given.view()), link_load_(measure(view_, workers).link_load) {}

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

  // Paths between end ports over the link that a hop takes; nothing: it leads to an end port.
  std::optional<std::uint64_t> load(const Hop& hop) const {
    const Port& port = fabric_.ports(hop.at)[hop.out_port];
    if (port.kind != PeerKind::kSwitch) return std::nullopt;
    return link_load_[fabric_.switches()[hop.at].first_port + std::size_t{hop.out_port}];
  }

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

  const Fabric& fabric_;
  RoutingView view_;
  std::vector<std::uint64_t> link_load_;
};

void print_text(const Tracer& tracer, const TracedPath& path) {
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
  fmt::print("  {}\n\n", path.trace.lost.empty()
                             ? fmt::format("arrives after {} links between switches",
                                           std::max<std::size_t>(path.trace.hops.size(), 1) - 1)
                             : "is lost: " + path.trace.lost);
}

Json node_json(const Tracer& tracer, const LidOwner& node) {
  const Fabric& fabric = tracer.fabric();
  const bool is_switch = node.kind == PeerKind::kSwitch;
  return {{"guid", fmt::format("0x{:016x}", is_switch ? fabric.switches()[node.index].node_guid
                                                      : fabric.end_ports()[node.index].port_guid)},
          {"name", is_switch ? fabric.switch_name(node.index) : fabric.end_port_name(node.index)},
          {"lid", tracer.base_lid(node)}};
}

Json path_json(const Tracer& tracer, const TracedPath& path) {
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
          {"hops", std::move(hops)}};
}

// With --live there is no FABRIC, so that A and B come first.
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
  const GivenTables given = read_given_tables(arguments.given, remarks, workers);
  for (const std::string& remark : remarks) warn(remark);
  if (!given.missing.empty()) warn(given.missing);
  if (!given.error.empty()) throw BadInput(given.error);
  const LidOwner from = find_named(given.fabric, arguments.from);
  const LidOwner to = find_named(given.fabric, arguments.to);
  const Tracer tracer(given, workers);
  std::vector<TracedPath> paths = tracer.paths(from, to);
  for (TracedPath& back : tracer.paths(to, from)) paths.push_back(std::move(back));

  if (arguments.json) {
    Json list = Json::array();
    for (const TracedPath& path : paths) list.push_back(path_json(tracer, path));
    fmt::print("{}", Json({{"error", nullptr}, {"paths", std::move(list)}}).text());
  } else {
    for (const TracedPath& path : paths) print_text(tracer, path);
  }
  const bool all_arrive =
      std::ranges::all_of(paths, [](const TracedPath& path) { return path.trace.lost.empty(); });
  return all_arrive ? 0 : 1;
}

int trace_or_refusal(const Arguments& arguments) {
  try {
    return trace(arguments);
  } catch (const std::exception& error) {
    if (arguments.json) {
      fmt::print("{}", Json({{"error", sentence_of(error)}, {"paths", nullptr}}).text());
    }
    throw;
  }
}

}  // namespace

Command add_trace(CLI::App& app) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* sub = app.add_subcommand(
      "trace", "Say by which switches, ports and lanes packets go between two nodes, both ways");
  add_table_options(*sub, arguments->given);
  const char* const node =
      "A LID, a GUID behind 0x, a node description, or the first word of one, of a host or a "
      "switch";
  sub->add_option("A", arguments->from, node);
  sub->add_option("B", arguments->to, node);
  sub->add_option("--threads", arguments->threads, "How many threads may work; 0: one a processor")
      ->check(CLI::Range(0, 1024))
      ->type_name("N");
  sub->add_flag("--json", arguments->json, "Print one JSON object");
  return [arguments] { return trace_or_refusal(*arguments); };
}

}  // namespace weft::tool
