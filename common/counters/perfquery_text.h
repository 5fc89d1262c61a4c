// Reads the output of infiniband-diags: perfquery of one or many ports, also several runs in one
// file, and ibqueryerrors.
// Tested by tests/common/counters/counter_reader_test.cc.
#ifndef WEFT_COUNTERS_PERFQUERY_TEXT_H_
#define WEFT_COUNTERS_PERFQUERY_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

#include "common/counters/snapshot_builder.h"

namespace weft {

// True for «# Port counters: Lid 4 port 1 (CapMask: 0x5A00)» and similar lines.
bool is_perfquery_line(std::string_view line);

// Ports are given by LID. Unknown lines between get one warning. Throws BadInput.
void parse_perfquery(std::string_view text, const std::string& source, SnapshotBuilder& builder,
                     std::vector<std::string>& warnings);

// True for «GUID 0x2c9020040f1c0 port 1: [PortXmitWait == 12]» and for the headings above these
// lines.
bool is_ibqueryerrors_line(std::string_view line);

// The output omits counters at 0 or below the thresholds. If it has a summary and all ports were
// asked, omitted counters are 0 on all ports of the fabric. Throws BadInput.
void parse_ibqueryerrors(std::string_view text, const std::string& source, SnapshotBuilder& builder,
                         std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_COUNTERS_PERFQUERY_TEXT_H_
