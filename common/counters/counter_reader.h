// Reads counters from a file of one of several tools into a CounterSnapshot.
//
// The format is recognised by content:
//   * output of perfquery, with -x or without, for one or many ports by LID; a file may have both
//     kinds, then 64-bit values have priority;
//   * output of ibqueryerrors, with --data, --counters or neither;
//   * the answer of infiniband_exporter to Prometheus;
//   * OpenSM's event_db_dump_file, from «perfmgr dump_counters» with mach or without;
//   * the table PM_INFO of ibdiagnet's .db_csv.
// Each may be gzipped, begin with a byte order mark, or be in UTF-16.
#ifndef WEFT_COUNTERS_COUNTER_READER_H_
#define WEFT_COUNTERS_COUNTER_READER_H_

#include <string>
#include <string_view>
#include <vector>

#include "common/counters/port_counters.h"
#include "common/fabric/fabric.h"

namespace weft {

// Warnings are sentences about what was left out: ports outside of the fabric, sums over all ports
// of a node, unknown lines. Throws BadInput, with file and line if possible: the file is empty, has
// no known format, is cut off, has a counter of a port twice, or has no counter of a port of the
// fabric. Memory and time are proportional to the sizes of text and fabric; finding a port takes
// O(log nodes).
CounterSnapshot parse_counters(std::string_view text, const std::string& source,
                               const Fabric& fabric, std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_COUNTERS_COUNTER_READER_H_
