// The names of the counters of a port in several tools.
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
  std::string_view attribute;    // in the specification, as perfquery prints it
  std::string_view old;          // in perfquery before 2010
  std::string_view perfmgr;      // in OpenSM's performance manager
  std::string_view metric;       // in infiniband_exporter, after «infiniband_switch_port_»
  std::string_view key;          // in JSON
  std::uint64_t largest_narrow;  // the value of a full counter of PortCounters
};

// In the order of Counter.
std::span<const CounterName> counter_names();

// Finds a counter by a tool's name of it, in any case; nullopt: not found.
std::optional<Counter> find_counter(std::string_view name, std::string_view CounterName::*spelling);

// Is the value of the file, before any multiplication, that of a full counter? 64 bits never become
// full, but 2^32 - 1 is a full 32-bit counter even if the file has 64 bits.
bool is_full_value(Counter counter, std::uint64_t value, bool wide);

inline bool is_data(Counter counter) {
  return counter == Counter::kXmitData || counter == Counter::kRcvData;
}

}  // namespace weft

#endif  // WEFT_COUNTERS_COUNTER_NAMES_H_
