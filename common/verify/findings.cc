#include "common/verify/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "common/verify/path_trace.h"

namespace weft {
namespace {

constexpr std::size_t kMaxFindings = 8;
constexpr std::size_t kMaxOfOneKind = 3;

// The first end port that the LID cannot be reached from although the topology connects them.
std::optional<std::string> example_pair(const RoutingView& view, const FabricIndex& index,
                                        Lid lid) {
  const Fabric& fabric = view.fabric;
  const std::uint32_t piece = index.piece(fabric.destination_switch(lid));
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const EndPort& source = fabric.end_ports()[e];
    if (e == fabric.owner(lid).index || index.piece(source.sw) != piece) continue;
    const SlSet sls = path_sls(view.lanes, {source.sw, e}, lid);
    for (unsigned rest = sls; rest != 0; rest &= rest - 1) {
      const auto sl = static_cast<Sl>(std::countr_zero(rest));
      const std::string lost = trace_path(view, source.sw, source.switch_port, lid, sl).lost;
      if (lost.empty()) continue;
      return fmt::format("no path from {} to {}: {}", fabric.describe_end_port(e),
                         fabric.describe_lid(lid), lost);
    }
  }
  return std::nullopt;
}

std::optional<std::string> example_switch_pair(const RoutingView& view, const FabricIndex& index,
                                               Lid lid) {
  const Fabric& fabric = view.fabric;
  const SwitchIndex target = fabric.owner(lid).index;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (s == target || index.piece(s) != index.piece(target)) continue;
    if (const std::string lost = trace_path(view, s, 0, lid, 0).lost; !lost.empty()) {
      return fmt::format("no path from switch {} to {}: {}", fabric.describe_switch(s),
                         fabric.describe_lid(lid), lost);
    }
  }
  return std::nullopt;
}

// The first end port of each of two islands.
std::optional<std::string> example_pieces(const FabricIndex& index) {
  const Fabric& fabric = index.fabric();
  for (const EndPort& e : fabric.end_ports()) {
    const EndPort& first = fabric.end_ports()[0];
    if (index.piece(e.sw) == index.piece(first.sw)) continue;
    return fmt::format(
        "no links lead from switch {} of {} to switch {} of {}", fabric.describe_switch(first.sw),
        fabric.describe_end_port(0), fabric.describe_switch(e.sw),
        fabric.describe_end_port(static_cast<EndPortIndex>(&e - fabric.end_ports().data())));
  }
  return std::nullopt;
}

// A switch on a forwarding loop for a LID; there must be a loop.
SwitchIndex on_loop(const RoutingView& view, Lid lid) {
  const Fabric& fabric = view.fabric;
  std::vector<SwitchIndex> walked(fabric.switch_count(), kNone);  // by switch: the last start
  for (SwitchIndex start = 0; start < fabric.switch_count(); ++start) {
    SwitchIndex s = start;
    while (walked[s] == kNone) {
      walked[s] = start;
      const PortNum entry = view.tables.row(s)[lid];
      if (entry >= fabric.ports(s).size()) break;
      const Port& port = fabric.ports(s)[entry];
      if (port.kind != PeerKind::kSwitch) break;
      s = port.peer;
      if (walked[s] == start) return s;
    }
  }
  return kNone;
}

std::optional<std::string> example_loop(const RoutingView& view, Lid lid) {
  const Fabric& fabric = view.fabric;
  const SwitchIndex first = on_loop(view, lid);
  if (first == kNone) return std::nullopt;
  std::string path;
  std::size_t length = 0;
  constexpr std::size_t kShown = 8;
  SwitchIndex s = first;
  do {
    const PortNum entry = view.tables.row(s)[lid];
    if (length < kShown) {
      path += fmt::format("{} port {} -> ", fabric.describe_switch(s), entry);
    }
    ++length;
    s = fabric.ports(s)[entry].peer;
  } while (s != first);
  if (length > kShown) path += fmt::format("{} more -> ", length - kShown);
  return fmt::format("forwarding loop on the way to {}: {}{}", fabric.describe_lid(lid), path,
                     fabric.describe_switch(first));
}

}  // namespace

std::vector<std::string> find_examples(const RoutingView& view, const FabricIndex& index,
                                       const LidResults& results) {
  std::vector<std::string> findings;
  std::size_t of_this_kind = 0;
  const auto add = [&](std::optional<std::string> finding) {
    if (!finding || findings.size() == kMaxFindings) return;
    findings.push_back(std::move(*finding));
    ++of_this_kind;
  };
  const auto for_each_lid = [&](auto&& wrong, auto&& example) {
    of_this_kind = 0;
    for (std::size_t lid = 1; lid < results.pairs.size() && of_this_kind < kMaxOfOneKind; ++lid) {
      if (wrong(lid)) add(example(static_cast<Lid>(lid)));
    }
  };
  const Fabric& fabric = view.fabric;
  for_each_lid(
      [&](std::size_t lid) {
        if (results.pairs[lid].lost == 0) return false;
        const SwitchIndex s = fabric.destination_switch(static_cast<Lid>(lid));
        return results.pairs[lid].lost >
               index.sources().size() - index.piece_end_ports(index.piece(s));
      },
      [&](Lid lid) { return example_pair(view, index, lid); });
  for_each_lid(
      [&](std::size_t lid) {
        return results.pairs[lid].loops != 0 || results.switches[lid].loops != 0;
      },
      [&](Lid lid) { return example_loop(view, lid); });
  for_each_lid(
      [&](std::size_t lid) {
        if (results.switches[lid].lost == 0) return false;
        const SwitchIndex s = fabric.owner(static_cast<Lid>(lid)).index;
        return fabric.switches()[s].lid == lid &&
               results.switches[lid].lost >
                   fabric.switch_count() - index.piece_switches(index.piece(s));
      },
      [&](Lid lid) { return example_switch_pair(view, index, lid); });
  add(example_pieces(index));
  return findings;
}

std::string describe_cycle(const Fabric& fabric, const std::vector<Channel>& cycle) {
  constexpr std::size_t kShown = 16;
  const auto describe = [&](const Channel& c) {
    return fmt::format("{} port {} VL {}", fabric.describe_switch(c.sw), c.port, c.vl);
  };
  if (cycle.empty()) return {};
  std::string text;
  for (std::size_t i = 0; i < std::min(cycle.size(), kShown); ++i) {
    text += describe(cycle[i]) + " -> ";
  }
  if (cycle.size() > kShown) text += fmt::format("{} more -> ", cycle.size() - kShown);
  return text + describe(cycle.front());
}

}  // namespace weft
