#include "common/routing/missing_routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <tuple>
#include <unordered_map>

#include "common/graph/turns.h"

namespace weft {
namespace {

constexpr std::size_t kMostNamed = 10;

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

class Adder {
 public:
  Adder(const RouteRequest& request, const HopTable& table, Tables rows)
      : fabric_(request.fabric),
        workers_(request.workers),
        table_(table),
        rows_(rows),
        turns_(fabric_, table.orientation),
        hops_(fabric_.switch_count()),
        given_up_(fabric_.switch_count()),
        seen_(fabric_.switch_count()) {}

  // Turns to some LIDs of one destination switch; not empty.
  void start(std::size_t d, std::vector<Lid> lids) {
    workers_.check_stop();
    lids_ = std::move(lids);
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) hops_[s] = table_.hops(s, d);
    std::fill(given_up_.begin(), given_up_.end(), false);
  }

  bool has_path(SwitchIndex s) const { return hops_[s] != kFar; }

  // Adds a path from a switch that has none; false if that is impossible.
  bool connect(SwitchIndex source) {
    // Each turn of the loop gives a path to one more switch, or gives one up until a neighbour has
    // a path.
    while (!has_path(source)) {
      const SwitchIndex s = nearest_to_a_path(source);
      if (s == kNone) return false;
      if (!extend_to(s)) given_up_[s] = true;
    }
    return true;
  }

 private:
  // Of the switches without a path that can be reached from `source` over others such, the first
  // that has a neighbour with one; kNone if there is none.
  SwitchIndex nearest_to_a_path(SwitchIndex source) {
    ++stamp_;
    queue_.assign(1, source);
    seen_[source] = stamp_;
    for (std::size_t next = 0; next < queue_.size(); ++next) {
      const SwitchIndex s = queue_[next];
      for (const PortNum p : ports_by_use(s)) {
        const SwitchIndex peer = fabric_.ports(s)[p].peer;
        if (has_path(peer)) {
          if (!given_up_[s]) return s;
        } else if (seen_[peer] != stamp_) {
          seen_[peer] = stamp_;
          queue_.push_back(peer);
        }
      }
    }
    return kNone;
  }

  // Sends s to a neighbour that has a path, the shortest first.
  bool extend_to(SwitchIndex s) {
    const auto ports = fabric_.ports(s);
    std::vector<PortNum> candidates;
    for (const PortNum p : ports_by_use(s)) {
      if (has_path(ports[p].peer)) candidates.push_back(p);
    }
    std::stable_sort(candidates.begin(), candidates.end(), [&](PortNum a, PortNum b) {
      return hops_[ports[a].peer] < hops_[ports[b].peer];
    });
    for (const PortNum p : candidates) {
      if (!may_use(s, p)) continue;
      for (const Lid lid : lids_) rows_.row(s)[lid] = p;
      uses(s)[p] += static_cast<std::uint32_t>(lids_.size());
      hops_[s] = static_cast<Hops>(hops_[ports[p].peer] + 1);
      for (const PortNum other : ports_by_use(s)) given_up_[ports[other].peer] = false;
      return true;
    }
    return false;
  }

  bool may_use(SwitchIndex s, PortNum p) {
    const auto in = static_cast<Channel>(fabric_.switches()[s].first_port + p);
    const SwitchIndex next = fabric_.ports(s)[p].peer;
    return std::all_of(lids_.begin(), lids_.end(), [&](Lid lid) {
      const PortNum out = rows_.row(next)[lid];
      if (out == kNoPath) return false;
      if (fabric_.ports(next)[out].kind != PeerKind::kSwitch) return true;
      return turns_.add(in, static_cast<Channel>(fabric_.switches()[next].first_port + out));
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
  Turns turns_;
  std::unordered_map<SwitchIndex, std::array<std::uint32_t, 256>> uses_;

  // Of the destination in hand:
  std::vector<Lid> lids_;
  std::vector<Hops> hops_;  // by switch; kFar: no path yet
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

}  // namespace

MissingRoutes add_missing_routes(const RouteRequest& request, const Targets& targets,
                                 const HopTable& table, bool add_pairs,
                                 const std::vector<SwitchIndex>& roots, Tables rows) {
  const Fabric& fabric = request.fabric;
  const std::vector<SwitchIndex> piece = pieces(fabric);
  const auto missing = [&](SwitchIndex s, std::size_t d) {
    return table.distances.from(s)[d] == kFar && piece[s] == piece[targets.switches[d]];
  };
  Adder adder(request, table, rows);
  MissingRoutes result;

  std::vector<std::uint64_t> sources(fabric.switch_count());
  std::vector<EndPortIndex> one_of(fabric.switch_count(), kNone);
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    ++sources[fabric.end_ports()[e].sw];
    one_of[fabric.end_ports()[e].sw] = e;
  }
  for (std::size_t d = 0; d < targets.switches.size(); ++d) {
    if (targets.at(d).empty()) continue;
    const std::vector<Lid> lids = end_port_lids(fabric, targets.at(d));
    bool started = false;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (sources[s] == 0 || !missing(s, d)) continue;
      if (add_pairs) {
        if (!started) adder.start(d, lids);
        started = true;
        if (adder.connect(s)) {
          ++result.added;
          continue;
        }
      }
      result.unrouted_pairs += sources[s] * lids.size();
      if (result.unrouted.size() < kMostNamed) {
        result.unrouted.push_back(
            fmt::format("no path leads from {} ({} end ports, {} for one) to {} ({}, {} for one)",
                        fabric.describe_switch(s), sources[s], fabric.describe_end_port(one_of[s]),
                        fabric.describe_switch(targets.switches[d]), targets.at(d).size(),
                        fabric.describe_end_port(targets.at(d).front())));
      }
    }
  }

  std::vector<bool> is_root(fabric.switch_count());
  for (const SwitchIndex root : roots) is_root[root] = true;
  for (std::size_t d = 0; d < targets.switches.size(); ++d) {
    const SwitchIndex root = targets.switches[d];
    if (!is_root[root] || fabric.switches()[root].lid == 0) continue;
    adder.start(d, lids_of(fabric.switches()[root].lid, fabric.switches()[root].lmc));
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (missing(s, d) && adder.connect(s)) ++result.added;
    }
  }
  return result;
}

}  // namespace weft
