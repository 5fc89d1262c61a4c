// The LIDs that are balanced over the fabric, by destination switch, and the blocks of them that
// are balanced at once.
#ifndef WEFT_BALANCE_DESTINATION_BATCHES_H_
#define WEFT_BALANCE_DESTINATION_BATCHES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/routing/routing.h"
#include "common/routing/targets.h"

namespace weft {

// Among the end ports of a destination switch, which are numbered from 0: the switch itself.
inline constexpr std::uint16_t kSwitchItself = kMaxPorts;

struct BatchLid {
  Lid lid;
  std::uint16_t target;  // which end port of the destination switch, or kSwitchItself
};

// The LIDs of each destination switch, in the order in which they are routed: the first path bit of
// all its end ports, then the second, ... Choices are staged in this order, a row a switch, since
// the LIDs of one destination may lie anywhere in a table.
struct Batches {
  std::vector<BatchLid> lids;
  std::vector<std::size_t> first;  // of a destination in lids; one more at the end

  std::span<const BatchLid> of(std::size_t d) const {
    return {lids.data() + first[d], first[d + 1] - first[d]};
  }
};

// Those of the first `destinations` targets.
Batches collect_batches(const RouteRequest& request, const Targets& targets,
                        std::size_t destinations);

// Where the blocks of the first `destinations` targets begin, and where the last one ends. A border
// does not cut through switches that have a neighbour in common, if there is a better place near
// by: such switches, the leaf switches of a pod say, are balanced against each other.
std::vector<std::size_t> block_borders(const Fabric& fabric, const Targets& targets,
                                       std::size_t destinations);

}  // namespace weft

#endif  // WEFT_BALANCE_DESTINATION_BATCHES_H_
