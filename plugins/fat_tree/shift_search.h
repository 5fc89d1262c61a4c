// Less contention in trees that lack something: entries are led elsewhere one by one, where shifts,
// and then the busiest links, gain by it.
//
// Idea. In a shift by k, rank i sends to rank i + k. So the entry of a leaf switch for rank j
// decides where a flow of each of that switch's ranks goes, in as many shifts; and the flows over a
// link in a shift are a counter that an entry's move changes in few places. With a counter for each
// link and shift what a move is worth is known at once.
//
//   1. Of each shift the busiest links, if they carry more than any routing must (least_load.h):
//      each entry that leads a flow over one takes that of its shortest up*/down* paths that costs
//      the least, where the x-th flow on a link of a shift costs 6^x. So the sum of 6^flows falls
//      with each move.
//   2. Of the links over which more paths lead than any routing must let some carry, and than to
//      one LID (least_busiest.h): entries take the path whose busiest link is least busy, if no
//      shift gets a busier link than it has. That spreads LIDs that share the way down of another
//      over several ways down.
//
// Between the two, other LIDs of a port move to links of their own where its base LID has come to
// the same ones, and afterwards nothing takes a link that paths to other LIDs of its port leave the
// switch by.
//
// Slow links count as busy sooner: by their time (LinkTimes).
//
// What is led elsewhere stays on shortest up*/down* paths, so no credit loop can come of it.
//
// Cost. With n ranks on S switches and E links: E n counters of a byte; n S hops to count; n for
// what no routing can better in each shift that is counted; for
// each entry that is looked at closer, its ranks, hops and candidates. Either of the two ends after
// kMostLooks. Where there would be more counters than there may be, only every second shift is
// counted, or every third, and so on, and the second is left out: an entry still shows in some
// of the shifts in which it counts.
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
    400'000'000;  // at counters, switches and links: one or two seconds

struct ShiftSearch {
  std::uint64_t moved = 0;  // entries
  // Flows over the busiest link of a shift, by their time (LinkTimes), those of end ports included:
  // the mean over all shifts that are counted.
  double least = 0;  // with any routing (least_load.h)
  double before = 0;
  double after = 0;
};

// rows: tables over candidates of the table, whose columns are the targets. order: ranks, the only
// ones at their ports. Throws Stopped; the rows are good then, too.
ShiftSearch search_shifts(const RouteRequest& request, const Targets& targets,
                          const HopTable& table, RankOrder order, Tables rows,
                          std::size_t most_counters = kMostCounters);

}  // namespace weft

#endif  // WEFT_PLUGINS_FAT_TREE_SHIFT_SEARCH_H_
