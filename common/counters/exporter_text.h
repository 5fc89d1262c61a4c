// Metrics of infiniband_exporter (https://github.com/treydock/infiniband_exporter), in Prometheus'
// exposition format.
// Tested by tests/common/counters/counter_reader_test.cc.
#ifndef WEFT_COUNTERS_EXPORTER_TEXT_H_
#define WEFT_COUNTERS_EXPORTER_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

#include "common/counters/snapshot_builder.h"

namespace weft {

// True for «infiniband_switch_port_transmit_wait_total{...} 1», for metrics of HCAs, and for their
// comment lines.
bool is_exporter_line(std::string_view line);

// Skips other metrics. Notes the timestamp of a sample if it has one. Throws BadInput.
void parse_exporter_text(std::string_view text, const std::string& source, SnapshotBuilder& builder,
                         std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_COUNTERS_EXPORTER_TEXT_H_
