// Moves paths off busy links, one switch and LID at a time, all others as they are: what is left
// to do when all choices were made, and made again.
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

class PathShifts {
 public:
  // sources: end ports that send, by switch. loads: of all paths. All must outlive it.
  PathShifts(const Fabric& fabric, std::span<const std::uint32_t> sources, LinkLoads& loads)
      : fabric_(fabric),
        sources_(sources),
        loads_(loads),
        place_(fabric.switch_count()),
        next_(fabric.switch_count()),
        flow_(fabric.switch_count()),
        cost_(fabric.switch_count()),
        is_crowded_(fabric.switch_count()) {}

  // Turns to a LID. entries: by switch, those of the switches that reach it, which
  // `farthest_first` lists, each before those that its path leads over, the destination switch at
  // the end. They must stay while the LID is in hand. limit: a link that carries more is crowded.
  // False, and there is nothing to move, if some path does not go along that order. Cost: O(S).
  bool start(std::span<const SwitchIndex> farthest_first, std::span<PortNum> entries,
             std::uint32_t limit);

  // Did the path from a switch lead over a crowded link?
  bool is_crowded(SwitchIndex s) const { return is_crowded_[s] != 0; }

  // Lets the paths over a switch leave by another port, which leads on along that order, if that is
  // worth it: the sum of the squares of all loads falls, and no link comes to be busier than one
  // that is relieved. Else changes nothing and returns false. Cost: O(hops).
  bool move(SwitchIndex s, PortNum port);

 private:
  SwitchIndex next_by(SwitchIndex s, PortNum port) const;
  bool relieves(SwitchIndex s, PortNum port) const;
  void add(SwitchIndex s, std::uint32_t paths);

  const Fabric& fabric_;
  std::span<const std::uint32_t> sources_;
  LinkLoads& loads_;
  // Of the LID in hand:
  SwitchIndex destination_ = kNone;
  std::span<PortNum> entries_;
  std::vector<std::uint32_t> place_;  // by switch: in that order; 0 too where it is not part of it
  std::vector<SwitchIndex> next_;     // by switch: where its entry leads
  std::vector<std::uint32_t> flow_;   // by switch: the paths over it
  std::vector<std::uint64_t> cost_;   // by switch: the loads on its path, as they were
  std::vector<char> is_crowded_;      // by switch, as it was
};

// Moves entries of LIDs of end ports off links that carry more than they should, to others of the
// paths of the table, while that makes the busiest link less busy (evenness.h). LIDs stay
// where ports have several, which were chosen for each other's sake, and those of destinations that
// are fixed. fixed: by position in the targets; empty: none is. loads: of the rows. Where there are
// very many destinations, some at a time are worked on at once, in groups that depend on the fabric
// alone; these learn of each other's moves after every few of them. Cost, each time: O(links'
// senders x L) to find the LIDs, and O(S hops) for each of these, with all candidates where a path
// is crowded; what is looked at in all times is bounded. Memory: 512 bytes a switch for each group.
void shift_paths(const RouteRequest& request, const Targets& targets, const HopTable& table,
                 const std::vector<bool>& fixed, LinkLoads& loads, Tables rows);

}  // namespace weft

#endif  // WEFT_BALANCE_PATH_SHIFTS_H_
