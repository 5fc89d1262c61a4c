// AcyclicTurns: the turns that the paths on one virtual lane make, which never close a cycle: one
// lane's channel dependency graph with a topological order that is kept up to date.
//
// The order is that of Pearce and Kelly (A Dynamic Topological Sort Algorithm for Directed Acyclic
// Graphs, ACM JEA 2006): a turn that goes along the order joins at once; for any other, the links
// between its two ends are searched and renumbered. So a good first order decides the cost: with
// one that agrees with all paths (up*/down* on a tree, dimension order) nothing is ever searched.
#ifndef WEFT_GRAPH_ACYCLIC_TURNS_H_
#define WEFT_GRAPH_ACYCLIC_TURNS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/graph/links.h"

namespace weft {

struct LinkTurn {
  LinkIndex from;
  LinkIndex to;  // begins where `from` ends
};

class AcyclicTurns {
 public:
  // No turns. order: all links, each once, from first to last; empty: by number. The links must
  // outlive it. Memory: 4 1/2 bytes a turn, 16 a link.
  explicit AcyclicTurns(const Links& links, std::span<const LinkIndex> order = {});

  bool contains(LinkTurn turn) const { return counts_[links_->turn(turn.from, turn.to)] != 0; }

  // Could the turn join, as things stand? True also for one that is there. The order is changed so
  // that add() is O(1) until something else changes it. What was refused is remembered until a turn
  // leaves the set. Cost: O(1) along the order and for what is remembered, else O(turns between
  // its ends in the order).
  bool fits(LinkTurn turn);

  // One more path makes the turn; false, and nothing is changed, if it would close a cycle.
  // At most 2^32 - 1 paths make a turn. Cost: that of fits().
  bool add(LinkTurn turn);

  // All of them, or none.
  bool add_all(std::span<const LinkTurn> turns);

  // One path less makes the turn, which is there. Cost: O(1).
  void remove(LinkTurn turn);

  // The links of a shortest cycle that the turn, which does not fit, would close: from turn.to to
  // turn.from. Empty if it fits. Cost: O(turns).
  std::vector<LinkIndex> cycle_with(LinkTurn turn) const;

  // The place of a link in the order, 0..count-1; turns that are there ascend.
  std::uint32_t place(LinkIndex link) const { return place_[link]; }

  // Turns looked at so far: what the searches cost. A caller can give up for having done enough.
  std::uint64_t work() const { return work_; }

 private:
  template <typename Visit>
  void for_each_next(LinkIndex link, Visit visit) const;
  template <typename Visit>
  void for_each_previous(LinkIndex link, Visit visit) const;
  bool search_forward(LinkIndex from, LinkIndex limit);
  void search_backward(LinkIndex from, LinkIndex limit);
  void renumber();
  bool is_refused(std::uint64_t turn) const;
  void refuse(std::uint64_t turn);

  const Links* links_;
  std::vector<std::uint32_t> counts_;   // by turn: how many paths make it
  std::vector<std::uint64_t> refused_;  // by turn, a bit each
  bool refusals_are_old_ = false;
  std::vector<std::uint32_t> place_;  // by link
  // Of a search: the links before and behind the new turn that are out of order.
  std::vector<LinkIndex> behind_;
  std::vector<LinkIndex> before_;
  std::vector<std::uint32_t> places_;
  std::vector<std::uint32_t> seen_;  // by link: the stamp of the last search that came by
  std::uint32_t stamp_ = 0;
  std::uint64_t work_ = 0;
};

}  // namespace weft

#endif  // WEFT_GRAPH_ACYCLIC_TURNS_H_
