// What no routing can better: how loaded some link is if flows have to leave a switch, or to come
// to one, over the links that it has.
#ifndef WEFT_PATTERNS_LEAST_LOAD_H_
#define WEFT_PATTERNS_LEAST_LOAD_H_

#include <cstdint>
#include <vector>

#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/patterns/phases.h"
#include "common/verify/fabric_index.h"

namespace weft {

// Counts the flows of one phase after the other. `index` must outlive it.
class LeastLoad {
 public:
  explicit LeastLoad(const FabricIndex& index);

  // Flows between end ports of two switches; within one switch they take none of its links.
  void add(SwitchIndex from, SwitchIndex to, std::uint64_t flows = 1) {
    if (from == to) return;
    leaving_[from] += flows;
    coming_[to] += flows;
  }

  // To other switches.
  std::uint32_t links(SwitchIndex s) const { return links_[s]; }

  // The greatest, over switches, of the flows that leave or come divided by the links to other
  // switches, rounded up; forgets the flows. Switches without such links do not count. Cost: O(S).
  std::uint64_t take();

 private:
  std::vector<std::uint32_t> links_;  // by switch
  std::vector<std::uint64_t> leaving_;
  std::vector<std::uint64_t> coming_;
};

// Of all shifts, by k - 1. Cost: O(n) each.
std::vector<std::uint64_t> least_shift_loads(const FabricIndex& index, RankOrder order,
                                             const Workers& workers);

}  // namespace weft

#endif  // WEFT_PATTERNS_LEAST_LOAD_H_
