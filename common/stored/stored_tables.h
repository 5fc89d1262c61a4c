// Forwarding tables from a file, independent of a fabric.
//
// The format is recognised by content:
//   * opensm-lfts.dump, and the output of dump_fts, dump_lfts and ibroute (multicast tables are
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
//     Corporation for Atmospheric Research); a switch with private tables is refused.
#ifndef WEFT_STORED_STORED_TABLES_H_
#define WEFT_STORED_STORED_TABLES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/types.h"
#include "common/base/workers.h"

namespace weft {

// The table of one switch.
struct StoredTable {
  Guid switch_guid = 0;  // of the node
  Lid switch_lid = 0;    // when the tables were stored; 0: not in the file
  unsigned line = 0;     // first line of the table
  // By LID up to the largest with an entry; kNoPath: no entry. Ports are as in the file, also those
  // that the switch does not have.
  std::vector<PortNum> row;
  // Number of left out entries for numbers that are not unicast LIDs, and the first number.
  std::uint32_t strange_entries = 0;
  std::uint32_t strange_lid = 0;
};

struct StoredTables {
  std::string source;                 // the file's name in messages
  std::vector<StoredTable> switches;  // ordered by GUID, each once
  std::vector<Guid> port_guids;       // by LID: its port GUID; 0, or above the end: unknown
};

inline constexpr std::uint64_t kLargestStoredTables = std::uint64_t{16} << 30;  // bytes
inline constexpr std::size_t kMostStoredSwitches = 65536;

// Reads a file in one pass, its parts in parallel. Memory: a byte for each switch and LID, at most
// the larger of the file and 256 MiB, and 15 MB per worker. If lines give two ports for a LID, its
// port GUID is unknown. Warnings report ignored lines. Throws BadInput, with file and, if known,
// line: unreadable, not a regular file, larger than kLargestStoredTables, changed while reading,
// unknown format, truncated, repeated switch or LID; Stopped and std::bad_alloc.
StoredTables read_stored_tables(const std::string& path, const Workers& workers,
                                std::vector<std::string>& warnings);

// A section of 23,040 LIDs has 1.4 MB; a worker reads half of that on average to find the first
// section of its part.
inline constexpr std::uint64_t kStoredPart = std::uint64_t{32} << 20;  // bytes

// As read_stored_tables(), for a text; source: prefix of messages. part: bytes per part that a
// worker reads; does not change the result.
StoredTables parse_stored_tables(std::string_view text, const std::string& source,
                                 const Workers& workers, std::vector<std::string>& warnings,
                                 std::uint64_t part = kStoredPart);

}  // namespace weft

#endif  // WEFT_STORED_STORED_TABLES_H_
