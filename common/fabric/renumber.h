// New LIDs for a fabric: generators and many files of other tools give none, or not to all.
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

// Gives a LID to those switches and end ports that have none: in the same order, above the largest
// LID in use and, where that is not enough, in the gaps below. An end port gets as many as the end
// port that has the most. Throws BadInput when there is no room.
Fabric with_missing_lids(const Fabric& fabric);

// Gives every end port that has a LID the 2^lmc LIDs from it on. Throws BadInput if it is not a
// multiple of that, or if another port has one of them.
Fabric with_lmc(const Fabric& fabric, std::uint8_t lmc);

// Every end port keeps its base LID alone, with LMC 0.
Fabric with_base_lids(const Fabric& fabric);

// How many end ports and switches have no LID.
std::uint32_t count_without_lid(const Fabric& fabric);

// True if no switch and no end port has a LID.
bool without_lids(const Fabric& fabric);

}  // namespace weft

#endif  // WEFT_FABRIC_RENUMBER_H_
