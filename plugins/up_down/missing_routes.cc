#include "plugins/up_down/missing_routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "common/fabric/counts.h"
#include "common/graph/pieces.h"
#include "common/routing/node_roles.h"
#include "common/verify/dependencies.h"
#include "plugins/up_down/hubs.h"
#include "plugins/up_down/path_adder.h"
#include "plugins/up_down/valley_paths.h"

namespace weft {
namespace {

constexpr std::size_t kMostNamed = 10;

// The most turns to look at: about half a second.
constexpr std::uint64_t kMostWork = 50'000'000;
constexpr unsigned kAnyReverseHops = std::numeric_limits<unsigned>::max();

std::vector<Lid> end_port_lids(const Fabric& fabric, std::span<const EndPortIndex> end_ports) {
  std::vector<Lid> all;
  for (const EndPortIndex e : end_ports) {
    for (const Lid lid : lids_of(fabric.end_ports()[e])) all.push_back(lid);
  }
  return all;
}

// Sorts switches by their distance from `to`, so that the next hops on the shortest paths of each
// get their paths first.
void sort_by_distance(const Fabric& fabric, SwitchIndex to, std::vector<SwitchIndex>& switches) {
  std::vector<std::uint32_t> place(fabric.switch_count(), kNone);
  std::vector<SwitchIndex> queue = {to};
  place[to] = 0;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    for (const Port& port : fabric.ports(queue[next])) {
      if (port.kind != PeerKind::kSwitch || place[port.peer] != kNone) continue;
      place[port.peer] = static_cast<std::uint32_t>(queue.size());
      queue.push_back(port.peer);
    }
  }
  std::sort(switches.begin(), switches.end(),
            [&](SwitchIndex a, SwitchIndex b) { return place[a] < place[b]; });
}

// Calls visit(s, d) for each switch s without an up*/down* path to the destination at position d in
// the targets, though links lead there. Rows are read one after the other, since a column has an
// entry in each row.
template <typename Visit>
void for_each_without_path(const Fabric& fabric, const Targets& targets, const HopTable& table,
                           Visit visit) {
  const std::vector<std::uint32_t> piece = find_pieces(fabric).of;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto row = table.distances.from(s);
    for (std::size_t d = 0; d < targets.switches.size(); ++d) {
      if (row[d] == kFar && piece[s] == piece[targets.switches[d]]) visit(s, d);
    }
  }
}

std::vector<MissingPaths> find_missing(const Fabric& fabric, const Targets& targets,
                                       const HopTable& table,
                                       const std::vector<SwitchIndex>& roots) {
  const std::vector<std::uint32_t> end_ports = end_ports_by_switch(fabric);
  std::vector<char> is_root(fabric.switch_count());
  for (const SwitchIndex root : roots) is_root[root] = 1;

  // By position in the targets.
  std::vector<std::vector<SwitchIndex>> pairs(targets.switches.size()), ways(pairs.size());
  for_each_without_path(fabric, targets, table, [&](SwitchIndex s, std::size_t d) {
    if (end_ports[s] > 0) pairs[d].push_back(s);
    if (end_ports[s] > 0 || is_root[targets.switches[d]]) ways[d].push_back(s);
  });
  std::vector<MissingPaths> missing;
  const auto collect = [&](std::size_t d, std::vector<Lid> lids, std::vector<SwitchIndex> from,
                           bool between_end_ports) {
    if (lids.empty() || from.empty()) return;
    missing.push_back({d, std::move(lids), std::move(from), between_end_ports, kAnyReverseHops});
  };
  for (std::size_t d = 0; d < targets.switches.size(); ++d) {
    if (!pairs[d].empty()) {
      collect(d, end_port_lids(fabric, targets.at(d)), std::move(pairs[d]), true);
    }
  }
  for (std::size_t d = 0; d < targets.switches.size(); ++d) {
    std::vector<Lid> lids;
    for (const Lid lid : lids_of(fabric.switches()[targets.switches[d]])) lids.push_back(lid);
    collect(d, std::move(lids), std::move(ways[d]), false);
  }
  return missing;
}

// The missing paths that must be added.
std::vector<MissingPaths> choose(const RouteRequest& request, const Targets& targets,
                                 const std::vector<MissingPaths>& missing, MissingPairs pairs,
                                 const std::vector<SwitchIndex>& roots) {
  if (pairs == MissingPairs::kAll) return missing;
  const Fabric& fabric = request.fabric;
  const std::vector<NodeRole> roles = node_roles(fabric, request.options);
  std::vector<char> has_io_nodes(fabric.switch_count());
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    if (roles[e] == NodeRole::kIo) has_io_nodes[fabric.end_ports()[e].sw] = 1;
  }
  std::vector<MissingPaths> chosen;
  for (const MissingPaths& paths : missing) {
    if (!paths.between_end_ports) {
      const SwitchIndex to = targets.switches[paths.d];
      if (std::find(roots.begin(), roots.end(), to) != roots.end()) chosen.push_back(paths);
    } else if (pairs == MissingPairs::kIoNodes) {
      std::vector<EndPortIndex> io_nodes;
      for (const EndPortIndex e : targets.at(paths.d)) {
        if (roles[e] == NodeRole::kIo) io_nodes.push_back(e);
      }
      MissingPaths part = {
          paths.d, end_port_lids(fabric, io_nodes), {}, true, request.options.max_reverse_hops};
      for (const SwitchIndex s : paths.from) {
        if (has_io_nodes[s]) part.from.push_back(s);
      }
      if (!part.lids.empty() && !part.from.empty()) chosen.push_back(std::move(part));
    }
  }
  return chosen;
}

// Adds paths over hubs; returns the paths that are still missing, and the turns in `result`.
std::vector<MissingPaths> add_over_hubs(const RouteRequest& request, const HopTable& table,
                                        const std::vector<MissingPaths>& missing, Tables rows,
                                        MissingRoutes& result) {
  const Links& links = *result.links;
  result.turns = std::make_unique<AcyclicTurns>(links, std::span<const LinkIndex>(), kMostWork);
  result.turns->add_where(
      [&](LinkTurn turn) { return is_up_down_turn(links, table.orientation, turn); });
  const std::vector<Hub> hubs =
      find_hubs(links, table.orientation, end_ports_by_switch(request.fabric), *result.turns);
  for (const Hub& hub : hubs) result.valleys.push_back(hub.s);
  std::vector<MissingPaths> left(missing.size());
  request.workers.parallel_for(missing.size(), 8, [&](std::size_t first, std::size_t last) {
    ValleyPaths paths(request.fabric, table, rows, *result.turns, hubs);
    for (std::size_t i = first; i < last; ++i) left[i] = paths.add(missing[i]);
  });
  std::erase_if(left, [](const MissingPaths& m) { return m.from.empty(); });
  return left;
}

// The turns of the paths in the rows from switches with end ports.
std::unique_ptr<AcyclicTurns> turns_in(const RouteRequest& request, const Links& links,
                                       ConstTables rows) {
  const Fabric& fabric = request.fabric;
  Dependencies used(links, 1);
  request.workers.parallel_for(fabric.switch_count(), 16, [&](std::size_t first, std::size_t last) {
    for (SwitchIndex s = static_cast<SwitchIndex>(first); s < last; ++s) {
      const PortNum* const here = rows.row(s);
      for (std::size_t lid = 1; lid <= fabric.max_lid(); ++lid) {
        const LinkIndex from = here[lid] == kNoPath ? kNone : links.at(s, here[lid]);
        if (from == kNone) continue;
        const PortNum then = rows.row(links.to(from))[lid];
        const LinkIndex to = then == kNoPath ? kNone : links.at(links.to(from), then);
        if (to != kNone) used.add(from, 0, to, 0);
      }
    }
  });
  std::vector<LinkTurn> turns;
  for (LinkIndex from = 0; from < links.count(); ++from) {
    used.for_each_next(from, [&](LinkIndex to) { turns.push_back({from, to}); });
  }
  auto result = std::make_unique<AcyclicTurns>(links, std::span<const LinkIndex>(), kMostWork);
  result->add_each(turns);
  return result;
}

void add(const RouteRequest& request, const Targets& targets, const HopTable& table,
         const std::vector<MissingPaths>& missing, Tables rows, MissingRoutes& result) {
  result.links = std::make_unique<const Links>(request.fabric);
  std::vector<MissingPaths> left = add_over_hubs(request, table, missing, rows, result);
  if (left.empty()) return;
  result.leaves_up_down_free = false;
  // Only the turns that the tables use count, which leaves room for others.
  result.turns = turns_in(request, *result.links, rows);
  PathAdder adder(request, table, rows, *result.turns);
  for (MissingPaths& paths : left) {
    if (!paths.between_end_ports) {
      sort_by_distance(request.fabric, targets.switches[paths.d], paths.from);
    }
    adder.add(paths);
  }
}

// Names the pairs that are still missing.
void describe(const Fabric& fabric, const Targets& targets,
              const std::vector<MissingPaths>& missing, ConstTables rows, MissingRoutes& result) {
  const std::vector<std::uint32_t> sources = sources_by_switch(fabric);
  std::vector<EndPortIndex> one_of(fabric.switch_count(), kNone);
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    if (fabric.end_ports()[e].lid != 0) one_of[fabric.end_ports()[e].sw] = e;
  }
  for (const MissingPaths& paths : missing) {
    if (!paths.between_end_ports) continue;
    for (const SwitchIndex s : paths.from) {
      if (sources[s] == 0) continue;
      const auto is_unreached = [&](Lid lid) { return rows.row(s)[lid] == kNoPath; };
      const auto first = std::find_if(paths.lids.begin(), paths.lids.end(), is_unreached);
      if (first == paths.lids.end()) continue;
      const auto unreached =
          static_cast<std::uint64_t>(std::count_if(first, paths.lids.end(), is_unreached));
      result.unrouted_pairs += sources[s] * unreached;
      if (result.unrouted.size() == kMostNamed) continue;
      result.unrouted.push_back(
          fmt::format("no path leads from {} ({} end ports, for example {}) to {} ({} LIDs, for "
                      "example that of {})",
                      fabric.describe_switch(s), sources[s], fabric.describe_end_port(one_of[s]),
                      fabric.describe_switch(targets.switches[paths.d]), unreached,
                      fabric.describe_end_port(fabric.owner(*first).index)));
    }
  }
}

}  // namespace

MissingPairs missing_pairs_to_add(const Options& options) {
  if (options.calculate_missing_routes) return MissingPairs::kAll;
  return options.io_nodes && options.max_reverse_hops > 0 ? MissingPairs::kIoNodes
                                                          : MissingPairs::kNoPairs;
}

MissingRoutes add_missing_routes(const RouteRequest& request, const Targets& targets,
                                 const HopTable& table, MissingPairs pairs,
                                 const std::vector<SwitchIndex>& roots, Tables rows) {
  const std::vector<MissingPaths> missing = find_missing(request.fabric, targets, table, roots);
  MissingRoutes result;
  // LIDs of switches alone are not worth the search, unless connect_roots asks for it.
  if (roots.empty() && std::none_of(missing.begin(), missing.end(),
                                    [](const MissingPaths& m) { return m.between_end_ports; })) {
    return result;
  }
  const std::vector<MissingPaths> chosen = choose(request, targets, missing, pairs, roots);
  if (!chosen.empty()) {
    add(request, targets, table, chosen, rows, result);
    result.has_added_paths.resize(targets.switches.size());
    for (const MissingPaths& paths : chosen) result.has_added_paths[paths.d] = true;
  }
  describe(request.fabric, targets, missing, rows, result);
  return result;
}

void add_answers(const RouteRequest& request, const Targets& targets, const HopTable& table,
                 MissingRoutes& missing, Tables rows) {
  const Fabric& fabric = request.fabric;
  const std::vector<std::uint32_t> end_ports = end_ports_by_switch(fabric);
  std::vector<std::vector<SwitchIndex>> from(targets.switches.size());
  for_each_without_path(fabric, targets, table, [&](SwitchIndex s, std::size_t d) {
    if (end_ports[s] == 0 && end_ports[targets.switches[d]] > 0) from[d].push_back(s);
  });
  PathAdder adder(request, table, rows, *missing.turns);
  for (std::size_t d = 0; d < from.size(); ++d) {
    if (from[d].empty()) continue;
    sort_by_distance(fabric, targets.switches[d], from[d]);
    adder.add(
        {d, end_port_lids(fabric, targets.at(d)), std::move(from[d]), false, kAnyReverseHops});
  }
}

}  // namespace weft
