// Reduces contention in incomplete trees: entries are re-routed one by one, if shifts, or then the
// busiest links, gain by it.
//
// Idea. In a shift by k, rank i sends to rank i + k. So the entry of a leaf switch for rank j
// decides the path of one flow of each of that switch's ranks, each in another shift. With a
// counter of flows for each link and shift, a move of an entry changes few counters, and its worth
// is known at once. There are two steps:
//
//   1. For the busiest links of each shift, if they carry more than any routing must
//      (least_load.h): each entry with a flow over such a link takes the cheapest of its shortest
//      up*/down* paths, where the x-th flow on a link in a shift costs 6^x. So the sum of 6^flows
//      falls with each move.
//   2. For links with more paths than any routing must put on some link, and than one LID has
//      (least_busiest.h): entries take the path whose busiest link is least busy, if no
//      shift gets a busier link than it has. This spreads LIDs that came to share a path down.
//
// Between the two steps, other LIDs of a port move to separate links if the base LID of the port
// has come to their links. After that, no entry takes a link by which paths to other LIDs of its
// port leave the switch.
//
// Slow links count as busy sooner: by their time (LinkTimes).
//
// All entries stay on shortest up*/down* paths, so no credit loop can arise.
//
// Cost. With n ranks on S switches and E links: E n counters of a byte; n S hops to count; n for
// the lower bound of each shift; for each entry that is examined, its ranks, hops and candidates.
// Each step ends after kMostLooks. If there would be too many counters, only every second shift is
// counted, or every third, and so on, and step 2 is left out: an entry still appears in some of the
// shifts in which it counts.
//
// Tested by tests/plugins/fat_tree/shift_search_test.cc.
// Tested by tests/plugins/fat_tree/ftree_property_test.cc.
#ifndef WEFT_PLUGINS_FAT_TREE_SHIFT_SEARCH_H_
#define WEFT_PLUGINS_FAT_TREE_SHIFT_SEARCH_H_

#include <cstddef>
#include <cstdint>

#include "common/graph/next_hops.h"
#include "common/patterns/placement.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "common/routing/targets.h"

namespace weft {

inline constexpr std::size_t kMostCounters = std::size_t{256} << 20;  // some 7,000 CAs
inline constexpr std::uint64_t kMostLooks =
    400'000'000;  // counters, switches and links: one or two seconds

// All 0: nothing could be counted, and the tables are as they were.
struct ShiftSearch {
  std::uint64_t moved = 0;  // entries
  // Flows over the busiest link of a shift, links to end ports included, by their time (LinkTimes):
  // the mean over all counted shifts.
  double least = 0;  // with any routing (least_load.h)
  double before = 0;
  double after = 0;
};

// rows: tables over candidates of the HopTable, whose columns are the targets. order: ranks, one at
// each port. Throws Stopped; the rows are valid then, too.
ShiftSearch search_shifts(const RouteRequest& request, const Targets& targets,
                          const HopTable& table, RankOrder order, Tables rows,
                          std::size_t most_counters = kMostCounters);

}  // namespace weft

#endif  // WEFT_PLUGINS_FAT_TREE_SHIFT_SEARCH_H_
