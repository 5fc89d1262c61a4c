// What no routing can better: how long some link is busy (LinkTimes) if flows have to leave a
// switch, or to come to one, over the links that it has.
#ifndef WEFT_PATTERNS_LEAST_LOAD_H_
#define WEFT_PATTERNS_LEAST_LOAD_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/patterns/link_times.h"
#include "common/patterns/phases.h"
#include "common/verify/fabric_index.h"

namespace weft {

// Counts the flows of one phase after the other.
class LeastLoad {
 public:
  LeastLoad(const FabricIndex& index, const LinkTimes& times);

  // Flows between end ports of two switches; within one switch they take none of its links.
  void add(SwitchIndex from, SwitchIndex to, std::uint64_t flows = 1) {
    if (from == to) return;
    leaving_[from] += flows;
    coming_[to] += flows;
  }

  // Of so many flows that leave a switch, or come to it: where all of its links to other switches
  // take as long, what the busiest has at least, a whole number of flows; else as if flows could be
  // divided. 0: it has no such links.
  double time(SwitchIndex s, std::uint64_t flows) const;

  // The greatest, over switches, of what leaves or comes; forgets the flows. Cost: O(S).
  double take();

 private:
  struct Way {
    std::uint32_t links = 0;
    double time = 0;      // of a flow on each of them; 0: they differ
    double capacity = 0;  // flows in the time of 1, of all together
  };

  std::vector<Way> ways_;  // to other switches, by switch
  std::vector<std::uint64_t> leaving_;
  std::vector<std::uint64_t> coming_;
};

// Of the shifts by step, 2 step and so on: all of them with a step of 1. Cost: O(n) each.
std::vector<double> least_shift_loads(const FabricIndex& index, const LinkTimes& times,
                                      RankOrder order, const Workers& workers,
                                      std::size_t step = 1);

}  // namespace weft

#endif  // WEFT_PATTERNS_LEAST_LOAD_H_
