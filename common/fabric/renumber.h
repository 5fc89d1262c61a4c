// Gives new LIDs to a fabric: generators and many files of other tools have no LIDs, or not for
// all.
#ifndef WEFT_FABRIC_RENUMBER_H_
#define WEFT_FABRIC_RENUMBER_H_

#include <cstdint>

#include "common/fabric/fabric.h"

namespace weft {

// Gives every switch and end port a new LID: by switch in the order of GUIDs, first the switch,
// then its end ports by port number. Each end port gets 2^lmc aligned LIDs; lmc_esp0: enhanced
// ports 0 of switches too; other switches get one. Throws BadInput if the 49,151 unicast LIDs do
// not suffice.
Fabric with_new_lids(const Fabric& fabric, std::uint8_t lmc, bool lmc_esp0 = false);

// Gives a LID to switches and end ports without one: in the same order, above the largest LID in
// use, and then in the gaps below. An end port gets as many LIDs as the end port with the most.
// Throws BadInput if there is no room.
Fabric with_missing_lids(const Fabric& fabric);

// Gives every end port with a LID the 2^lmc LIDs from it. Throws BadInput if the LID is not a
// multiple of 2^lmc, or if another port has one of these LIDs.
Fabric with_lmc(const Fabric& fabric, std::uint8_t lmc);

// Every end port keeps only its base LID, with LMC 0.
Fabric with_base_lids(const Fabric& fabric);

// The number of end ports and switches without a LID.
std::uint32_t count_without_lid(const Fabric& fabric);

// True if no switch and no end port has a LID.
bool without_lids(const Fabric& fabric);

}  // namespace weft

#endif  // WEFT_FABRIC_RENUMBER_H_
