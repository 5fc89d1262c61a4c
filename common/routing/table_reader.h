// Forwarding tables from files.
//
// Recognised by content are
//   * opensm-lfts.dump, and what dump_fts, dump_lfts and ibroute print (multicast tables are
//   skipped):
//       Unicast lids [0-102] of switch Lid 6 guid 0x0008f1050010851e ('leaf-1'):
//       0x0001 036 # Channel Adapter portguid 0x0002c90300080d59: 'host-7'
//       102 lids dumped
//   * opensm.fdbs:
//       dump_ucast_routes: Switch 0x0008f1050010851e
//       LID    : Port : Hops : Optimal
//       0x0001 : 036  : 02   : yes
//       0x0002 : UNREACHABLE
#ifndef WEFT_ROUTING_TABLE_READER_H_
#define WEFT_ROUTING_TABLE_READER_H_

#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/routing/tables.h"

namespace weft {

// Switches are matched by node GUID. LIDs without an entry have kNoPath; so have all LIDs of a
// switch that the file lacks, and a warning says so, as one does of switches and LIDs that the
// fabric does not have. Ports are as in the file, whether or not the switch has them. Throws
// BadInput, naming file and line where there is one: unreadable, empty, larger than 4 GiB, in no
// known format, cut off, a switch or a LID given twice.
TableBlock read_tables(const std::string& path, const Fabric& fabric,
                       std::vector<std::string>& warnings);

// The same of a text; source is what messages begin with.
TableBlock parse_tables(std::string_view text, const std::string& source, const Fabric& fabric,
                        std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_ROUTING_TABLE_READER_H_
