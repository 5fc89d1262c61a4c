// Up*/down* routing the slow, obvious way: what the fast engines are held against.
#ifndef WEFT_TESTS_SUPPORT_SLOW_UPDOWN_H_
#define WEFT_TESTS_SUPPORT_SLOW_UPDOWN_H_

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/routing/routing.h"

namespace weft {

// How high the switches are: the lesser, the higher.
struct SlowDirection {
  std::vector<std::tuple<int, std::uint64_t, SwitchIndex>> height;  // rank, id, index

  bool up(SwitchIndex from, SwitchIndex to) const { return height[to] < height[from]; }
};

// Ranks are distances from the roots; what no root reaches is lowest.
SlowDirection slow_direction_below(const Fabric& fabric, const std::vector<SwitchIndex>& roots,
                                   const Options& options);
// The roots that ranked_nodes names.
std::vector<SwitchIndex> slow_given_roots(const Fabric& fabric, const Options& options);
// As in dnup: the farther from the leaves, the higher; what no leaf reaches is highest.
SlowDirection slow_direction_above_leaves(const Fabric& fabric);

// [from][to]: is there any path of steps up, then down? By exhaustive search over (switch, went
// down already).
std::vector<std::vector<bool>> slow_up_down_reach(const Fabric& fabric,
                                                  const SlowDirection& direction);

// [from][to]: the fewest steps down where a switch above goes down through this one; else the fewer
// of those and of the steps that begin with one up, to a switch that keeps to this rule; -1: none.
std::vector<std::vector<int>> slow_up_down_hops(const Fabric& fabric,
                                                const SlowDirection& direction);

using Rows = std::vector<std::vector<PortNum>>;  // [switch][LID]

struct SlowUpDown {
  // What is wrong: from some switch to some LID there is an up*/down* path and the tables have none
  // of the fewest hops (any, to switches that it leaves out somewhere: hubs), or an added path
  // leads nowhere. Sentences; empty: nothing.
  std::vector<std::string> faults;
  std::uint64_t added = 0;  // entries for end ports where up*/down* has no path
  std::uint64_t added_to_switches = 0;
  // Pairs of an end port and another one's LID that links connect and the tables do not.
  std::uint64_t cut_off = 0;
};

// Follows the path of each switch to each LID.
SlowUpDown slow_up_down_check(const Fabric& fabric, const SlowDirection& direction,
                              const Rows& rows);

}  // namespace weft

#endif  // WEFT_TESTS_SUPPORT_SLOW_UPDOWN_H_
