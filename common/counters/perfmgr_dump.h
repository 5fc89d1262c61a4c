// Reads the counters of OpenSM's performance manager: the file of event_db_dump_file, which its
// console writes by «perfmgr dump_counters», or «perfmgr dump_counters mach» for machines.
// Tested by tests/common/counters/counter_reader_test.cc.
#ifndef WEFT_COUNTERS_PERFMGR_DUMP_H_
#define WEFT_COUNTERS_PERFMGR_DUMP_H_

#include <string>
#include <string_view>
#include <vector>

#include "common/counters/snapshot_builder.h"

namespace weft {

// True for «"leaf 1" 0x2c9020040f1c0 active TRUE port 1».
bool is_perfmgr_line(std::string_view line);
// True for the line of titles of the machine format.
bool is_perfmgr_titles(std::string_view line);

// The counters are sums since OpenSM started, or since «perfmgr clear_counters». The latest «Last
// Data Update» is noted as the time. It has no time zone, so only differences have a meaning.
// Throws BadInput.
void parse_perfmgr_dump(std::string_view text, const std::string& source, SnapshotBuilder& builder,
                        std::vector<std::string>& warnings);
void parse_perfmgr_table(std::string_view text, const std::string& source, SnapshotBuilder& builder,
                         std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_COUNTERS_PERFMGR_DUMP_H_
