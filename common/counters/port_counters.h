// What the ports of a fabric have counted: InfiniBand Architecture Specification, volume
// 1, 16.1.3.5 (PortCounters) and 16.1.4.11 (PortCountersExtended).
#ifndef WEFT_COUNTERS_PORT_COUNTERS_H_
#define WEFT_COUNTERS_PORT_COUNTERS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/base/unix_time.h"
#include "common/fabric/fabric.h"

namespace weft {

enum class Counter : std::uint8_t {
  kXmitData,  // octets: a file that has words of four has them multiplied
  kRcvData,
  kXmitPackets,
  kRcvPackets,
  kXmitWait,      // ticks in which the port had data and could not send it
  kSymbolErrors,  // those of errors are of what the port received, but for kXmitDiscards
  kLinkErrorRecovery,
  kLinkDowned,
  kRcvErrors,
  kRcvRemotePhysicalErrors,
  kXmitDiscards,
  kLocalLinkIntegrityErrors,
  kExcessiveBufferOverruns,
};
inline constexpr std::size_t kCounters = 13;

// Octets in a word of PortXmitData and PortRcvData.
inline constexpr std::uint64_t kWordOctets = 4;

// Of one port; each counter may be absent: it was not measured.
class PortCounters {
 public:
  std::optional<std::uint64_t> get(Counter counter) const {
    return bit_of(has_, counter) ? std::optional(values_[index(counter)]) : std::nullopt;
  }
  // It stands at the largest value that there is room for: so much at least.
  bool is_full(Counter counter) const { return bit_of(full_, counter); }
  // It has 64 bits, not the 4 to 32 of PortCounters.
  bool is_wide(Counter counter) const { return bit_of(wide_, counter); }
  bool is_empty() const { return has_ == 0; }

  void set(Counter counter, std::uint64_t value, bool wide, bool full);

 private:
  static std::size_t index(Counter counter) { return static_cast<std::size_t>(counter); }
  static bool bit_of(std::uint16_t bits, Counter counter) {
    return (bits >> index(counter) & 1) != 0;
  }

  std::array<std::uint64_t, kCounters> values_ = {};
  std::uint16_t has_ = 0, wide_ = 0, full_ = 0;  // a bit a counter
};

// All ports of a fabric.
struct FabricCounters {
  FabricCounters() = default;
  explicit FabricCounters(const Fabric& fabric)
      : switch_ports(fabric.all_ports().size()), end_ports(fabric.end_port_count()) {}

  std::vector<PortCounters> switch_ports;  // as Fabric::all_ports()
  std::vector<PortCounters> end_ports;     // by EndPortIndex
};

struct CounterSnapshot {
  std::string source;                    // the file
  std::optional<UnixSeconds> time = {};  // nothing: the file does not say it
  FabricCounters counters;
  std::size_t ports = 0;  // with any counter
};

// What was counted between two snapshots, or up to one.
struct CountedTraffic {
  FabricCounters counters;
  double seconds = 0;  // 0: unknown
  // Of what is in the second snapshot this is left out: what was cleared between both (or wrapped),
  // and what was full in the first; and this is too little: what has become full. In ports.
  std::size_t cleared = 0;
  std::size_t full = 0;
};

// Since the counters were cleared, whenever that was.
CountedTraffic counted_until(const CounterSnapshot& snapshot);

// What both have counted. seconds: between them; nothing: by their times, if both have one and the
// second is later.
CountedTraffic counted_between(const CounterSnapshot& before, const CounterSnapshot& after,
                               std::optional<double> seconds = std::nullopt);

// The same over several, each pair one after the other: a counter that any of them leaves out is
// left out. seconds: from each to the next. At least one snapshot; one alone is counted_until().
CountedTraffic counted_over(const std::vector<CounterSnapshot>& snapshots,
                            std::optional<double> seconds = std::nullopt);

}  // namespace weft

#endif  // WEFT_COUNTERS_PORT_COUNTERS_H_
