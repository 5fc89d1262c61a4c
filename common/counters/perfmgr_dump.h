// What OpenSM's performance manager has counted: the file of event_db_dump_file, which
// «perfmgr dump_counters» of its console writes, and «perfmgr dump_counters mach» for machines.
// Tested by tests/common/counters/counter_reader_test.cc.
#ifndef WEFT_COUNTERS_PERFMGR_DUMP_H_
#define WEFT_COUNTERS_PERFMGR_DUMP_H_

#include <string>
#include <string_view>
#include <vector>

#include "common/counters/snapshot_builder.h"

namespace weft {

// True of «"leaf 1" 0x2c9020040f1c0 active TRUE port 1».
bool is_perfmgr_line(std::string_view line);
// True of the titles of the other one.
bool is_perfmgr_titles(std::string_view line);

// Counters that OpenSM has added up since it began, or since «perfmgr clear_counters». The latest
// «Last Data Update» is noted as the time; it is one of no time zone, so that differences alone
// mean something. Throws BadInput.
void parse_perfmgr_dump(std::string_view text, const std::string& source, SnapshotBuilder& builder,
                        std::vector<std::string>& warnings);
void parse_perfmgr_table(std::string_view text, const std::string& source, SnapshotBuilder& builder,
                         std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_COUNTERS_PERFMGR_DUMP_H_
