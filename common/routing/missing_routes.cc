#include "common/routing/missing_routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <tuple>
#include <unordered_map>

namespace weft {
namespace {

constexpr std::size_t kMostNamed = 10;
// Turns to look at, about a twentieth of a second's and a second's worth.
constexpr std::uint64_t kSpreadBudget = 10'000'000;
constexpr std::uint64_t kBudget = 200'000'000;

// Which piece of the fabric a switch belongs to.
std::vector<SwitchIndex> pieces(const Fabric& fabric) {
  std::vector<SwitchIndex> piece(fabric.switch_count(), kNone);
  std::vector<SwitchIndex> queue;
  for (SwitchIndex start = 0; start < fabric.switch_count(); ++start) {
    if (piece[start] != kNone) continue;
    piece[start] = start;
    queue.assign(1, start);
    for (std::size_t next = 0; next < queue.size(); ++next) {
      for (const Port& port : fabric.ports(queue[next])) {
        if (port.kind != PeerKind::kSwitch || piece[port.peer] != kNone) continue;
        piece[port.peer] = start;
        queue.push_back(port.peer);
      }
    }
  }
  return piece;
}

// Adds paths one by one. Each leads over some switch, the valley, where it turns up after it came
// down: one of the given ones if that is possible, else any.
class Adder {
 public:
  Adder(const RouteRequest& request, const HopTable& table, Tables rows, std::vector<bool> valleys)
      : fabric_(request.fabric),
        workers_(request.workers),
        table_(table),
        rows_(rows),
        valleys_(std::move(valleys)),
        turns_(std::make_shared<Turns>(fabric_, table.orientation,
                                       valleys_.empty() ? kSpreadBudget : kBudget)),
        hops_(fabric_.switch_count()),
        over_valley_(fabric_.switch_count()),
        given_up_(fabric_.switch_count()),
        seen_(fabric_.switch_count()) {}

  // Turns to some LIDs of one destination switch; not empty.
  void start(std::size_t d, std::span<const Lid> lids) {
    workers_.check_stop();
    lids_ = lids;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) hops_[s] = table_.hops(s, d);
    std::fill(over_valley_.begin(), over_valley_.end(), false);
  }

  // Adds a path from a switch; false if that is impossible.
  bool connect(SwitchIndex source) {
    return (!valleys_.empty() && connect_over(source, true)) || connect_over(source, false);
  }

  const std::shared_ptr<Turns>& turns() const { return turns_; }

  bool any_turn_refused() const { return turns_->refused(); }

  void undo() {
    for (const auto& [s, lid] : written_) rows_.row(s)[lid] = kNoPath;
  }

 private:
  bool has_path(SwitchIndex s) const { return hops_[s] != kFar; }

  // May others turn towards s, so that their paths lead over one of the given valleys?
  bool is_good(SwitchIndex s, bool over_valleys) const {
    return has_path(s) && (!over_valleys || valleys_[s] || over_valley_[s]);
  }

  bool connect_over(SwitchIndex source, bool over_valleys) {
    if (has_path(source)) return true;
    std::fill(given_up_.begin(), given_up_.end(), false);
    // Each turn of the loop gives a path to one more switch, or gives one up until a neighbour has
    // a path.
    while (!has_path(source)) {
      const SwitchIndex s = nearest_to_a_path(source, over_valleys);
      if (s == kNone) return false;
      if (!extend_to(s, over_valleys)) given_up_[s] = true;
    }
    return true;
  }

  // Of the switches without a path that can be reached from `source` over others such, the first
  // that has a neighbour with one; kNone if there is none.
  SwitchIndex nearest_to_a_path(SwitchIndex source, bool over_valleys) {
    ++stamp_;
    queue_.assign(1, source);
    seen_[source] = stamp_;
    for (std::size_t next = 0; next < queue_.size(); ++next) {
      const SwitchIndex s = queue_[next];
      for (const PortNum p : ports_by_use(s)) {
        const SwitchIndex peer = fabric_.ports(s)[p].peer;
        if (is_good(peer, over_valleys)) {
          if (!given_up_[s]) return s;
        } else if (!has_path(peer) && seen_[peer] != stamp_) {
          seen_[peer] = stamp_;
          queue_.push_back(peer);
        }
      }
    }
    return kNone;
  }

  // Sends s to a neighbour that has a path, the shortest first.
  bool extend_to(SwitchIndex s, bool over_valleys) {
    const auto ports = fabric_.ports(s);
    std::vector<PortNum> candidates;
    for (const PortNum p : ports_by_use(s)) {
      if (is_good(ports[p].peer, over_valleys)) candidates.push_back(p);
    }
    std::stable_sort(candidates.begin(), candidates.end(), [&](PortNum a, PortNum b) {
      return hops_[ports[a].peer] < hops_[ports[b].peer];
    });
    for (const PortNum p : candidates) {
      if (!may_use(s, p, over_valleys)) continue;
      for (const Lid lid : lids_) {
        rows_.row(s)[lid] = p;
        written_.emplace_back(s, lid);
      }
      uses(s)[p] += static_cast<std::uint32_t>(lids_.size());
      hops_[s] = static_cast<Hops>(hops_[ports[p].peer] + 1);
      over_valley_[s] = over_valleys;
      for (const PortNum other : ports_by_use(s)) given_up_[ports[other].peer] = false;
      return true;
    }
    return false;
  }

  bool may_use(SwitchIndex s, PortNum p, bool over_valleys) {
    const auto in = static_cast<ChannelIndex>(fabric_.switches()[s].first_port + p);
    const SwitchIndex next = fabric_.ports(s)[p].peer;
    return std::all_of(lids_.begin(), lids_.end(), [&](Lid lid) {
      const PortNum out = rows_.row(next)[lid];
      if (out == kNoPath) return false;
      if (fabric_.ports(next)[out].kind != PeerKind::kSwitch) return true;
      const auto then = static_cast<ChannelIndex>(fabric_.switches()[next].first_port + out);
      return over_valleys && !valleys_[next] ? turns_->by_rule(in, then) : turns_->add(in, then);
    });
  }

  // Ports to other switches, those that carry the fewest LIDs first.
  std::vector<PortNum> ports_by_use(SwitchIndex s) {
    const auto ports = fabric_.ports(s);
    const auto& counts = uses(s);
    std::vector<PortNum> list;
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (ports[p].kind == PeerKind::kSwitch && ports[p].peer != s) {
        list.push_back(static_cast<PortNum>(p));
      }
    }
    std::stable_sort(list.begin(), list.end(),
                     [&](PortNum a, PortNum b) { return counts[a] < counts[b]; });
    return list;
  }

  // How many LIDs of end ports leave a switch by each port.
  std::array<std::uint32_t, 256>& uses(SwitchIndex s) {
    const auto [entry, is_new] = uses_.try_emplace(s);
    if (is_new) {
      entry->second.fill(0);
      for (const EndPort& port : fabric_.end_ports()) {
        for (unsigned bit = 0; port.lid != 0 && bit < 1u << port.lmc; ++bit) {
          ++entry->second[rows_.row(s)[port.lid + bit]];
        }
      }
    }
    return entry->second;
  }

  const Fabric& fabric_;
  const Workers& workers_;
  const HopTable& table_;
  Tables rows_;
  std::vector<bool> valleys_;  // by switch; empty: none are given
  std::shared_ptr<Turns> turns_;
  std::vector<std::pair<SwitchIndex, Lid>> written_;
  std::unordered_map<SwitchIndex, std::array<std::uint32_t, 256>> uses_;

  // Of the destination in hand:
  std::span<const Lid> lids_;
  std::vector<Hops> hops_;         // by switch; kFar: no path yet
  std::vector<bool> over_valley_;  // of paths that were added
  std::vector<bool> given_up_;

  std::uint32_t stamp_ = 0;
  std::vector<std::uint32_t> seen_;
  std::vector<SwitchIndex> queue_;
};

std::vector<Lid> lids_of(Lid base, std::uint8_t lmc) {
  std::vector<Lid> lids;
  for (unsigned bit = 0; base != 0 && bit < 1u << lmc; ++bit) {
    lids.push_back(static_cast<Lid>(base + bit));
  }
  return lids;
}

std::vector<Lid> end_port_lids(const Fabric& fabric, std::span<const EndPortIndex> end_ports) {
  std::vector<Lid> all;
  for (const EndPortIndex e : end_ports) {
    const std::vector<Lid> lids = lids_of(fabric.end_ports()[e].lid, fabric.end_ports()[e].lmc);
    all.insert(all.end(), lids.begin(), lids.end());
  }
  return all;
}

// Paths that are missing to some LIDs of one destination switch.
struct Demand {
  std::size_t d;  // position in the targets
  std::vector<Lid> lids;
  std::vector<SwitchIndex> from;
  bool between_end_ports;
};

using Failure = std::pair<const Demand*, SwitchIndex>;

// Paths that could not be added. With `strict`, the first turn that is refused ends it.
std::vector<Failure> add_all(const std::vector<Demand>& demands, Adder& adder, bool strict) {
  std::vector<Failure> failures;
  for (const Demand& demand : demands) {
    adder.start(demand.d, demand.lids);
    for (const SwitchIndex s : demand.from) {
      if (!adder.connect(s)) failures.emplace_back(&demand, s);
      if (strict && adder.any_turn_refused()) return failures;
    }
  }
  return failures;
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
    auto operator<=>(const Valley&) const = default;
  };
  const std::vector<SwitchIndex> piece = pieces(fabric);
  std::vector<Valley> best(fabric.switch_count());  // by piece
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    Valley valley{0, 0, s};
    for (std::size_t d = 0; d < targets.switches.size(); ++d) {
      if (!misses[targets.switches[d]] || piece[targets.switches[d]] != piece[s]) continue;
      const Hops hops = table.hops(s, d);  // there is a way back if there is one out
      hops == kFar ? ++valley.cut_off : valley.hops += hops;
    }
    if (best[piece[s]].s == kNone || valley < best[piece[s]]) best[piece[s]] = valley;
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

std::vector<Demand> find_missing(const Fabric& fabric, const Targets& targets,
                                 const HopTable& table, const std::vector<SwitchIndex>& roots) {
  const std::vector<SwitchIndex> piece = pieces(fabric);
  std::vector<char> has_end_ports(fabric.switch_count());
  for (const EndPort& port : fabric.end_ports()) has_end_ports[port.sw] = 1;
  std::vector<char> is_root(fabric.switch_count());
  for (const SwitchIndex root : roots) is_root[root] = 1;

  // By position in the targets. Rows are read one after the other: a column is scattered over them.
  std::vector<std::vector<SwitchIndex>> pairs(targets.switches.size()), ways(pairs.size());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto row = table.distances.from(s);
    for (std::size_t d = 0; d < targets.switches.size(); ++d) {
      if (row[d] != kFar || piece[s] != piece[targets.switches[d]]) continue;
      if (has_end_ports[s]) pairs[d].push_back(s);
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
    collect(d, lids_of(root.lid, root.lmc), std::move(ways[d]), false);
  }
  return demands;
}

std::vector<Failure> add(const RouteRequest& request, const Targets& targets, const HopTable& table,
                         const std::vector<Demand>& demands, Tables rows, MissingRoutes& result) {
  // Switches alone: their paths may turn anywhere, as stock's do, while that closes no cycle.
  if (!demands.front().between_end_ports) {
    Adder anywhere(request, table, rows, {});
    const std::vector<Failure> failed = add_all(demands, anywhere, true);
    result.turns = anywhere.turns();
    if (failed.empty() && !anywhere.any_turn_refused()) return {};
    anywhere.undo();
  }
  result.valleys = find_valleys(request.fabric, targets, table, demands);
  Adder in_valleys(request, table, rows, above(request.fabric, targets, table, result.valleys));
  result.turns = in_valleys.turns();
  return add_all(demands, in_valleys, false);
}

void describe(const Fabric& fabric, const Targets& targets, const std::vector<Failure>& failures,
              MissingRoutes& result) {
  std::vector<std::uint64_t> sources(fabric.switch_count());
  std::vector<EndPortIndex> one_of(fabric.switch_count(), kNone);
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    ++sources[fabric.end_ports()[e].sw];
    one_of[fabric.end_ports()[e].sw] = e;
  }
  for (const auto& [demand, s] : failures) {
    if (!demand->between_end_ports) continue;
    result.unrouted_pairs += sources[s] * demand->lids.size();
    if (result.unrouted.size() == kMostNamed) continue;
    const auto there = targets.at(demand->d);
    result.unrouted.push_back(
        fmt::format("no path leads from {} ({} end ports, {} for one) to {} ({}, {} for one)",
                    fabric.describe_switch(s), sources[s], fabric.describe_end_port(one_of[s]),
                    fabric.describe_switch(targets.switches[demand->d]), there.size(),
                    fabric.describe_end_port(there.front())));
  }
}

}  // namespace

MissingRoutes add_missing_routes(const RouteRequest& request, const Targets& targets,
                                 const HopTable& table, bool add_pairs,
                                 const std::vector<SwitchIndex>& roots, Tables rows) {
  const Fabric& fabric = request.fabric;
  const std::vector<Demand> missing = find_missing(fabric, targets, table, roots);
  MissingRoutes result;
  std::vector<Demand> demands;
  std::vector<Failure> failures;
  for (const Demand& demand : missing) {
    if (add_pairs || !demand.between_end_ports) {
      demands.push_back(demand);
    } else {
      for (const SwitchIndex s : demand.from) failures.emplace_back(&demand, s);
    }
  }
  if (!demands.empty()) {
    const std::vector<Failure> failed = add(request, targets, table, demands, rows, result);
    failures.insert(failures.end(), failed.begin(), failed.end());
  }
  describe(fabric, targets, failures, result);
  return result;
}

}  // namespace weft
