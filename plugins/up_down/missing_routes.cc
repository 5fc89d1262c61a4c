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
#include "plugins/up_down/path_adder.h"

namespace weft {
namespace {

constexpr std::size_t kMostNamed = 10;

// Turns to look at: about half a second's worth.
constexpr std::uint64_t kMostWork = 50'000'000;

std::vector<Lid> end_port_lids(const Fabric& fabric, std::span<const EndPortIndex> end_ports) {
  std::vector<Lid> all;
  for (const EndPortIndex e : end_ports) {
    for (const Lid lid : lids_of(fabric.end_ports()[e])) all.push_back(lid);
  }
  return all;
}

// Paths that are missing to some LIDs of one destination switch.
struct Demand {
  std::size_t d;  // position in the targets
  std::vector<Lid> lids;
  std::vector<SwitchIndex> from;
  bool between_end_ports;
  unsigned most_reverse_hops = std::numeric_limits<unsigned>::max();
};

// False if some could not be added.
bool add_all(const std::vector<Demand>& demands, PathAdder& adder) {
  bool complete = true;
  for (const Demand& demand : demands) {
    adder.start(demand.d, demand.lids, demand.most_reverse_hops);
    for (const SwitchIndex s : demand.from) complete &= adder.connect(s);
  }
  return complete;
}

// Where paths should turn up so that they close no cycle: in each piece at one switch, which has
// paths to and from the most switches that miss some, and the shortest, and at all switches from
// which the way down leads to it. In a whole tree those form a tree upside down, with that switch
// as its root: packets that turn in it alone walk along its branches, and once they left it, down,
// they cannot enter it again.
std::vector<SwitchIndex> find_valleys(const Fabric& fabric, const Targets& targets,
                                      const HopTable& table, const std::vector<Demand>& demands) {
  std::vector<char> misses(fabric.switch_count());
  for (const Demand& demand : demands) {
    misses[targets.switches[demand.d]] = 1;
    for (const SwitchIndex s : demand.from) misses[s] = 1;
  }
  struct Valley {
    std::uint64_t cut_off = 0;
    std::uint64_t hops = 0;
    SwitchIndex s = kNone;
    bool is_better_than(const Valley& other) const {
      return other.s == kNone || std::pair(cut_off, hops) < std::pair(other.cut_off, other.hops);
    }
  };
  const std::vector<std::uint32_t> piece = find_pieces(fabric).of;
  std::vector<Valley> best(fabric.switch_count());  // by piece
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    Valley valley{0, 0, s};
    for (std::size_t d = 0; d < targets.switches.size(); ++d) {
      if (!misses[targets.switches[d]] || piece[targets.switches[d]] != piece[s]) continue;
      const Hops hops = table.hops(s, d);  // there is a way back if there is one out
      hops == kFar ? ++valley.cut_off : valley.hops += hops;
    }
    if (valley.is_better_than(best[piece[s]])) best[piece[s]] = valley;
  }
  std::vector<SwitchIndex> valleys;
  for (const Demand& demand : demands) {
    const SwitchIndex valley = best[piece[targets.switches[demand.d]]].s;
    if (std::find(valleys.begin(), valleys.end(), valley) == valleys.end()) {
      valleys.push_back(valley);
    }
  }
  return valleys;
}

// By switch: is it one of the valleys, or above one?
std::vector<bool> above(const Fabric& fabric, const Targets& targets, const HopTable& table,
                        const std::vector<SwitchIndex>& valleys) {
  std::vector<bool> result(fabric.switch_count());
  for (std::size_t d = 0; d < targets.switches.size(); ++d) {
    if (std::find(valleys.begin(), valleys.end(), targets.switches[d]) == valleys.end()) continue;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (table.distances.from(s)[d] < kUpFirst) result[s] = true;
    }
  }
  return result;
}

// Those nearest to a switch first, so that each finds all its neighbours on shortest ways with a
// path.
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

std::vector<Demand> find_missing(const Fabric& fabric, const Targets& targets,
                                 const HopTable& table, const std::vector<SwitchIndex>& roots) {
  const std::vector<std::uint32_t> piece = find_pieces(fabric).of;
  const std::vector<std::uint32_t> end_ports = end_ports_by_switch(fabric);
  std::vector<char> is_root(fabric.switch_count());
  for (const SwitchIndex root : roots) is_root[root] = 1;

  // By position in the targets. Rows are read one after the other: a column is scattered over them.
  std::vector<std::vector<SwitchIndex>> pairs(targets.switches.size()), ways(pairs.size());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto row = table.distances.from(s);
    for (std::size_t d = 0; d < targets.switches.size(); ++d) {
      if (row[d] != kFar || piece[s] != piece[targets.switches[d]]) continue;
      if (end_ports[s] > 0) pairs[d].push_back(s);
      if (is_root[targets.switches[d]]) ways[d].push_back(s);
    }
  }
  std::vector<Demand> demands;
  const auto collect = [&](std::size_t d, std::vector<Lid> lids, std::vector<SwitchIndex> from,
                           bool between_end_ports) {
    if (lids.empty() || from.empty()) return;
    demands.push_back({d, std::move(lids), std::move(from), between_end_ports});
  };
  for (std::size_t d = 0; d < targets.switches.size(); ++d) {
    if (!pairs[d].empty()) {
      collect(d, end_port_lids(fabric, targets.at(d)), std::move(pairs[d]), true);
    }
  }
  for (std::size_t d = 0; d < targets.switches.size(); ++d) {
    const Switch& root = fabric.switches()[targets.switches[d]];
    if (!ways[d].empty()) sort_by_distance(fabric, targets.switches[d], ways[d]);
    std::vector<Lid> lids;
    for (const Lid lid : lids_of(root)) lids.push_back(lid);
    collect(d, std::move(lids), std::move(ways[d]), false);
  }
  return demands;
}

// All turns of up*/down*, and those from above to above at valleys if these close no cycle; but
// none straight back to where a packet came from.
std::unique_ptr<AcyclicTurns> turns_of(const Links& links, const Orientation& orientation,
                                       const std::vector<bool>& valleys) {
  const auto goes_up = [&](LinkIndex l) { return orientation.goes_up(links[l].from, links[l].to); };
  const auto is_back = [&](LinkTurn turn) { return links[turn.from].from == links[turn.to].to; };
  auto turns = std::make_unique<AcyclicTurns>(links, std::span<const LinkIndex>(), kMostWork);
  turns->add_where(
      [&](LinkTurn turn) { return !is_back(turn) && (goes_up(turn.from) || !goes_up(turn.to)); });
  if (!valleys.empty()) {
    turns->add_where([&](LinkTurn turn) {
      return !is_back(turn) && valleys[links[turn.to].from] && !goes_up(turn.from) &&
             goes_up(turn.to);
    });
  }
  return turns;
}

void add(const RouteRequest& request, const Targets& targets, const HopTable& table,
         const std::vector<Demand>& demands, Tables rows, MissingRoutes& result) {
  result.links = std::make_unique<const Links>(request.fabric);
  // Switches alone: their paths may turn anywhere, as stock's do, while that closes no cycle.
  if (!demands.front().between_end_ports) {
    result.turns = turns_of(*result.links, table.orientation, {});
    PathAdder anywhere(request, table, rows, *result.turns, {});
    if (add_all(demands, anywhere)) return;
    anywhere.undo();
  }
  result.valleys = find_valleys(request.fabric, targets, table, demands);
  std::vector<bool> valleys = above(request.fabric, targets, table, result.valleys);
  result.turns = turns_of(*result.links, table.orientation, valleys);
  PathAdder in_valleys(request, table, rows, *result.turns, std::move(valleys));
  add_all(demands, in_valleys);
}

// Of the missing paths those that are to be added.
std::vector<Demand> choose(const RouteRequest& request, const Targets& targets,
                           const std::vector<Demand>& missing, MissingPairs pairs) {
  const Fabric& fabric = request.fabric;
  const std::vector<NodeRole> roles = node_roles(fabric, request.options);
  std::vector<char> has_io_nodes(fabric.switch_count());
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    if (roles[e] == NodeRole::kIo) has_io_nodes[fabric.end_ports()[e].sw] = 1;
  }
  std::vector<Demand> chosen;
  for (const Demand& demand : missing) {
    if (!demand.between_end_ports || pairs == MissingPairs::kAll) {
      chosen.push_back(demand);
    } else if (pairs == MissingPairs::kIoNodes) {
      std::vector<EndPortIndex> io_nodes;
      for (const EndPortIndex e : targets.at(demand.d)) {
        if (roles[e] == NodeRole::kIo) io_nodes.push_back(e);
      }
      Demand part = {
          demand.d, end_port_lids(fabric, io_nodes), {}, true, request.options.max_reverse_hops};
      for (const SwitchIndex s : demand.from) {
        if (has_io_nodes[s]) part.from.push_back(s);
      }
      if (!part.lids.empty() && !part.from.empty()) chosen.push_back(std::move(part));
    }
  }
  return chosen;
}

// Names what is still missing.
void describe(const Fabric& fabric, const Targets& targets, const std::vector<Demand>& missing,
              ConstTables rows, MissingRoutes& result) {
  const std::vector<std::uint32_t> sources = sources_by_switch(fabric);
  std::vector<EndPortIndex> one_of(fabric.switch_count(), kNone);
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    if (fabric.end_ports()[e].lid != 0) one_of[fabric.end_ports()[e].sw] = e;
  }
  for (const Demand& demand : missing) {
    if (!demand.between_end_ports) continue;
    for (const SwitchIndex s : demand.from) {
      if (sources[s] == 0) continue;
      const auto is_unreached = [&](Lid lid) { return rows.row(s)[lid] == kNoPath; };
      const auto first = std::find_if(demand.lids.begin(), demand.lids.end(), is_unreached);
      if (first == demand.lids.end()) continue;
      const auto unreached =
          static_cast<std::uint64_t>(std::count_if(first, demand.lids.end(), is_unreached));
      result.unrouted_pairs += sources[s] * unreached;
      if (result.unrouted.size() == kMostNamed) continue;
      result.unrouted.push_back(fmt::format(
          "no path leads from {} ({} end ports, {} for one) to {} ({} LIDs, that of {} for one)",
          fabric.describe_switch(s), sources[s], fabric.describe_end_port(one_of[s]),
          fabric.describe_switch(targets.switches[demand.d]), unreached,
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
  const std::vector<Demand> missing = find_missing(request.fabric, targets, table, roots);
  MissingRoutes result;
  if (missing.empty()) return result;
  const std::vector<Demand> demands = choose(request, targets, missing, pairs);
  if (!demands.empty()) add(request, targets, table, demands, rows, result);
  describe(request.fabric, targets, missing, rows, result);
  return result;
}

}  // namespace weft
