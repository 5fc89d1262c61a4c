// Hop counts as a file has them, whatever fabric they are for: lid matrices, which OpenSM writes
// into opensm-lid-matrix.dump.
//
//     Switch: guid 0x0008f1050010851e
//     0x0002: 00 ff ff ff # portguid 0x0008f1050010851e
//     0x0007: 02 ff 02 02 # portguid 0x0008f1050010852a
//
// A line for each LID of a switch that it reaches: the fewest hops, then the hops through each of
// its ports, from 1 on; hexadecimal, ff: no path.
#ifndef WEFT_STORED_STORED_HOPS_H_
#define WEFT_STORED_STORED_HOPS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/stored/stored_tables.h"

namespace weft {

inline constexpr std::uint8_t kNoStoredHops = 0xFF;

// Of one switch: to each LID the fewest hops, and the ports with so many. An entry takes less
// memory than its line in the file.
struct StoredHopTable {
  Guid switch_guid = 0;     // of the node
  Lid switch_lid = 0;       // when the hops were stored: the LID 0 hops away; 0: the file has none
  unsigned line = 0;        // where the table begins
  std::size_t columns = 0;  // ports, 0 among them
  std::vector<Lid> lids = {};
  std::vector<std::uint8_t> hops = {};  // by position in lids; kNoStoredHops: no port has so few
  std::vector<std::uint8_t> sets = {};  // bit p of a set: port p; set_bytes() each

  std::size_t set_bytes() const { return (columns + 7) / 8; }
  std::span<const std::uint8_t> set(std::size_t i) const {
    return {sets.data() + i * set_bytes(), set_bytes()};
  }
};

struct StoredHops {
  std::string source;                    // what messages call the file
  std::vector<StoredHopTable> switches;  // in the order of their GUIDs, each once
  std::vector<Guid> port_guids;          // by LID: whose it was; 0, or behind the end: unknown
};

// Reads a file in one pass, its parts in parallel. Memory: less than the file, and 1 MB a worker.
// Where a LID is said to be of two different ports its port GUID is unknown. Warnings tell of what
// was not understood. Throws BadInput, naming file and line where there is one: unreadable, no
// regular file, larger than kLargestStoredTables, changed meanwhile, in no known format, cut off, a
// LID that is none or hops that are none, a switch or a LID given twice, lines of one switch for
// different numbers of ports; Stopped and std::bad_alloc.
StoredHops read_stored_hops(const std::string& path, const Workers& workers,
                            std::vector<std::string>& warnings);

// The same of a text; source is what messages begin with. part: bytes of the parts that workers
// read at a time, which the outcome does not depend on.
StoredHops parse_stored_hops(std::string_view text, const std::string& source,
                             const Workers& workers, std::vector<std::string>& warnings,
                             std::uint64_t part = kStoredPart);

}  // namespace weft

#endif  // WEFT_STORED_STORED_HOPS_H_
