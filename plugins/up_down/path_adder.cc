#include "plugins/up_down/path_adder.h"

#include <algorithm>

#include "common/fabric/counts.h"

namespace weft {
namespace {

constexpr std::uint64_t kMostSearched = 100'000'000;

}  // namespace

PathAdder::PathAdder(const RouteRequest& request, const HopTable& table, Tables rows,
                     AcyclicTurns& turns)
    : fabric_(request.fabric),
      workers_(request.workers),
      table_(table),
      rows_(rows),
      turns_(turns),
      hops_(fabric_.switch_count()),
      seen_(fabric_.switch_count()) {}

bool PathAdder::add(const MissingPaths& missing) {
  workers_.check_stop();
  if (work_ > kMostSearched) return false;
  missing_ = &missing;
  work_ += fabric_.switch_count() * missing.lids.size();
  given_up_.assign(fabric_.switch_count(), false);
  for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
    const bool is_there = std::all_of(missing.lids.begin(), missing.lids.end(),
                                      [&](Lid lid) { return rows_.row(s)[lid] != kNoPath; });
    // An added path is longer than all up*/down* paths.
    hops_[s] = !is_there ? kFar : std::min<Hops>(table_.hops(s, missing.d), kUpFirst);
  }
  bool complete = true;
  for (const SwitchIndex s : missing.from) complete &= connect(s);
  return complete;
}

// Extends paths towards the source, a switch at a time.
bool PathAdder::connect(SwitchIndex source) {
  while (!has_path(source)) {
    if (work_ > kMostSearched || !extend_towards(source)) return false;
  }
  return true;
}

// Gives a path to the nearest of the switches without a path that the source can reach over others
// without one. If none of them can get a path, gives all of them up.
bool PathAdder::extend_towards(SwitchIndex source) {
  ++stamp_;
  queue_.assign(1, source);
  seen_[source] = stamp_;
  for (std::size_t next = 0; next < queue_.size(); ++next) {
    const SwitchIndex s = queue_[next];
    if (given_up_[s]) continue;
    work_ += fabric_.ports(s).size();
    bool any_path = false;
    for (const Port& port : fabric_.ports(s)) {
      if (port.kind != PeerKind::kSwitch) continue;
      if (has_path(port.peer)) {
        any_path = true;
      } else if (seen_[port.peer] != stamp_) {
        seen_[port.peer] = stamp_;
        queue_.push_back(port.peer);
      }
    }
    if (any_path && extend_to(s)) return true;
  }
  for (const SwitchIndex s : queue_) given_up_[s] = true;
  return false;
}

// Sends s to a neighbour that has a path: over the fewest hops, then the least used port.
bool PathAdder::extend_to(SwitchIndex s) {
  const auto ports = fabric_.ports(s);
  auto& counts = uses(s);
  std::vector<PortNum> candidates;
  for (std::size_t p = 1; p < ports.size(); ++p) {
    if (ports[p].kind == PeerKind::kSwitch && has_path(ports[p].peer)) {
      candidates.push_back(static_cast<PortNum>(p));
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(), [&](PortNum a, PortNum b) {
    const Hops via_a = hops_[ports[a].peer], via_b = hops_[ports[b].peer];
    return via_a != via_b ? via_a < via_b : counts[a] < counts[b];
  });
  for (const PortNum p : candidates) {
    work_ += missing_->lids.size();
    if (!may_use(s, p)) continue;
    for (const Lid lid : missing_->lids) rows_.row(s)[lid] = p;
    counts[p] += static_cast<std::uint32_t>(missing_->lids.size());
    hops_[s] = static_cast<Hops>(hops_[ports[p].peer] + 1);
    given_up_.assign(fabric_.switch_count(), false);  // they may get a path now
    return true;
  }
  return false;
}

bool PathAdder::may_use(SwitchIndex s, PortNum p) {
  const Links& links = turns_.links();
  const LinkIndex in = links.at(s, p);
  const SwitchIndex next = links[in].to;
  return std::all_of(missing_->lids.begin(), missing_->lids.end(), [&](Lid lid) {
    const PortNum out = rows_.row(next)[lid];
    if (out == kNoPath) return false;
    const LinkIndex then = links.at(next, out);
    if (then == kNone) return true;
    const unsigned reverse_hops =
        count_reverse_hops(links, table_.orientation, in, [&](LinkIndex link) {
          const PortNum port = rows_.row(links.to(link))[lid];
          return port == kNoPath ? kNone : links.at(links.to(link), port);
        });
    return reverse_hops <= missing_->most_reverse_hops && turns_.add({in, then});
  });
}

// By port: how many LIDs of end ports leave the switch by it.
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
