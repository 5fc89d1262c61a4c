#include "tests/support/slow_updown.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "tests/support/slow_minhop.h"

namespace weft {
namespace {

// From each switch the distance to the nearest of some; -1: none can be reached.
std::vector<int> nearest(const Fabric& fabric, const std::vector<SwitchIndex>& some) {
  const auto distances = slow_distances(fabric);
  std::vector<int> result(fabric.switch_count(), -1);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (const SwitchIndex goal : some) {
      const int hops = distances[s][goal];
      if (hops >= 0 && (result[s] < 0 || hops < result[s])) result[s] = hops;
    }
  }
  return result;
}

std::vector<SwitchIndex> neighbours(const Fabric& fabric, SwitchIndex s) {
  std::vector<SwitchIndex> list;
  for (const Port& port : fabric.ports(s)) {
    if (port.kind == PeerKind::kSwitch && port.peer != s) list.push_back(port.peer);
  }
  return list;
}

std::vector<std::vector<int>> matrix(const Fabric& fabric) {
  return std::vector(fabric.switch_count(), std::vector<int>(fabric.switch_count(), -1));
}

// The switches on the path from s to a LID, s and the last one included; empty if it does not get
// there.
std::vector<SwitchIndex> follow(const Fabric& fabric, const Rows& rows, SwitchIndex s, Lid lid) {
  const LidOwner owner = fabric.owner(lid);
  std::vector<SwitchIndex> path = {s};
  while (path.size() <= fabric.switch_count()) {
    const SwitchIndex here = path.back();
    const PortNum entry = rows[here][lid];
    if (entry == 0 && owner.kind == PeerKind::kSwitch && owner.index == here) return path;
    if (entry == 0 || entry >= fabric.ports(here).size()) return {};
    const Port& port = fabric.ports(here)[entry];
    if (port.kind == PeerKind::kNothing) return {};
    if (port.kind == PeerKind::kEndPort) {
      if (owner.kind == PeerKind::kEndPort && owner.index == port.peer) return path;
      return {};
    }
    path.push_back(port.peer);
  }
  return {};
}

bool is_legal(const SlowDirection& direction, const std::vector<SwitchIndex>& path) {
  bool went_down = false;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const bool up = direction.up(path[i - 1], path[i]);
    if (up && went_down) return false;
    went_down |= !up;
  }
  return true;
}

}  // namespace

SlowDirection slow_direction_below(const Fabric& fabric, const std::vector<SwitchIndex>& roots,
                                   const Options& options) {
  const auto ranks = nearest(fabric, roots);
  SlowDirection direction;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    std::uint64_t id = fabric.switches()[s].node_guid;
    if (options.node_ids) {
      for (const SwitchId& given : *options.node_ids) {
        if (given.switch_guid == fabric.switches()[s].node_guid) id = given.id;
      }
    }
    direction.height.emplace_back(ranks[s] < 0 ? 1'000'000 : ranks[s], id, s);
  }
  return direction;
}

std::vector<SwitchIndex> slow_given_roots(const Fabric& fabric, const Options& options) {
  std::set<SwitchIndex> roots;
  for (const NamedNode& node : *options.ranked_nodes) {
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (fabric.switches()[s].node_guid == node.guid) roots.insert(s);
    }
    for (const EndPort& port : fabric.end_ports()) {
      if (port.port_guid == node.guid || port.node_guid == node.guid) roots.insert(port.sw);
    }
  }
  return {roots.begin(), roots.end()};
}

// Are there switches below this one that are not connected below it? levels: distances from leaf
// switches.
bool joins_some(const Fabric& fabric, const std::vector<int>& levels, SwitchIndex s) {
  std::set<SwitchIndex> below;
  for (const SwitchIndex peer : neighbours(fabric, s)) {
    if (levels[peer] < levels[s]) below.insert(peer);
  }
  std::set<SwitchIndex> seen = {*below.begin()};
  std::vector<SwitchIndex> open = {*below.begin()};
  while (!open.empty()) {
    const SwitchIndex here = open.back();
    open.pop_back();
    for (const SwitchIndex peer : neighbours(fabric, here)) {
      if (levels[peer] < levels[s] && seen.insert(peer).second) open.push_back(peer);
    }
  }
  return !std::ranges::includes(seen, below);
}

// Those with a quarter of the hosts that half of all hosts have at most for neighbours; and those
// with fewer that are two links or more from all of these and join no others below them.
std::vector<SwitchIndex> slow_leaves(const Fabric& fabric) {
  std::map<SwitchIndex, unsigned> hosts;
  for (const EndPort& port : fabric.end_ports()) {
    if (port.type == NodeType::kCa) ++hosts[port.sw];
  }
  if (hosts.empty()) {
    for (const EndPort& port : fabric.end_ports()) hosts[port.sw] = 1;
  }
  std::vector<unsigned> neighbours_of_host;
  for (const auto& [s, count] : hosts) {
    neighbours_of_host.insert(neighbours_of_host.end(), count, count);
  }
  std::sort(neighbours_of_host.rbegin(), neighbours_of_host.rend());
  std::vector<SwitchIndex> leaves;
  for (const auto& [s, count] : hosts) {
    if (4 * count >= neighbours_of_host[(neighbours_of_host.size() - 1) / 2]) leaves.push_back(s);
  }
  const std::vector<int> levels = nearest(fabric, leaves);
  for (const auto& [s, count] : hosts) {
    if (levels[s] >= 2 && !joins_some(fabric, levels, s)) leaves.push_back(s);
  }
  return leaves;
}

SlowDirection slow_direction_above_leaves(const Fabric& fabric) {
  const std::vector<SwitchIndex> leaves = slow_leaves(fabric);
  const auto ranks = nearest(fabric, leaves);
  SlowDirection direction;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    direction.height.emplace_back(ranks[s] < 0 ? -1'000'000 : -ranks[s],
                                  fabric.switches()[s].node_guid, s);
  }
  return direction;
}

std::vector<std::vector<bool>> slow_up_down_reach(const Fabric& fabric,
                                                  const SlowDirection& direction) {
  std::vector<std::vector<bool>> reach(fabric.switch_count());
  for (SwitchIndex from = 0; from < fabric.switch_count(); ++from) {
    reach[from].resize(fabric.switch_count());
    std::set<std::pair<SwitchIndex, bool>> seen = {{from, false}};
    std::vector<std::pair<SwitchIndex, bool>> open = {{from, false}};
    while (!open.empty()) {
      const auto [s, went_down] = open.back();
      open.pop_back();
      reach[from][s] = true;
      for (const SwitchIndex next : neighbours(fabric, s)) {
        const bool up = direction.up(s, next);
        if (up && went_down) continue;
        if (seen.emplace(next, !up).second) open.emplace_back(next, !up);
      }
    }
  }
  return reach;
}

std::vector<std::vector<int>> slow_up_down_hops(const Fabric& fabric,
                                                const SlowDirection& direction) {
  auto down = matrix(fabric);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) down[s][s] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      for (const SwitchIndex next : neighbours(fabric, s)) {
        if (direction.up(s, next)) continue;
        for (SwitchIndex to = 0; to < fabric.switch_count(); ++to) {
          if (down[next][to] < 0) continue;
          if (down[s][to] >= 0 && down[s][to] <= down[next][to] + 1) continue;
          down[s][to] = down[next][to] + 1;
          changed = true;
        }
      }
    }
  }

  std::vector<SwitchIndex> from_the_top(fabric.switch_count());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) from_the_top[s] = s;
  std::sort(from_the_top.begin(), from_the_top.end(),
            [&](SwitchIndex a, SwitchIndex b) { return direction.up(b, a); });
  auto hops = down;
  for (SwitchIndex to = 0; to < fabric.switch_count(); ++to) {
    std::set<SwitchIndex> entered;  // from above
    for (const SwitchIndex s : from_the_top) {
      for (const SwitchIndex next : neighbours(fabric, s)) {
        if (!direction.up(s, next) || hops[next][to] < 0 || entered.contains(s)) continue;
        if (hops[s][to] < 0 || hops[next][to] + 1 < hops[s][to]) hops[s][to] = hops[next][to] + 1;
      }
      if (down[s][to] <= 0 || hops[s][to] < down[s][to]) continue;
      for (const SwitchIndex next : neighbours(fabric, s)) {
        if (!direction.up(s, next) && down[next][to] == down[s][to] - 1) entered.insert(next);
      }
    }
  }
  return hops;
}

SlowUpDown slow_up_down_check(const Fabric& fabric, const SlowDirection& direction,
                              const Rows& rows) {
  const auto links = slow_distances(fabric);
  const auto reach = slow_up_down_reach(fabric, direction);
  const auto hops = slow_up_down_hops(fabric, direction);
  std::vector<std::uint64_t> end_ports(fabric.switch_count());
  for (const EndPort& port : fabric.end_ports()) ++end_ports[port.sw];
  SlowUpDown result;
  for (unsigned number = 1; number <= fabric.max_lid(); ++number) {
    const auto lid = static_cast<Lid>(number);
    const SwitchIndex to = fabric.destination_switch(lid);
    const bool of_end_port = fabric.owner(lid).kind == PeerKind::kEndPort;
    // Where a path is to be added, hubs may send others a longer way, too.
    bool is_missed = false;
    for (SwitchIndex s = 0; to != kNone && s < fabric.switch_count(); ++s) {
      is_missed = is_missed || (links[s][to] >= 0 && !reach[s][to]);
    }
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      const auto fault = [&, s](std::string_view what) {
        result.faults.push_back(fmt::format("from {} to LID {} ({}): {}", fabric.describe_switch(s),
                                            lid, fabric.describe_lid(lid), what));
      };
      if (to == kNone || links[s][to] < 0) {
        if (rows[s][lid] != kNoPath) fault("an entry, although nothing is there");
        continue;
      }
      const auto path = follow(fabric, rows, s, lid);
      if (reach[s][to]) {
        if (path.empty()) fault("no path, although up*/down* has one");
        if (!is_legal(direction, path)) fault("a step up after a step down");
        if (!is_missed && static_cast<int>(path.size()) - 1 != hops[s][to]) {
          fault("not the fewest hops");
        }
      } else if (rows[s][lid] != kNoPath) {
        if (path.empty()) fault("an added path that does not arrive");
        ++(of_end_port ? result.added : result.added_to_switches);
      } else if (of_end_port) {
        result.cut_off += end_ports[s];
      }
    }
  }
  return result;
}

}  // namespace weft
