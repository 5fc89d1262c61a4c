#include "common/graph/acyclic_turns.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace weft {

AcyclicTurns::AcyclicTurns(const Links& links, std::span<const LinkIndex> order)
    : links_(&links),
      counts_(links.turn_count()),
      refused_(links.turn_count() / 64 + 1),
      place_(links.count()),
      seen_(links.count()) {
  if (order.empty()) {
    std::iota(place_.begin(), place_.end(), 0u);
  } else {
    for (std::uint32_t i = 0; i < order.size(); ++i) place_[order[i]] = i;
  }
}

bool AcyclicTurns::fits(LinkTurn turn) {
  if (place_[turn.from] < place_[turn.to]) return true;
  if (turn.from == turn.to) return false;
  const std::uint64_t number = links_->turn(turn.from, turn.to);
  if (is_refused(number)) return false;
  if (!search_forward(turn.to, turn.from)) {
    refuse(number);
    return false;
  }
  search_backward(turn.from, turn.to);
  renumber();
  return true;
}

bool AcyclicTurns::add(LinkTurn turn) {
  if (!fits(turn)) return false;
  ++counts_[links_->turn(turn.from, turn.to)];
  return true;
}

bool AcyclicTurns::add_all(std::span<const LinkTurn> turns) {
  bool has_new = false;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const std::uint64_t number = links_->turn(turns[i].from, turns[i].to);
    if (add(turns[i])) {
      has_new |= counts_[number] == 1;
      continue;
    }
    // What was refused before is so again when the others have left; this turn may not be.
    if (has_new) refused_[number / 64] &= ~(std::uint64_t{1} << (number % 64));
    while (i-- > 0) --counts_[links_->turn(turns[i].from, turns[i].to)];
    return false;
  }
  return true;
}

void AcyclicTurns::remove(LinkTurn turn) {
  if (--counts_[links_->turn(turn.from, turn.to)] == 0) refusals_are_old_ = true;
}

std::vector<LinkIndex> AcyclicTurns::cycle_with(LinkTurn turn) const {
  std::vector<LinkIndex> came_from(links_->count(), kNone);
  std::vector<LinkIndex> queue = {turn.to};
  came_from[turn.to] = turn.to;
  for (std::size_t done = 0; done < queue.size() && came_from[turn.from] == kNone; ++done) {
    const LinkIndex link = queue[done];
    for_each_next(link, [&](LinkIndex next) {
      if (came_from[next] != kNone) return;
      came_from[next] = link;
      queue.push_back(next);
    });
  }
  if (came_from[turn.from] == kNone) return {};
  std::vector<LinkIndex> cycle = {turn.from};
  while (cycle.back() != turn.to) cycle.push_back(came_from[cycle.back()]);
  std::reverse(cycle.begin(), cycle.end());
  return cycle;
}

template <typename Visit>
void AcyclicTurns::for_each_next(LinkIndex link, Visit visit) const {
  const Links::TurnsFrom& turns = links_->turns_from(link);
  const std::uint32_t* const counts = counts_.data() + turns.first;
  for (std::uint32_t i = 0; i < turns.count; ++i) {
    if (counts[i] != 0) visit(turns.first_link + i);
  }
}

template <typename Visit>
void AcyclicTurns::for_each_previous(LinkIndex link, Visit visit) const {
  const SwitchIndex at = (*links_)[link].from;
  const LinkIndex first = links_->first_of(at);
  for (LinkIndex out = first; out < first + links_->count_of(at); ++out) {
    const LinkIndex in = links_->opposite(out);
    if (counts_[links_->turn(in, link)] != 0) visit(in);
  }
}

// All links that come behind `from` in turns and not behind `limit` in the order; false if `limit`
// is one of them.
bool AcyclicTurns::search_forward(LinkIndex from, LinkIndex limit) {
  ++stamp_;
  behind_.assign(1, from);
  seen_[from] = stamp_;
  bool meets = false;
  for (std::size_t done = 0; done < behind_.size() && !meets; ++done) {
    const LinkIndex link = behind_[done];
    work_ += links_->turns_from(link).count;
    for_each_next(link, [&](LinkIndex next) {
      meets |= next == limit;
      if (seen_[next] == stamp_ || place_[next] > place_[limit]) return;
      seen_[next] = stamp_;
      behind_.push_back(next);
    });
  }
  return !meets;
}

void AcyclicTurns::search_backward(LinkIndex from, LinkIndex limit) {
  ++stamp_;
  before_.assign(1, from);
  seen_[from] = stamp_;
  for (std::size_t done = 0; done < before_.size(); ++done) {
    const LinkIndex link = before_[done];
    work_ += links_->count_of((*links_)[link].from);
    for_each_previous(link, [&](LinkIndex previous) {
      if (seen_[previous] == stamp_ || place_[previous] < place_[limit]) return;
      seen_[previous] = stamp_;
      before_.push_back(previous);
    });
  }
}

// The places of both sets go to the links before, then to those behind, which keep their order
// among themselves.
void AcyclicTurns::renumber() {
  const auto by_place = [this](LinkIndex a, LinkIndex b) { return place_[a] < place_[b]; };
  std::sort(before_.begin(), before_.end(), by_place);
  std::sort(behind_.begin(), behind_.end(), by_place);
  places_.clear();
  for (const LinkIndex link : before_) places_.push_back(place_[link]);
  for (const LinkIndex link : behind_) places_.push_back(place_[link]);
  std::inplace_merge(places_.begin(), places_.begin() + std::ssize(before_), places_.end());
  std::size_t next = 0;
  for (const LinkIndex link : before_) place_[link] = places_[next++];
  for (const LinkIndex link : behind_) place_[link] = places_[next++];
}

bool AcyclicTurns::is_refused(std::uint64_t turn) const {
  return !refusals_are_old_ && (refused_[turn / 64] >> (turn % 64) & 1) != 0;
}

void AcyclicTurns::refuse(std::uint64_t turn) {
  if (refusals_are_old_) {
    std::fill(refused_.begin(), refused_.end(), 0);
    refusals_are_old_ = false;
  }
  refused_[turn / 64] |= std::uint64_t{1} << (turn % 64);
}

}  // namespace weft
