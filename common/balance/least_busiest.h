// How busy the busiest link is at least, whoever routes.
#ifndef WEFT_BALANCE_LEAST_BUSIEST_H_
#define WEFT_BALANCE_LEAST_BUSIEST_H_

#include <cstdint>

#include "common/fabric/fabric.h"

namespace weft {

// Paths (as of Figures::max_link_load) that some link of one switch to others must carry: those of
// its end ports to LIDs elsewhere, and from elsewhere to theirs, over all its links. Cost:
// O(ports).
std::uint64_t least_busiest(const Fabric& fabric);

}  // namespace weft

#endif  // WEFT_BALANCE_LEAST_BUSIEST_H_
