// AcyclicTurns: the turns of the paths on one virtual lane, which never close a cycle: the
// lane's channel dependency graph with a topological order that is kept up to date.
//
// A turn along the order is added at once. For any other turn, the links between its two ends are
// searched, as Pearce and Kelly do (A Dynamic Topological Sort Algorithm for Directed Acyclic
// Graphs, ACM JEA 2006). So the first order decides the cost: with one that agrees with all
// paths (up*/down* on a tree, dimension order) nothing is ever searched. The search goes out from
// both ends alternately: if the turn closes a cycle, the two sides meet long before one side alone
// would find it; if not, only the smaller side moves. For that the order is a list
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
  // Begins without turns. order: all links, each once, from first to last; empty: by number.
  // most_work: after this number of turns was looked at, turns against the order are refused. The
  // links must outlive it. Memory: 4 1/2 bytes a turn, 28 a link.
  explicit AcyclicTurns(const Links& links, std::span<const LinkIndex> order = {},
                        std::uint64_t most_work = std::numeric_limits<std::uint64_t>::max());

  const Links& links() const { return *links_; }

  bool contains(LinkTurn turn) const { return contains(links_->turn(turn.from, turn.to)); }
  // By number, as Links has it.
  bool contains(std::uint64_t turn) const { return after_.has(turn); }

  // Could the turn be added now? True also if it is in the set. Changes the order so
  // that add() is O(1) until something else changes it. Refused turns are remembered until a turn
  // leaves the set. Cost: O(1) along the order and for remembered turns, else O(turns between
  // its ends in the order).
  bool fits(LinkTurn turn);

  // Adds the turn for one more path; false, and nothing is changed, if it would close a cycle.
  // A turn has at most 2^32 - 1 paths. Cost: that of fits().
  bool add(LinkTurn turn);

  // Adds all of them, or none. Remembers what is refused, also two consecutive turns that do not
  // fit together.
  bool add_all(std::span<const LinkTurn> turns);

  // Adds each turn for which `wanted` is true, once; false, and nothing is changed, if these would
  // close a cycle. Puts all links into a new order. Cost: O(turns), for any most_work.
  bool add_where(const std::function<bool(LinkTurn)>& wanted);
  // The same for each turn of a list. Cost: O(turns in the set).
  bool add_each(std::span<const LinkTurn> turns);

  // Removes one path from the turn, which must be in the set. Cost: O(1).
  void remove(LinkTurn turn);

  // The links of a shortest cycle that a refused turn would close: from turn.to to turn.from. Empty
  // if the turn fits. Cost: O(turns).
  std::vector<LinkIndex> cycle_with(LinkTurn turn) const;

  // A number that ascends in the order; turns of the set ascend.
  std::uint64_t place(LinkIndex link) const { return place_[link]; }
  // All links, in order.
  std::vector<LinkIndex> order() const;

  // The turns looked at so far, as a measure of the work. A caller can give up after enough work.
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
  std::vector<std::uint32_t> counts_;  // by turn: number of its paths
  TurnSet after_;                      // the turns of the set
  TurnSet before_;                     // the same reversed, for the search backwards
  TurnSet refused_;
  TurnSet second_of_pairs_;
  std::unordered_set<std::uint64_t> refused_pairs_;  // of consecutive turns
  bool refusals_are_old_ = false;
  // The order is a ring of the links and, behind the last, their count, at place 0.
  std::vector<std::uint64_t> place_;
  std::vector<LinkIndex> next_, previous_;
  // Of a search: the links behind the new turn and before it that are out of order.
  std::vector<LinkIndex> later_;
  std::vector<LinkIndex> earlier_;
  std::vector<std::uint32_t> seen_;  // by link: the stamp of the last search that met it
  std::uint32_t stamp_ = 0;
  std::uint64_t most_work_;
  std::uint64_t work_ = 0;
};

}  // namespace weft

#endif  // WEFT_GRAPH_ACYCLIC_TURNS_H_
