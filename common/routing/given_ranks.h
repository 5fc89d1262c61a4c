// The ranks of switches that root_guid_file gives.
// Tested by tests/common/routing/given_ranks_test.cc.
#ifndef WEFT_ROUTING_GIVEN_RANKS_H_
#define WEFT_ROUTING_GIVEN_RANKS_H_

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/graph/distances.h"
#include "common/routing/options.h"

namespace weft {

// The lowest rank is 0.
struct GivenRanks {
  std::vector<Hops> ranks;  // by switch; kFar: none is given
  std::size_t below = 0;    // how many switches have one above 0
  std::vector<SwitchIndex> roots;

  bool empty() const { return roots.empty(); }
};

// The GUID of a CA, or of its port, means the switch that it is linked to. If a switch has several
// ranks, the lowest counts. Each GUID that is not in the fabric adds a sentence to `warnings`.
GivenRanks given_ranks(const Fabric& fabric, std::span<const NamedNode> named,
                       std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_ROUTING_GIVEN_RANKS_H_
