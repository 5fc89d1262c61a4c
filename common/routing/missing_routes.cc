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
// Turns to look at: about half a second's worth.
constexpr std::uint64_t kBudget = 50'000'000;

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

// Which turns against the rule a path may take: those at valleys only, or any.
enum class TurnsAt : std::uint8_t { kValleys, kAnywhere };

// Adds paths one by one.
class Adder {
 public:
  // valleys: by switch; where paths should turn up after they came down. Empty: anywhere.
  Adder(const RouteRequest& request, const HopTable& table, Tables rows, std::vector<bool> valleys)
      : fabric_(request.fabric),
        workers_(request.workers),
        table_(table),
        rows_(rows),
        valleys_(std::move(valleys)),
        turns_(std::make_shared<Turns>(fabric_, table.orientation, kBudget)),
        hops_(fabric_.switch_count()),
        over_valley_(fabric_.switch_count()),
        seen_(fabric_.switch_count()) {
    if (!valleys_.empty()) turns_->add_valleys(valleys_);
  }

  const std::shared_ptr<Turns>& turns() const { return turns_; }

  // Turns to some LIDs of one destination switch; not empty.
  void start(std::size_t d, std::span<const Lid> lids) {
    workers_.check_stop();
    lids_ = lids;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) hops_[s] = table_.hops(s, d);
    over_valley_.assign(fabric_.switch_count(), false);
    for (auto& given_up : given_up_) given_up.assign(fabric_.switch_count(), false);
  }

  // Adds a path from a switch, over valleys if that is possible; false if none can be added.
  bool connect(SwitchIndex source) {
    return (!valleys_.empty() && connect(source, TurnsAt::kValleys)) ||
           connect(source, TurnsAt::kAnywhere);
  }

  void undo() {
    for (const auto& [s, lid] : written_) rows_.row(s)[lid] = kNoPath;
  }

 private:
  bool has_path(SwitchIndex s) const { return hops_[s] != kFar; }

  bool is_given_up(SwitchIndex s, TurnsAt at) const {
    return given_up_[static_cast<std::size_t>(at)][s];
  }

  // May others send their packets to s?
  bool is_good(SwitchIndex s, TurnsAt at) const {
    return has_path(s) && (at == TurnsAt::kAnywhere || valleys_[s] || over_valley_[s]);
  }

  // Extends paths towards the source, a switch at a time.
  bool connect(SwitchIndex source, TurnsAt at) {
    while (!has_path(source)) {
      if (!extend_towards(source, at)) return false;
    }
    return true;
  }

  // Gives a path to the nearest of the switches that the source can reach over others without one;
  // if that cannot be done for any of them, all are given up.
  bool extend_towards(SwitchIndex source, TurnsAt at) {
    ++stamp_;
    queue_.assign(1, source);
    seen_[source] = stamp_;
    for (std::size_t next = 0; next < queue_.size(); ++next) {
      const SwitchIndex s = queue_[next];
      if (is_given_up(s, at)) continue;
      bool any_good = false;
      for (const Port& port : fabric_.ports(s)) {
        if (port.kind != PeerKind::kSwitch) continue;
        if (has_path(port.peer)) {
          any_good |= is_good(port.peer, at);
        } else if (seen_[port.peer] != stamp_) {
          seen_[port.peer] = stamp_;
          queue_.push_back(port.peer);
        }
      }
      if (any_good && extend_to(s, at)) return true;
    }
    for (const SwitchIndex s : queue_) given_up_[static_cast<std::size_t>(at)][s] = true;
    return false;
  }

  // Sends s to a neighbour that has a path: over the fewest hops, then the least used port; but
  // where others than valleys have to serve, over the first port, so that those are few.
  bool extend_to(SwitchIndex s, TurnsAt at) {
    const auto ports = fabric_.ports(s);
    auto& counts = uses(s);
    std::vector<PortNum> candidates;
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (ports[p].kind == PeerKind::kSwitch && is_good(ports[p].peer, at)) {
        candidates.push_back(static_cast<PortNum>(p));
      }
    }
    const bool by_use = at == TurnsAt::kValleys || valleys_.empty();
    std::stable_sort(candidates.begin(), candidates.end(), [&](PortNum a, PortNum b) {
      const Hops via_a = hops_[ports[a].peer], via_b = hops_[ports[b].peer];
      return via_a != via_b ? via_a < via_b : by_use && counts[a] < counts[b];
    });
    for (const PortNum p : candidates) {
      if (!may_use(s, p, at)) continue;
      for (const Lid lid : lids_) {
        rows_.row(s)[lid] = p;
        written_.emplace_back(s, lid);
      }
      counts[p] += static_cast<std::uint32_t>(lids_.size());
      hops_[s] = static_cast<Hops>(hops_[ports[p].peer] + 1);
      over_valley_[s] = at == TurnsAt::kValleys;
      // What was impossible may have become possible.
      for (auto& given_up : given_up_) given_up.assign(fabric_.switch_count(), false);
      return true;
    }
    return false;
  }

  bool may_use(SwitchIndex s, PortNum p, TurnsAt at) {
    const auto in = static_cast<ChannelIndex>(fabric_.switches()[s].first_port + p);
    const SwitchIndex next = fabric_.ports(s)[p].peer;
    return std::all_of(lids_.begin(), lids_.end(), [&](Lid lid) {
      const PortNum out = rows_.row(next)[lid];
      if (out == kNoPath) return false;
      if (fabric_.ports(next)[out].kind != PeerKind::kSwitch) return true;
      const auto then = static_cast<ChannelIndex>(fabric_.switches()[next].first_port + out);
      return at == TurnsAt::kValleys && !valleys_[next] ? turns_->by_rule(in, then)
                                                        : turns_->add(in, then);
    });
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
  std::vector<bool> valleys_;
  std::shared_ptr<Turns> turns_;
  std::vector<std::pair<SwitchIndex, Lid>> written_;
  std::unordered_map<SwitchIndex, std::array<std::uint32_t, 256>> uses_;

  // Of the destination in hand:
  std::span<const Lid> lids_;
  std::vector<Hops> hops_;         // by switch; kFar: no path yet
  std::vector<bool> over_valley_;  // of paths that were added
  // By switch, for each TurnsAt: nothing can be done for it, as things stand.
  std::array<std::vector<bool>, 2> given_up_;

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

// Paths that could not be added.
std::vector<Failure> add_all(const std::vector<Demand>& demands, Adder& adder) {
  std::vector<Failure> failures;
  for (const Demand& demand : demands) {
    adder.start(demand.d, demand.lids);
    for (const SwitchIndex s : demand.from) {
      if (!adder.connect(s)) failures.emplace_back(&demand, s);
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
    result.turns = anywhere.turns();
    if (add_all(demands, anywhere).empty()) return {};
    anywhere.undo();
  }
  result.valleys = find_valleys(request.fabric, targets, table, demands);
  Adder in_valleys(request, table, rows, above(request.fabric, targets, table, result.valleys));
  result.turns = in_valleys.turns();
  return add_all(demands, in_valleys);
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
