// New LIDs for a fabric: generators and many files of other tools give none.
#ifndef WEFT_FABRIC_RENUMBER_H_
#define WEFT_FABRIC_RENUMBER_H_

#include <cstdint>

#include "common/fabric/fabric.h"

namespace weft {

// Gives every switch and end port a new LID: switch by switch in the order of their GUIDs, the
// switch first, then its end ports by port number, each end port with 2^lmc aligned LIDs. lmc_esp0:
// so many for enhanced ports 0 of switches too; other switches have one. Throws BadInput when the
// 49,151 unicast LIDs do not suffice.
Fabric with_new_lids(const Fabric& fabric, std::uint8_t lmc, bool lmc_esp0 = false);

// True if no switch and no end port has a LID.
bool without_lids(const Fabric& fabric);

}  // namespace weft

#endif  // WEFT_FABRIC_RENUMBER_H_
