// AcyclicTurns: the turns that the paths on one virtual lane make, which never close a cycle: one
// lane's channel dependency graph with a topological order that is kept up to date.
//
// A turn that goes along the order joins at once; for any other, the links between its two ends are
// searched, as Pearce and Kelly do (A Dynamic Topological Sort Algorithm for Directed Acyclic
// Graphs, ACM JEA 2006). So a good first order decides the cost: with one that agrees with all
// paths (up*/down* on a tree, dimension order) nothing is ever searched. The search goes out from
// both ends in turns: where there is a cycle to be closed, the two meet long before one alone would
// have found it, and where there is none the smaller side alone moves. For that the order is a list
// with numbers that leave gaps (Dietz, Sleator: Two Algorithms for Maintaining Order in a List,
// STOC 1987).
#ifndef WEFT_GRAPH_ACYCLIC_TURNS_H_
#define WEFT_GRAPH_ACYCLIC_TURNS_H_

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <unordered_set>
#include <vector>

#include "common/graph/links.h"

namespace weft {

class AcyclicTurns {
 public:
  // No turns. order: all links, each once, from first to last; empty: by number. most_work: when
  // more turns than that have been looked at, those against the order are refused. The links must
  // outlive it. Memory: 4 1/2 bytes a turn, 28 a link.
  explicit AcyclicTurns(const Links& links, std::span<const LinkIndex> order = {},
                        std::uint64_t most_work = std::numeric_limits<std::uint64_t>::max());

  const Links& links() const { return *links_; }

  bool contains(LinkTurn turn) const { return contains(links_->turn(turn.from, turn.to)); }
  // By number, as Links has it.
  bool contains(std::uint64_t turn) const { return after_.has(turn); }

  // Could the turn join, as things stand? True also for one that is there. The order is changed so
  // that add() is O(1) until something else changes it. What was refused is remembered until a turn
  // leaves the set. Cost: O(1) along the order and for what is remembered, else O(turns between
  // its ends in the order).
  bool fits(LinkTurn turn);

  // One more path makes the turn; false, and nothing is changed, if it would close a cycle.
  // At most 2^32 - 1 paths make a turn. Cost: that of fits().
  bool add(LinkTurn turn);

  // All of them, or none. What is refused is remembered, also if it is two turns in a row together.
  bool add_all(std::span<const LinkTurn> turns);

  // Each turn that it is true for, once; false, and nothing is changed, if these would close a
  // cycle. All links are put into a new order. Cost: O(turns), whatever most_work is.
  bool add_where(const std::function<bool(LinkTurn)>& wanted);
  // The same of each turn of a list. Cost: O(those that are there).
  bool add_each(std::span<const LinkTurn> turns);

  // One path less makes the turn, which is there. Cost: O(1).
  void remove(LinkTurn turn);

  // The links of a shortest cycle that the turn, which does not fit, would close: from turn.to to
  // turn.from. Empty if it fits. Cost: O(turns).
  std::vector<LinkIndex> cycle_with(LinkTurn turn) const;

  // What says which of two links comes first in the order; turns that are there ascend.
  std::uint64_t place(LinkIndex link) const { return place_[link]; }
  // All links.
  std::vector<LinkIndex> order() const;

  // Turns looked at so far: what the searches cost. A caller can give up for having done enough.
  std::uint64_t work() const { return work_; }

 private:
  // Turns by number.
  class TurnSet {
   public:
    explicit TurnSet(std::uint64_t turns) : words_(turns / kBits + 2) {}

    bool has(std::uint64_t turn) const { return (words_[turn / kBits] >> (turn % kBits) & 1) != 0; }
    void insert(std::uint64_t turn) { words_[turn / kBits] |= std::uint64_t{1} << turn % kBits; }
    void clear() { std::fill(words_.begin(), words_.end(), 0); }
    void erase(std::uint64_t turn) { words_[turn / kBits] &= ~(std::uint64_t{1} << turn % kBits); }
    // Visits the links that the turns of `from` lead to that are in the set.
    template <typename Visit>
    void for_each(const Links::TurnsFrom& from, Visit visit) const;

   private:
    static constexpr unsigned kBits = 64;
    std::vector<std::uint64_t> words_;  // one more than are needed, so that any two can be read
  };

  void forget_refusals();
  bool was_refused(LinkTurn turn) const;
  bool was_pair_refused(LinkTurn first, LinkTurn second) const;
  std::uint64_t pair(LinkTurn first, LinkTurn second) const;
  void try_pair(LinkTurn first, LinkTurn second);
  bool insert(LinkTurn turn);
  bool erase(LinkTurn turn);
  template <typename ForEach>
  bool add_anew(ForEach for_each);
  bool order_anew();
  bool search(LinkTurn turn);
  void renumber(LinkTurn turn);
  void set_order(std::span<const LinkIndex> order);
  void spread_places();

  static constexpr std::uint64_t kLastPlace = std::numeric_limits<std::uint64_t>::max();

  const Links* links_;
  std::vector<std::uint32_t> counts_;  // by turn: how many paths make it
  TurnSet after_;                      // that are there
  TurnSet before_;                     // the same turned round, for the way back
  TurnSet refused_;
  TurnSet second_of_pairs_;
  std::unordered_set<std::uint64_t> refused_pairs_;  // of turns that follow each other
  bool refusals_are_old_ = false;
  // The order is a ring of the links and, behind the last, their count, at place 0.
  std::vector<std::uint64_t> place_;
  std::vector<LinkIndex> next_, previous_;
  // Of a search: the links that come behind the new turn and before it, and are out of order.
  std::vector<LinkIndex> later_;
  std::vector<LinkIndex> earlier_;
  std::vector<std::uint32_t> seen_;  // by link: the stamp of the last search that came by
  std::uint32_t stamp_ = 0;
  std::uint64_t most_work_;
  std::uint64_t work_ = 0;
};

}  // namespace weft

#endif  // WEFT_GRAPH_ACYCLIC_TURNS_H_
