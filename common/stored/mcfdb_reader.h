// Multicast tables from files, for a Fabric: opensm.mcfdbs, and what ibdiagnet writes.
//
//     Switch 0x0008f1050010851e
//     LID    : Out Port(s)
//     0xC000 : 0x001 0x007
//
// (Written by OpenSM's dump of multicast routes, read by ibdmchk of ibutils.)
#ifndef WEFT_STORED_MCFDB_READER_H_
#define WEFT_STORED_MCFDB_READER_H_

#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/verify/multicast_groups.h"

namespace weft {

// Returns the groups in the order of MLIDs; none for an empty file, which OpenSM writes without
// groups. Switches that the fabric does not have are left out, with a warning. Throws BadInput with
// file, line and reason: unreadable, larger than kLargestFile, truncated, a repeated switch or MLID
// of a switch, not a MLID, not a port.
std::vector<MulticastGroup> read_mcfdbs(const std::string& path, const Fabric& fabric,
                                        std::vector<std::string>& warnings);

// As read_mcfdbs(), for a text; source: prefix of messages.
std::vector<MulticastGroup> parse_mcfdbs(std::string_view text, const std::string& source,
                                         const Fabric& fabric, std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_STORED_MCFDB_READER_H_
