// Moves paths off busy links, one switch and LID at a time, after all choices were made.
// Tested by tests/common/balance/path_shifts_test.cc.
#ifndef WEFT_BALANCE_PATH_SHIFTS_H_
#define WEFT_BALANCE_PATH_SHIFTS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/balance/link_loads.h"
#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/next_hops.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "common/routing/targets.h"

namespace weft {

// By switch: what one of its links may carry of the paths that its end ports send, if these are
// spread evenly, times kEven (evenness.h). sources: end ports that send, by switch. Cost: O(ports).
std::vector<std::uint32_t> even_shares(const Fabric& fabric,
                                       std::span<const std::uint32_t> sources);

class PathShifts {
 public:
  // sources: end ports that send, by switch. shares: even_shares(). loads: of all paths. All
  // arguments must outlive it.
  PathShifts(const Fabric& fabric, std::span<const std::uint32_t> sources,
             std::span<const std::uint32_t> shares, LinkLoads& loads);

  // Turns to a LID. farthest_first: the switches that reach it, each before the switches on its
  // path, the destination switch last. entries: by switch, the entries of these; both must live
  // until the next start(). False, and nothing can be moved, if some path is not in that order.
  // Cost: O(S).
  bool start(std::span<const SwitchIndex> farthest_first, std::span<PortNum> entries);

  // Finds the crowded links: those that carry more than the limit, and more than an even share of
  // what the end ports at either end send or receive; also without the paths to this LID, if these
  // may not be divided and not most of them come from the switch. farthest_first: as of start().
  // Cost: O(S).
  void find_crowded(std::span<const SwitchIndex> farthest_first, std::uint32_t limit,
                    bool may_divide);
  // Did the path from a switch lead over a crowded link?
  bool is_crowded(SwitchIndex s) const { return is_crowded_[s] != 0; }

  // Would the sum of the squares of all loads fall, and no link become busier than a relieved one,
  // if the paths over a switch took another port? It must lead on in that order. Cost: O(hops).
  bool is_better(SwitchIndex s, PortNum port) const;
  // Moves them there. It must be better. Cost: O(hops).
  void move(SwitchIndex s, PortNum port);

 private:
  SwitchIndex next_by(SwitchIndex s, PortNum port) const;
  std::uint64_t cost_by(SwitchIndex s, PortNum port) const;
  bool relieves(SwitchIndex s, PortNum port) const;
  void add(SwitchIndex s, std::uint32_t paths);

  const Fabric& fabric_;
  std::span<const std::uint32_t> sources_;
  std::span<const std::uint32_t> shares_;
  LinkLoads& loads_;
  // Of the current LID:
  SwitchIndex destination_ = kNone;
  std::span<PortNum> entries_;
  std::vector<std::uint32_t> place_;  // by switch: its place in that order; 0 also for others
  std::vector<SwitchIndex> next_;     // by switch: where its entry leads
  std::vector<std::uint32_t> flow_;   // by switch: the paths over it
  std::vector<std::uint64_t> cost_;   // by switch: the loads on its path, as they were
  std::vector<char> is_crowded_;      // by switch: of find_crowded()
  std::vector<char> without_;         // the same without the paths to the LID
};

// Moves entries for LIDs of end ports off links that carry too much, to other candidates of the
// table, while that relieves the busiest link (evenness.h). No path then shares its first link, or
// any link, with the paths to more LIDs of the same end port. In a tree the paths to a LID of a
// leaf switch are not divided to relieve a link that is fine without them: they would meet those
// to other LIDs in shifts. Entries stay for destinations that are fixed. fixed: by position in the
// targets; empty: none. loads: of the rows. With very many destinations several groups of them are
// worked on at once; the groups depend only on the fabric, and see each other's moves after every
// few destinations. Cost of each round: O(senders of busy links x L) to find the LIDs, and for each
// of these O(S hops), with all candidates of crowded paths; the sum of all rounds is bounded.
// Memory: 512 bytes a switch for each group.
void shift_paths(const RouteRequest& request, const Targets& targets, const HopTable& table,
                 const std::vector<bool>& fixed, LinkLoads& loads, Tables rows);

}  // namespace weft

#endif  // WEFT_BALANCE_PATH_SHIFTS_H_
