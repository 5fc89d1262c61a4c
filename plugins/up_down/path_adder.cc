#include "plugins/up_down/path_adder.h"

#include <algorithm>

#include "common/fabric/counts.h"

namespace weft {

PathAdder::PathAdder(const RouteRequest& request, const HopTable& table, Tables rows,
                     AcyclicTurns& turns, std::vector<bool> valleys)
    : fabric_(request.fabric),
      workers_(request.workers),
      table_(table),
      rows_(rows),
      valleys_(std::move(valleys)),
      turns_(turns),
      hops_(fabric_.switch_count()),
      over_valley_(fabric_.switch_count()),
      seen_(fabric_.switch_count()) {}

void PathAdder::start(std::size_t d, std::span<const Lid> lids, unsigned most_reverse_hops) {
  workers_.check_stop();
  lids_ = lids;
  most_reverse_hops_ = most_reverse_hops;
  for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) hops_[s] = table_.hops(s, d);
  over_valley_.assign(fabric_.switch_count(), false);
  for (auto& given_up : given_up_) given_up.assign(fabric_.switch_count(), false);
}

bool PathAdder::connect(SwitchIndex source) {
  return (!valleys_.empty() && connect(source, TurnsAt::kValleys)) ||
         connect(source, TurnsAt::kAnywhere);
}

void PathAdder::undo() {
  for (const auto& [s, lid] : written_) rows_.row(s)[lid] = kNoPath;
}

// May others send their packets to s?
bool PathAdder::is_good(SwitchIndex s, TurnsAt at) const {
  return has_path(s) && (at == TurnsAt::kAnywhere || valleys_[s] || over_valley_[s]);
}

// Extends paths towards the source, a switch at a time.
bool PathAdder::connect(SwitchIndex source, TurnsAt at) {
  while (!has_path(source)) {
    if (!extend_towards(source, at)) return false;
  }
  return true;
}

// Gives a path to the nearest of the switches that the source can reach over others without one;
// if that cannot be done for any of them, all are given up.
bool PathAdder::extend_towards(SwitchIndex source, TurnsAt at) {
  std::vector<bool>& given_up = given_up_[static_cast<std::size_t>(at)];
  ++stamp_;
  queue_.assign(1, source);
  seen_[source] = stamp_;
  for (std::size_t next = 0; next < queue_.size(); ++next) {
    const SwitchIndex s = queue_[next];
    if (given_up[s]) continue;
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
  for (const SwitchIndex s : queue_) given_up[s] = true;
  return false;
}

// Sends s to a neighbour that has a path: over the fewest hops, then the least used port; but
// where others than valleys have to serve, over the first port, so that those are few.
bool PathAdder::extend_to(SwitchIndex s, TurnsAt at) {
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

bool PathAdder::may_use(SwitchIndex s, PortNum p, TurnsAt at) {
  const Links& links = turns_.links();
  const LinkIndex in = links.at(s, p);
  const SwitchIndex next = links[in].to;
  const bool by_rule = at == TurnsAt::kValleys && !valleys_[next];
  return std::all_of(lids_.begin(), lids_.end(), [&](Lid lid) {
    const PortNum out = rows_.row(next)[lid];
    if (out == kNoPath) return false;
    const LinkIndex then = links.at(next, out);
    if (then == kNone) return true;
    if (count_reverse_hops(s, p, lid) > most_reverse_hops_) return false;
    if (!by_rule) return turns_.add({in, then});
    return table_.orientation.goes_up(s, next) || !table_.orientation.goes_up(next, links[then].to);
  });
}

// Of the path that begins with a port of a switch and goes on by the rows.
unsigned PathAdder::count_reverse_hops(SwitchIndex s, PortNum p, Lid lid) const {
  unsigned count = 0;
  bool came_down = false;
  for (Port port = fabric_.ports(s)[p]; port.kind == PeerKind::kSwitch;
       port = fabric_.ports(s)[rows_.row(s)[lid]]) {
    const bool goes_up = table_.orientation.goes_up(s, port.peer);
    if (goes_up && came_down) ++count;
    came_down = came_down || !goes_up;
    s = port.peer;
  }
  return count;
}

// How many LIDs of end ports leave a switch by each port.
std::array<std::uint32_t, 256>& PathAdder::uses(SwitchIndex s) {
  const auto [entry, is_new] = uses_.try_emplace(s);
  if (is_new) {
    entry->second.fill(0);
    for (const EndPort& port : fabric_.end_ports()) {
      for (const Lid lid : lids_of(port)) ++entry->second[rows_.row(s)[lid]];
    }
  }
  return entry->second;
}

}  // namespace weft
