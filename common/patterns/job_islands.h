// The islands of a fabric as jobs see them: no job runs on hosts that no link connects.
// Tested by tests/common/patterns/job_islands_test.cc.
#ifndef WEFT_PATTERNS_JOB_ISLANDS_H_
#define WEFT_PATTERNS_JOB_ISLANDS_H_

#include <span>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/patterns/placement.h"

namespace weft {

struct Island {
  Placement ranks;                    // in their order; a dummy stays with the rank before it
  std::vector<EndPortIndex> storage;  // servers
};

// Islands with ranks, those with the most ranks first. Islands that one rank has rails on, as with
// separate rails, count as one. storage: ascending. Cost: O(ports + ranks log ranks).
std::vector<Island> split_by_island(const Fabric& fabric, const Placement& placement,
                                    std::span<const EndPortIndex> storage);

}  // namespace weft

#endif  // WEFT_PATTERNS_JOB_ISLANDS_H_
