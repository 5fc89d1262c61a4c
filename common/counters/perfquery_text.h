// What infiniband-diags print of counters: perfquery, one or many ports, also of several runs one
// after the other, and ibqueryerrors.
// Tested by tests/common/counters/counter_reader_test.cc.
#ifndef WEFT_COUNTERS_PERFQUERY_TEXT_H_
#define WEFT_COUNTERS_PERFQUERY_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

#include "common/counters/snapshot_builder.h"

namespace weft {

// True of «# Port counters: Lid 4 port 1 (CapMask: 0x5A00)» and its like.
bool is_perfquery_line(std::string_view line);

// Ports are told by LID. Other lines in between get one warning. Throws BadInput.
void parse_perfquery(std::string_view text, const std::string& source, SnapshotBuilder& builder,
                     std::vector<std::string>& warnings);

// True of «GUID 0x2c9020040f1c0 port 1: [PortXmitWait == 12]» and of the headings above such lines.
bool is_ibqueryerrors_line(std::string_view line);

// Counters that are 0 or below its thresholds are not there. Where its summary is, they are 0 of
// all ports of the fabric, if it asked all. Throws BadInput.
void parse_ibqueryerrors(std::string_view text, const std::string& source, SnapshotBuilder& builder,
                         std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_COUNTERS_PERFQUERY_TEXT_H_
