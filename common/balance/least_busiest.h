// A lower bound of the load of the busiest link, for any routing.
#ifndef WEFT_BALANCE_LEAST_BUSIEST_H_
#define WEFT_BALANCE_LEAST_BUSIEST_H_

#include <cstdint>

#include "common/fabric/fabric.h"

namespace weft {

// The paths (as in Figures::max_link_load) that some link must carry: the most, over all switches,
// of the paths between the switch's end ports and all others, one way, divided by the number of its
// links. Cost: O(ports).
std::uint64_t least_busiest(const Fabric& fabric);

}  // namespace weft

#endif  // WEFT_BALANCE_LEAST_BUSIEST_H_
