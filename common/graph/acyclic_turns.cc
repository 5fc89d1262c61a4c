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
      place_(links.count()),
      at_place_(order.begin(), order.end()),
      marked_(links.count() / 64 + 1),
      seen_(links.count()),
      most_work_(most_work) {
  if (order.empty()) {
    at_place_.resize(links.count());
    std::iota(at_place_.begin(), at_place_.end(), LinkIndex{0});
  }
  for (std::uint32_t i = 0; i < at_place_.size(); ++i) place_[at_place_[i]] = i;
}

template <typename Visit>
void AcyclicTurns::TurnSet::for_each(const Links::TurnsFrom& from, Visit visit) const {
  for (std::uint32_t done = 0; done < from.count; done += kBits) {
    const std::uint64_t first = from.first + done;
    const unsigned shift = first % kBits;
    // In two steps, since a shift by all bits is none.
    std::uint64_t bits = words_[first / kBits] >> shift | words_[first / kBits + 1]
                                                              << 1 << (kBits - 1 - shift);
    if (from.count - done < kBits) bits &= (std::uint64_t{1} << (from.count - done)) - 1;
    for (; bits != 0; bits &= bits - 1) {
      visit(from.first_link + done + static_cast<std::uint32_t>(std::countr_zero(bits)));
    }
  }
}

// Counts a path; true if the turn was not there.
bool AcyclicTurns::insert(LinkTurn turn) {
  const std::uint64_t number = links_->turn(turn.from, turn.to);
  if (counts_[number]++ != 0) return false;
  after_.insert(number);
  before_.insert(links_->turn(links_->opposite(turn.to), links_->opposite(turn.from)));
  return true;
}

// Counts one path less; true if the turn is there no more.
bool AcyclicTurns::erase(LinkTurn turn) {
  const std::uint64_t number = links_->turn(turn.from, turn.to);
  if (--counts_[number] != 0) return false;
  after_.erase(number);
  before_.erase(links_->turn(links_->opposite(turn.to), links_->opposite(turn.from)));
  return true;
}

bool AcyclicTurns::fits(LinkTurn turn) {
  if (place_[turn.from] < place_[turn.to]) return true;
  if (turn.from == turn.to) return false;
  const std::uint64_t number = links_->turn(turn.from, turn.to);
  if (refusals_are_old_) {
    refused_.clear();
    refusals_are_old_ = false;
  }
  if (refused_.has(number) || work_ > most_work_) return false;
  if (!search(turn)) {
    refused_.insert(number);
    return false;
  }
  renumber(turn);
  return true;
}

bool AcyclicTurns::add(LinkTurn turn) {
  if (!fits(turn)) return false;
  insert(turn);
  return true;
}

bool AcyclicTurns::add_all(std::span<const LinkTurn> turns) {
  bool has_new = false;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    if (fits(turns[i])) {
      has_new |= insert(turns[i]);
      continue;
    }
    // What was refused before is so again when the others have left; this turn may not be.
    if (has_new) refused_.erase(links_->turn(turns[i].from, turns[i].to));
    while (i-- > 0) erase(turns[i]);
    return false;
  }
  return true;
}

bool AcyclicTurns::add_where(const std::function<bool(LinkTurn)>& wanted) {
  const auto for_each_wanted = [&](auto&& act) {
    for (LinkIndex from = 0; from < links_->count(); ++from) {
      const Links::TurnsFrom& turns = links_->turns_from(from);
      for (std::uint32_t i = 0; i < turns.count; ++i) {
        const LinkTurn turn = {from, turns.first_link + i};
        if (wanted(turn)) act(turn);
      }
    }
  };
  for_each_wanted([this](LinkTurn turn) { insert(turn); });
  if (order_anew()) return true;
  for_each_wanted([this](LinkTurn turn) { erase(turn); });
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

// All links that come behind turn.to in turns and not behind turn.from in the order, and all that
// come before turn.from and not before turn.to; false if there is one that is both.
bool AcyclicTurns::search(LinkTurn turn) {
  const std::uint32_t first = place_[turn.to];
  const std::uint32_t last = place_[turn.from];
  const std::uint32_t is_later = ++stamp_;
  const std::uint32_t is_earlier = ++stamp_;
  later_.assign(1, turn.to);
  earlier_.assign(1, turn.from);
  seen_[turn.to] = is_later;
  seen_[turn.from] = is_earlier;
  bool meets = false;
  for (std::size_t i = 0; !meets && i < std::max(later_.size(), earlier_.size()); ++i) {
    if (i < later_.size()) {
      const Links::TurnsFrom& turns = links_->turns_from(later_[i]);
      work_ += turns.count;
      after_.for_each(turns, [&](LinkIndex next) {
        meets |= seen_[next] == is_earlier;
        if (seen_[next] == is_later || place_[next] > last) return;
        seen_[next] = is_later;
        later_.push_back(next);
      });
    }
    if (i < earlier_.size() && !meets) {
      const Links::TurnsFrom& turns = links_->turns_from(links_->opposite(earlier_[i]));
      work_ += turns.count;
      before_.for_each(turns, [&](LinkIndex turned_round) {
        const LinkIndex previous = links_->opposite(turned_round);
        meets |= seen_[previous] == is_later;
        if (seen_[previous] == is_earlier || place_[previous] < first) return;
        seen_[previous] = is_earlier;
        earlier_.push_back(previous);
      });
    }
  }
  return !meets;
}

// The places of both sets go to the earlier links, then to the later ones, which keep their order
// among themselves.
void AcyclicTurns::renumber(LinkTurn turn) {
  const std::uint32_t first = place_[turn.to];
  const std::uint32_t last = place_[turn.from];
  sort_by_place(earlier_, first, last);
  sort_by_place(later_, first, last);
  earlier_.insert(earlier_.end(), later_.begin(), later_.end());
  mark_places(earlier_);
  std::size_t next = 0;
  take_marked(first, last, [&](std::uint32_t place) {
    at_place_[place] = earlier_[next++];
    place_[at_place_[place]] = place;
  });
}

void AcyclicTurns::sort_by_place(std::vector<LinkIndex>& links, std::uint32_t first,
                                 std::uint32_t last) {
  mark_places(links);
  std::size_t next = 0;
  take_marked(first, last, [&](std::uint32_t place) { links[next++] = at_place_[place]; });
}

void AcyclicTurns::mark_places(std::span<const LinkIndex> links) {
  for (const LinkIndex link : links) {
    marked_[place_[link] / 64] |= std::uint64_t{1} << (place_[link] % 64);
  }
}

// Places from first to last that are marked, in this order; then they are so no more.
template <typename Visit>
void AcyclicTurns::take_marked(std::uint32_t first, std::uint32_t last, Visit visit) {
  for (std::uint32_t word = first / 64; word <= last / 64; ++word) {
    for (; marked_[word] != 0; marked_[word] &= marked_[word] - 1) {
      visit(64 * word + static_cast<std::uint32_t>(std::countr_zero(marked_[word])));
    }
  }
}

// Takes away links that no turn leads to until none is left; false if there are only cycles left.
// The last that was found goes first: links that follow each other stand close together in the
// order, so that later searches, which look at what lies in between, are short.
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
  for (std::uint32_t i = 0; i < order.size(); ++i) place_[order[i]] = i;
  at_place_ = std::move(order);
  return true;
}

}  // namespace weft
