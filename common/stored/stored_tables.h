// Forwarding tables as a file has them, whatever fabric they are for.
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
//     ibdiagnet2.fdbs is the same, with lines «PLFT_NUM: 0» (of a parser of the University
//     Corporation for Atmospheric Research); a switch that has private tables, too, is refused.
#ifndef WEFT_STORED_STORED_TABLES_H_
#define WEFT_STORED_STORED_TABLES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/types.h"
#include "common/base/workers.h"

namespace weft {

// Of one switch.
struct StoredTable {
  Guid switch_guid = 0;  // of the node
  Lid switch_lid = 0;    // when the tables were stored; 0: the file does not say
  unsigned line = 0;     // where the table begins
  // By LID, kNoPath where the file has no entry; ends with the largest LID that has one. Ports are
  // as in the file, whether or not the switch has them.
  std::vector<PortNum> row;
  // Entries for LIDs that are no unicast LIDs, which are left out, and the first such LID.
  std::uint32_t strange_entries = 0;
  std::uint32_t strange_lid = 0;
};

struct StoredTables {
  std::string source;                 // what messages call the file
  std::vector<StoredTable> switches;  // in the order of their GUIDs, each once
  std::vector<Guid> port_guids;       // by LID: whose it was; 0, or behind the end: unknown
};

inline constexpr std::uint64_t kLargestStoredTables = std::uint64_t{16} << 30;  // bytes
inline constexpr std::size_t kMostStoredSwitches = 65536;

// Reads a file in one pass, its parts in parallel. Memory: a byte for each switch and LID, never
// more than the file or 256 MiB, whichever is larger, and 15 MB a worker. Where a LID is said to be
// of two different ports its port GUID is unknown. Warnings tell of what was not understood.
// Throws BadInput, naming file and line where there is one: unreadable, no regular file, larger
// than kLargestStoredTables, changed meanwhile, in no known format, cut off, a switch or a LID
// given twice; Stopped and std::bad_alloc.
StoredTables read_stored_tables(const std::string& path, const Workers& workers,
                                std::vector<std::string>& warnings);

// A section of 23,040 LIDs takes 1.4 MB; finding the first one of a part reads half of that.
inline constexpr std::uint64_t kStoredPart = std::uint64_t{32} << 20;  // bytes

// The same of a text; source is what messages begin with. part: bytes of the parts that workers
// read at a time, which the outcome does not depend on.
StoredTables parse_stored_tables(std::string_view text, const std::string& source,
                                 const Workers& workers, std::vector<std::string>& warnings,
                                 std::uint64_t part = kStoredPart);

}  // namespace weft

#endif  // WEFT_STORED_STORED_TABLES_H_
