// Hop counts from a file, independent of a fabric: lid matrices, which OpenSM writes into
// opensm-lid-matrix.dump.
//
//     Switch: guid 0x0008f1050010851e
//     0x0002: 00 ff ff ff # portguid 0x0008f1050010851e
//     0x0007: 02 ff 02 02 # portguid 0x0008f1050010852a
//
// A switch has a line for each switch LID that it reaches: the fewest hops, then the hops over each
// of its ports, from port 1; hexadecimal, ff: no path.
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

// For one switch: the fewest hops to each LID, and the ports with this number of hops. An entry
// takes less memory than its line in the file.
struct StoredHopTable {
  Guid switch_guid = 0;     // of the node
  Lid switch_lid = 0;       // when the hops were stored: the LID 0 hops away; 0: none in the file
  unsigned line = 0;        // first line of the table
  std::size_t columns = 0;  // ports, including 0
  std::vector<Lid> lids = {};
  std::vector<std::uint8_t> hops = {};  // by position in lids; kNoStoredHops: no port has the
                                        // fewest hops
  std::vector<std::uint8_t> sets = {};  // bit p of a set: port p; set_bytes() each

  std::size_t set_bytes() const { return (columns + 7) / 8; }
  std::span<const std::uint8_t> set(std::size_t i) const {
    return {sets.data() + i * set_bytes(), set_bytes()};
  }
};

struct StoredHops {
  std::string source;                    // the file's name in messages
  std::vector<StoredHopTable> switches;  // ordered by GUID, each once
  std::vector<Guid> port_guids;          // by LID: its port GUID; 0, or above the end: unknown
};

// Reads a file in one pass, its parts in parallel. Memory: less than the file, and 1 MB per worker.
// If lines give two ports for a LID, its port GUID is unknown. Warnings report ignored lines.
// Throws BadInput, with file and, if known, line: unreadable, not a regular file, larger than
// kLargestStoredTables, changed while reading, unknown format, truncated, invalid LID or hops,
// repeated switch or LID, different numbers of ports in the lines of a switch; Stopped and
// std::bad_alloc.
StoredHops read_stored_hops(const std::string& path, const Workers& workers,
                            std::vector<std::string>& warnings);

// As read_stored_hops(), for a text; source: prefix of messages. part: bytes per part that a worker
// reads; does not change the result.
StoredHops parse_stored_hops(std::string_view text, const std::string& source,
                             const Workers& workers, std::vector<std::string>& warnings,
                             std::uint64_t part = kStoredPart);

}  // namespace weft

#endif  // WEFT_STORED_STORED_HOPS_H_
