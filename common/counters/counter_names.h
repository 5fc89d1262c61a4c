// What tools call the counters of a port.
// Tested by tests/common/counters/counter_reader_test.cc.
#ifndef WEFT_COUNTERS_COUNTER_NAMES_H_
#define WEFT_COUNTERS_COUNTER_NAMES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "common/counters/port_counters.h"

namespace weft {

struct CounterName {
  Counter counter;
  std::string_view attribute;    // of the specification, as perfquery prints it
  std::string_view old;          // of the perfquery of before 2010
  std::string_view perfmgr;      // of OpenSM's performance manager
  std::string_view metric;       // of infiniband_exporter, behind «infiniband_switch_port_»
  std::string_view key;          // of JSON
  std::uint64_t largest_narrow;  // what it stays at in PortCounters
};

// In the order of Counter.
std::span<const CounterName> counter_names();

// That of one tool's, in any case; nothing: it is none of these.
std::optional<Counter> find_counter(std::string_view name, std::string_view CounterName::*spelling);

// Whether the file's value, before any multiplication, is one that a full counter has. Data and
// packets of 64 bits never are, and what stands at 2^32 - 1 has 32, whatever it came from.
bool is_full_value(Counter counter, std::uint64_t value, bool wide);

inline bool is_data(Counter counter) {
  return counter == Counter::kXmitData || counter == Counter::kRcvData;
}

}  // namespace weft

#endif  // WEFT_COUNTERS_COUNTER_NAMES_H_
