#include "common/graph/acyclic_turns.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace weft {

AcyclicTurns::AcyclicTurns(const Links& links, std::span<const LinkIndex> order,
                           std::uint64_t most_work)
    : links_(&links),
      counts_(links.turn_count()),
      after_(links.turn_count()),
      before_(links.turn_count()),
      refused_(links.turn_count()),
      second_of_pairs_(links.turn_count()),
      place_(links.count() + std::size_t{1}),
      next_(links.count() + std::size_t{1}),
      previous_(links.count() + std::size_t{1}),
      seen_(links.count()),
      most_work_(most_work) {
  std::vector<LinkIndex> by_number;
  if (order.empty()) {
    by_number.resize(links.count());
    std::iota(by_number.begin(), by_number.end(), LinkIndex{0});
    order = by_number;
  }
  set_order(order);
}

void AcyclicTurns::set_order(std::span<const LinkIndex> order) {
  const LinkIndex ends = links_->count();
  LinkIndex last = ends;
  for (const LinkIndex link : order) {
    next_[last] = link;
    previous_[link] = last;
    last = link;
  }
  next_[last] = ends;
  previous_[ends] = last;
  spread_places();
}

// Spreads the links over all numbers.
void AcyclicTurns::spread_places() {
  const std::uint64_t step = kLastPlace / (links_->count() + std::uint64_t{1});
  std::uint64_t place = 0;
  for (LinkIndex link = next_[links_->count()]; link != links_->count(); link = next_[link]) {
    place_[link] = place += step;
  }
}

std::vector<LinkIndex> AcyclicTurns::order() const {
  std::vector<LinkIndex> links;
  links.reserve(links_->count());
  for (LinkIndex link = next_[links_->count()]; link != links_->count(); link = next_[link]) {
    links.push_back(link);
  }
  return links;
}

template <typename Visit>
void AcyclicTurns::TurnSet::for_each(const Links::TurnsFrom& from, Visit visit) const {
  for (std::uint32_t done = 0; done < from.count; done += kBits) {
    const std::uint64_t first = from.first + done;
    const unsigned shift = first % kBits;
    // In two steps, since a shift by all bits is not defined.
    std::uint64_t bits = words_[first / kBits] >> shift | words_[first / kBits + 1]
                                                              << 1 << (kBits - 1 - shift);
    if (from.count - done < kBits) bits &= (std::uint64_t{1} << (from.count - done)) - 1;
    for (; bits != 0; bits &= bits - 1) {
      visit(from.first_link + done + static_cast<std::uint32_t>(std::countr_zero(bits)));
    }
  }
}

// Counts a path; true if the turn is new.
bool AcyclicTurns::insert(LinkTurn turn) {
  const std::uint64_t number = links_->turn(turn.from, turn.to);
  if (counts_[number]++ != 0) return false;
  after_.insert(number);
  const LinkTurn back = links_->way_back(turn);
  before_.insert(links_->turn(back.from, back.to));
  return true;
}

// Counts one path less; true if the turn has no more paths.
bool AcyclicTurns::erase(LinkTurn turn) {
  const std::uint64_t number = links_->turn(turn.from, turn.to);
  if (--counts_[number] != 0) return false;
  after_.erase(number);
  const LinkTurn back = links_->way_back(turn);
  before_.erase(links_->turn(back.from, back.to));
  return true;
}

bool AcyclicTurns::fits(LinkTurn turn) {
  if (place_[turn.from] < place_[turn.to]) return true;
  if (refusals_are_old_) forget_refusals();
  if (turn.from == turn.to || was_refused(turn) || work_ > most_work_) return false;
  if (!search(turn)) {
    refused_.insert(links_->turn(turn.from, turn.to));
    return false;
  }
  renumber(turn);
  return true;
}

void AcyclicTurns::forget_refusals() {
  refused_.clear();
  second_of_pairs_.clear();
  refused_pairs_.clear();
  refusals_are_old_ = false;
}

bool AcyclicTurns::was_refused(LinkTurn turn) const {
  return refused_.has(links_->turn(turn.from, turn.to));
}

bool AcyclicTurns::was_pair_refused(LinkTurn first, LinkTurn second) const {
  return second_of_pairs_.has(links_->turn(second.from, second.to)) && first.to == second.from &&
         refused_pairs_.contains(pair(first, second));
}

std::uint64_t AcyclicTurns::pair(LinkTurn first, LinkTurn second) const {
  constexpr std::uint64_t kMostTurnsOn = 4096;  // from a link: 254 ports of 16 VLs
  return links_->turn(first.from, first.to) * kMostTurnsOn +
         (second.to - links_->turns_from(second.from).first_link);
}

bool AcyclicTurns::add(LinkTurn turn) {
  if (!fits(turn)) return false;
  insert(turn);
  return true;
}

bool AcyclicTurns::add_all(std::span<const LinkTurn> turns) {
  if (refusals_are_old_) forget_refusals();
  for (std::size_t i = 0; i < turns.size(); ++i) {
    if (was_refused(turns[i]) || (i > 0 && was_pair_refused(turns[i - 1], turns[i]))) return false;
  }
  // Each alone first: a refusal beside the others cannot be remembered.
  if (!std::ranges::all_of(turns, [this](LinkTurn turn) { return fits(turn); })) return false;
  std::size_t added = 0;
  for (; added < turns.size() && fits(turns[added]); ++added) insert(turns[added]);
  if (added == turns.size()) return true;
  refused_.erase(links_->turn(turns[added].from, turns[added].to));
  for (const LinkTurn turn : turns.first(added)) erase(turn);
  if (added > 0) try_pair(turns[added - 1], turns[added]);
  return false;
}

// Tries two turns that fit alone: a path between the two links of the second may lead over the
// first.
void AcyclicTurns::try_pair(LinkTurn first, LinkTurn second) {
  if (first.to != second.from || !fits(first)) return;
  insert(first);
  if (!fits(second)) {
    refused_.erase(links_->turn(second.from, second.to));
    second_of_pairs_.insert(links_->turn(second.from, second.to));
    refused_pairs_.insert(pair(first, second));
  }
  erase(first);
}

bool AcyclicTurns::add_where(const std::function<bool(LinkTurn)>& wanted) {
  return add_anew([&](auto&& act) {
    links_->for_each_turn([&](LinkTurn turn, std::uint64_t) {
      if (wanted(turn)) act(turn);
    });
  });
}

bool AcyclicTurns::add_each(std::span<const LinkTurn> turns) {
  return add_anew([&](auto&& act) { std::ranges::for_each(turns, act); });
}

// for_each: calls its argument for each turn to be added.
template <typename ForEach>
bool AcyclicTurns::add_anew(ForEach for_each) {
  for_each([this](LinkTurn turn) { insert(turn); });
  if (order_anew()) return true;
  for_each([this](LinkTurn turn) { erase(turn); });
  return false;
}

void AcyclicTurns::remove(LinkTurn turn) {
  if (erase(turn)) refusals_are_old_ = true;
}

std::vector<LinkIndex> AcyclicTurns::cycle_with(LinkTurn turn) const {
  std::vector<LinkIndex> came_from(links_->count(), kNone);
  std::vector<LinkIndex> queue = {turn.to};
  came_from[turn.to] = turn.to;
  for (std::size_t done = 0; done < queue.size() && came_from[turn.from] == kNone; ++done) {
    const LinkIndex link = queue[done];
    after_.for_each(links_->turns_from(link), [&](LinkIndex next) {
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

// Searches from both ends until one side is complete. One side has all links that follow turn.to by
// turns and are before turn.from in the order; the other has all links that precede turn.from by
// turns and are behind turn.to in the order. The links of the complete side can move. False if a
// link is on both sides.
bool AcyclicTurns::search(LinkTurn turn) {
  const std::uint64_t first = place_[turn.to];
  const std::uint64_t last = place_[turn.from];
  const std::uint32_t is_later = ++stamp_;
  const std::uint32_t is_earlier = ++stamp_;
  later_.assign(1, turn.to);
  earlier_.assign(1, turn.from);
  seen_[turn.to] = is_later;
  seen_[turn.from] = is_earlier;
  bool meets = false;
  for (std::size_t i = 0; !meets && i < std::min(later_.size(), earlier_.size()); ++i) {
    const Links::TurnsFrom& on = links_->turns_from(later_[i]);
    work_ += on.count;
    after_.for_each(on, [&](LinkIndex next) {
      meets |= seen_[next] == is_earlier;
      if (seen_[next] == is_later || place_[next] > last) return;
      seen_[next] = is_later;
      later_.push_back(next);
    });
    const Links::TurnsFrom& back = links_->turns_from(links_->opposite(earlier_[i]));
    work_ += back.count;
    before_.for_each(back, [&](LinkIndex turned_round) {
      const LinkIndex previous = links_->opposite(turned_round);
      meets |= seen_[previous] == is_later;
      if (seen_[previous] == is_earlier || place_[previous] < first) return;
      seen_[previous] = is_earlier;
      earlier_.push_back(previous);
    });
  }
  return !meets;
}

// Moves the links of the complete side to just behind turn.from, or just before turn.to, in their
// order.
void AcyclicTurns::renumber(LinkTurn turn) {
  const bool is_later = later_.size() <= earlier_.size();
  std::vector<LinkIndex>& moved = is_later ? later_ : earlier_;
  std::ranges::sort(moved, {}, [this](LinkIndex link) { return place_[link]; });
  for (const LinkIndex link : moved) {
    next_[previous_[link]] = next_[link];
    previous_[next_[link]] = previous_[link];
  }
  LinkIndex last = is_later ? turn.from : previous_[turn.to];
  const LinkIndex end = next_[last];
  const std::uint64_t end_place = end == links_->count() ? kLastPlace : place_[end];
  const std::uint64_t step = (end_place - place_[last]) / (moved.size() + 1);
  for (const LinkIndex link : moved) {
    place_[link] = place_[last] + step;
    previous_[link] = last;
    next_[last] = link;
    last = link;
  }
  next_[last] = end;
  previous_[end] = last;
  if (step == 0) spread_places();
}

// Removes links to which no turn leads until none is left; false if only cycles are left.
// The last one found is removed first: so consecutive links are near each other in the
// order, and later searches, which look at the links between, are short.
bool AcyclicTurns::order_anew() {
  std::vector<std::uint32_t> turns_to(links_->count());
  for (LinkIndex link = 0; link < links_->count(); ++link) {
    after_.for_each(links_->turns_from(link), [&](LinkIndex next) { ++turns_to[next]; });
  }
  std::vector<LinkIndex> ready;
  for (LinkIndex link = links_->count(); link-- > 0;) {
    if (turns_to[link] == 0) ready.push_back(link);
  }
  std::vector<LinkIndex> order;
  order.reserve(links_->count());
  while (!ready.empty()) {
    order.push_back(ready.back());
    ready.pop_back();
    after_.for_each(links_->turns_from(order.back()), [&](LinkIndex next) {
      if (--turns_to[next] == 0) ready.push_back(next);
    });
  }
  if (order.size() < links_->count()) return false;
  set_order(order);
  return true;
}

}  // namespace weft
