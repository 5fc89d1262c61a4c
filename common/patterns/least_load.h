// Lower bounds for every routing: how long the busiest link is busy (LinkTimes) when flows leave or
// enter a switch over its links.
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

// Counts the flows of one phase at a time.
class LeastLoad {
 public:
  LeastLoad(const FabricIndex& index, const LinkTimes& times);

  // Adds flows between end ports of two switches. Flows inside one switch use no link between
  // switches.
  void add(SwitchIndex from, SwitchIndex to, std::uint64_t flows = 1) {
    if (from == to) return;
    leaving_[from] += flows;
    coming_[to] += flows;
  }

  // The least time of the busiest link if this number of flows leaves or enters the switch. If all
  // its links to other switches have one rate, flows are whole; otherwise they count as divisible.
  // 0: no such links.
  double time(SwitchIndex s, std::uint64_t flows) const;

  // The largest time over switches and both directions; clears the flows. Cost: O(S).
  double take();

 private:
  struct Way {
    std::uint32_t links = 0;
    double time = 0;      // of one flow on each link; 0: the links differ
    double capacity = 0;  // flows per unit of time over all links
  };

  std::vector<Way> ways_;  // by switch: its links to other switches
  std::vector<std::uint64_t> leaving_;
  std::vector<std::uint64_t> coming_;
};

// Of the shifts by step, 2 step, ...; a step of 1 gives all shifts. Cost: O(n) each.
std::vector<double> least_shift_loads(const FabricIndex& index, const LinkTimes& times,
                                      RankOrder order, const Workers& workers,
                                      std::size_t step = 1);

}  // namespace weft

#endif  // WEFT_PATTERNS_LEAST_LOAD_H_
