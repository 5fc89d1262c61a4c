// From a file to a CounterSnapshot, whatever tool wrote it.
//
// The format is recognised by content:
//   * what perfquery prints, with -x or without, of ports one after the other, which it tells by
//     LID; both kinds may be in one file, and the 64 bits count for more;
//   * what ibqueryerrors prints, with --data, --counters or neither;
//   * what infiniband_exporter answers to Prometheus;
//   * OpenSM's event_db_dump_file, of «perfmgr dump_counters» with mach or without;
//   * ibdiagnet's .db_csv, of which the table PM_INFO counts.
// Any of them may be gzipped, begin with a byte order mark, or be in UTF-16.
#ifndef WEFT_COUNTERS_COUNTER_READER_H_
#define WEFT_COUNTERS_COUNTER_READER_H_

#include <string>
#include <string_view>
#include <vector>

#include "common/counters/port_counters.h"
#include "common/fabric/fabric.h"

namespace weft {

// Warnings are sentences about what was left out: ports that the fabric does not have, sums over
// all ports of a node, lines that mean nothing. Throws BadInput, naming file and line where there
// is one: empty, in no known format, cut off, a counter of a port twice, no counter of a port of
// the fabric. Memory and time are proportional to the sizes of text and fabric; a step for each
// port takes O(log of the nodes).
CounterSnapshot parse_counters(std::string_view text, const std::string& source,
                               const Fabric& fabric, std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_COUNTERS_COUNTER_READER_H_
