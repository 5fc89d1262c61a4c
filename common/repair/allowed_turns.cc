#include "common/repair/allowed_turns.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "common/fabric/counts.h"

namespace weft {
namespace {

// Turns to look at in all: about half a second's worth.
constexpr std::uint64_t kMostWork = 50'000'000;

// Calls visit(turn of links_now, VLs) for the turns that are still there.
template <typename Visit>
void translate(const TurnEvidence& evidence, const FabricMatch& match, const Links& now,
               Visit visit) {
  const Links before(match.before());
  std::vector<LinkIndex> of_before(before.count(), kNone);
  for (LinkIndex link = 0; link < now.count(); ++link) {
    const Link& here = now[link];
    if (!match.keeps_neighbour(here.from, here.port)) continue;
    of_before[before.at(match.switch_before(here.from), here.port)] = link;
  }
  for (LinkIndex from = 0; from < before.count(); ++from) {
    if (of_before[from] == kNone) continue;
    const Links::TurnsFrom& turns = before.turns_from(from);
    for (std::uint32_t i = 0; i < turns.count; ++i) {
      const std::uint16_t vls = evidence.turns[turns.first + i];
      const LinkIndex to = of_before[turns.first_link + i];
      if (vls != 0 && to != kNone) visit(LinkTurn{of_before[from], to}, vls);
    }
  }
}

}  // namespace

AllowedTurns::AllowedTurns(const TurnEvidence& evidence, const FabricMatch& match,
                           const Links& links)
    : links_(&links), any_(false) {
  if (!evidence.ranks.empty()) {
    ranks_.assign(match.now().switch_count(), kNone);
    for (SwitchIndex s = 0; s < ranks_.size(); ++s) {
      if (match.switch_before(s) != kNone) ranks_[s] = evidence.ranks[match.switch_before(s)];
    }
    rank_new_switches(match.now());
    return;
  }
  used_.resize(links.turn_count());
  translate(evidence, match, links,
            [&](LinkTurn turn, VlSet vls) { used_[links.turn(turn.from, turn.to)] = vls; });
}

// A switch with end ports is the lowest; others stand above the lowest of their neighbours.
void AllowedTurns::rank_new_switches(const Fabric& fabric) {
  const std::vector<std::uint32_t> end_ports = end_ports_by_switch(fabric);
  for (SwitchIndex s = 0; s < ranks_.size(); ++s) {
    if (ranks_[s] != kNone) continue;
    std::uint32_t lowest = kNone;
    for (const SwitchIndex n : links_->neighbours(s)) lowest = std::min(lowest, ranks_[n]);
    ranks_[s] = end_ports[s] > 0 || lowest == kNone ? 0 : lowest + 1;
  }
}

bool AllowedTurns::add(const TurnEvidence& evidence, const FabricMatch& match) {
  if (any_) return true;
  if (!ranks_.empty() || evidence.turns.empty()) {
    return !ranks_.empty() && AllowedTurns(evidence, match, *links_).ranks_ == ranks_;
  }
  bool joined = true;
  std::vector<VlSet> all = used_;
  unsigned grown = 0;
  translate(evidence, match, *links_, [&](LinkTurn turn, VlSet vls) {
    VlSet& sets = all[links_->turn(turn.from, turn.to)];
    grown |= vls & ~unsigned{sets};
    sets |= vls;
  });
  for (; grown != 0; grown &= grown - 1) {
    const auto vl = static_cast<unsigned>(std::countr_zero(grown));
    auto lane = std::make_unique<AcyclicTurns>(*links_, std::span<const LinkIndex>(), kMostWork);
    if (add_turns(all, vl, *lane)) {
      lanes_[vl] = std::move(lane);
    } else {
      joined = false;
    }
  }
  return joined;
}

bool AllowedTurns::loosen(const Orientation& orientation) {
  if (any_ || was_loosened_) return false;
  was_loosened_ = true;
  if (ranks_.empty() && orientation.place.empty()) return false;
  std::vector<char> up;
  for (const Link& link : links_->all()) {
    up.push_back(ranks_.empty() ? orientation.goes_up(link.from, link.to)
                                : goes_up(link.from, link.to));
  }
  auto lane = std::make_unique<AcyclicTurns>(*links_, std::span<const LinkIndex>(), kMostWork);
  const bool joined = lane->add_where([&](LinkTurn turn) {
    return up[turn.from] != 0 || up[turn.to] == 0 || (ranks_.empty() && turns_on(0).contains(turn));
  });
  if (!joined) return false;
  used_.resize(links_->turn_count());
  ranks_.clear();
  lanes_[0] = std::move(lane);
  goes_up_ = std::move(up);
  return true;
}

// False, and nothing is added, if they close a cycle.
bool AllowedTurns::add_turns(std::span<const VlSet> sets, unsigned vl, AcyclicTurns& lane) const {
  return lane.add_where(
      [&](LinkTurn turn) { return (sets[links_->turn(turn.from, turn.to)] >> vl & 1) != 0; });
}

AcyclicTurns& AllowedTurns::turns_on(unsigned vl) {
  if (lanes_[vl] == nullptr) {
    lanes_[vl] = std::make_unique<AcyclicTurns>(*links_, std::span<const LinkIndex>(), kMostWork);
    add_turns(used_, vl, *lanes_[vl]);
  }
  return *lanes_[vl];
}

bool AllowedTurns::add_path(VlSet vls, std::span<const LinkTurn> turns) {
  if (any_) return true;
  if (!ranks_.empty()) {
    return std::all_of(turns.begin(), turns.end(),
                       [this](LinkTurn turn) { return keeps_up_down(turn); });
  }
  for (unsigned rest = vls; rest != 0; rest &= rest - 1) {
    const auto vl = static_cast<unsigned>(std::countr_zero(rest));
    if (turns_on(vl).add_all(turns)) continue;
    for (unsigned done = vls & ~rest; done != 0; done &= done - 1) {
      AcyclicTurns& lane = turns_on(static_cast<unsigned>(std::countr_zero(done)));
      for (const LinkTurn turn : turns) lane.remove(turn);
    }
    return false;
  }
  return true;
}

bool AllowedTurns::fits(VlSet vls, LinkTurn turn) {
  if (any_) return true;
  if (!ranks_.empty()) return keeps_up_down(turn);
  for (unsigned rest = vls; rest != 0; rest &= rest - 1) {
    if (!turns_on(static_cast<unsigned>(std::countr_zero(rest))).fits(turn)) return false;
  }
  return true;
}

}  // namespace weft
