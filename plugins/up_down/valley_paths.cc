#include "plugins/up_down/valley_paths.h"

#include <algorithm>
#include <limits>

namespace weft {
namespace {

// InfiniBand's directed routes end after 64 hops.
constexpr Hops kLongest = 62;

}  // namespace

ValleyPaths::ValleyPaths(const Fabric& fabric, const HopTable& table, Tables rows,
                         const AcyclicTurns& turns, std::span<const Hub> hubs)
    : fabric_(fabric),
      table_(table),
      rows_(rows),
      turns_(turns),
      links_(turns.links()),
      hubs_(hubs),
      hops_(fabric.switch_count()),
      candidates_(fabric.switch_count()) {
  for (const Hub& hub : hubs) hub_switches_.push_back(hub.s);
  std::sort(hub_switches_.begin(), hub_switches_.end());
}

MissingPaths ValleyPaths::add(const MissingPaths& missing) {
  MissingPaths rest = missing;
  // At first only with hubs that stay as near to the destination as before.
  for (const bool farther : {false, true}) {
    farther ? forget_unwritten() : start(missing);
    if (!aim_hubs(farther) && farther) break;
    grow();
    std::erase_if(rest.from, [&](SwitchIndex s) {
      if (hops_[s] == kFar) return false;
      write(s);
      return true;
    });
    if (rest.from.empty()) break;
  }
  return rest;
}

void ValleyPaths::start(const MissingPaths& missing) {
  missing_ = &missing;
  for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) hops_[s] = table_.hops(s, missing.d);
  begins_with_.assign(fabric_.switch_count(), kNone);
}

// Forgets paths that are not in the rows. Those in the rows stay: other paths lead over them, by
// their turns.
void ValleyPaths::forget_unwritten() {
  for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
    const bool is_written = rows_.row(s)[missing_->lids.front()] != kNoPath;
    if (begins_with_[s] != kNone && !is_written) hops_[s] = kFar;
  }
  begins_with_.assign(fabric_.switch_count(), kNone);
}

// Lets hubs send up over one of their hub links, since paths that come down to a hub may turn to
// these only. False if nothing has changed.
bool ValleyPaths::aim_hubs(bool farther) {
  // Hops of up*/down* paths only: over added paths others would turn up a second time.
  const auto hops = [&](SwitchIndex s) { return table_.hops(s, missing_->d); };
  bool changed = false;
  for (const Hub& hub : hubs_) {
    if (hops(hub.s) == kFar || hops(hub.s) == 0) continue;
    Hops nearest = kFar;
    for (const LinkIndex up : hub.up) nearest = std::min(nearest, hops(links_.to(up)));
    if (nearest == kFar || (nearest >= hops(hub.s)) != farther) continue;
    next_.clear();
    for (const LinkIndex up : hub.up) {
      if (hops(links_.to(up)) == nearest) next_.emplace_back(hub.s, up);
    }
    for (const Lid lid : missing_->lids) changed |= aim(hub, lid);
  }
  return changed;
}

// Lets a hub send over one of next_.
bool ValleyPaths::aim(const Hub& hub, Lid lid) {
  const LinkIndex now = step(hub.s, lid);
  if (now == kNone || !table_.orientation.goes_up(hub.s, links_.to(now))) return false;
  if (std::find(hub.up.begin(), hub.up.end(), now) != hub.up.end()) return false;
  rows_.row(hub.s)[lid] = links_[next_[lid % next_.size()].second].port;
  return true;
}

// From the hubs outwards, hop by hop: a switch without a path gets one with a turn that up*/down*
// does not have, or over a switch that got one.
void ValleyPaths::grow() {
  at_.assign(kLongest + std::size_t{2}, {});
  for (const SwitchIndex s : hub_switches_) {
    if (hops_[s] <= kLongest) at_[hops_[s]].push_back(s);
  }
  for (Hops hops = 0; hops <= kLongest; ++hops) {
    next_.clear();
    for (const SwitchIndex s : at_[hops]) collect_candidates(s);
    for (const auto& [s, link] : next_) ++candidates_[s];
    for (const auto& [s, link] : next_) {
      // Each switch and destination takes another candidate.
      const bool is_turn = (s + missing_->d) % candidates_[s] == 0;
      if (begins_with_[s] == kNone && is_turn) {
        begins_with_[s] = link;
        at_[hops + std::size_t{1}].push_back(s);
      }
      --candidates_[s];
    }
    for (const SwitchIndex s : at_[hops + std::size_t{1}]) {
      if (hops_[s] == kFar) hops_[s] = static_cast<Hops>(hops + 1);
    }
  }
}

// Collects the neighbours without a path whose packets may continue over a switch.
void ValleyPaths::collect_candidates(SwitchIndex next) {
  if (!find_steps(next)) return;
  for (std::uint32_t i = 0; i < links_.count_of(next); ++i) {
    const LinkIndex out = links_.first_of(next) + i;
    const SwitchIndex s = links_.to(out);
    if (hops_[s] != kFar) continue;
    const LinkIndex in = links_.opposite(out);
    if (may_enter(in)) next_.emplace_back(s, in);
  }
}

// The first links of the paths from a switch, each once; false if a LID has no path.
bool ValleyPaths::find_steps(SwitchIndex s) {
  steps_.clear();
  if (hops_[s] == 0) return true;
  for (const Lid lid : missing_->lids) {
    const LinkIndex link = step(s, lid);
    if (link == kNone) return false;
    if (std::find(steps_.begin(), steps_.end(), link) == steps_.end()) steps_.push_back(link);
  }
  return true;
}

// May packets come by this link to the switch whose steps were found, and go on by all of them?
bool ValleyPaths::may_enter(LinkIndex in) const {
  for (const LinkIndex then : steps_) {
    if (!turns_.contains({in, then})) return false;
  }
  if (steps_.empty() || missing_->most_reverse_hops == std::numeric_limits<unsigned>::max()) {
    return true;
  }
  return std::all_of(missing_->lids.begin(), missing_->lids.end(), [&](Lid lid) {
    return count_reverse_hops(links_, table_.orientation, in, [&](LinkIndex link) {
             return step(links_.to(link), lid);
           }) <= missing_->most_reverse_hops;
  });
}

// The first link of the path to a LID; kNone: it leads to no switch.
LinkIndex ValleyPaths::step(SwitchIndex s, Lid lid) const {
  if (begins_with_[s] != kNone) return begins_with_[s];
  const PortNum port = rows_.row(s)[lid];
  return port == kNoPath ? kNone : links_.at(s, port);
}

// Parallel links have the same turns, so the LIDs take them in turns.
void ValleyPaths::write(SwitchIndex source) {
  for (SwitchIndex s = source; begins_with_[s] != kNone; s = links_.to(begins_with_[s])) {
    const SwitchIndex next = links_.to(begins_with_[s]);
    const LinkIndex end = links_.first_of(s) + links_.count_of(s);
    LinkIndex link = begins_with_[s];
    for (const Lid lid : missing_->lids) {
      rows_.row(s)[lid] = links_[link].port;
      do {
        if (++link == end) link = links_.first_of(s);
      } while (links_.to(link) != next);
    }
  }
}

}  // namespace weft
