// Counters of the ports of a fabric: InfiniBand Architecture Specification, volume 1, 16.1.3.5
// (PortCounters) and 16.1.4.11 (PortCountersExtended).
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
  kXmitData,  // octets: words of four octets in a file are multiplied
  kRcvData,
  kXmitPackets,
  kRcvPackets,
  kXmitWait,      // ticks in which the port had data and could not send it
  kSymbolErrors,  // errors are of received packets, except kXmitDiscards
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

// Counters of one port. Each may be absent: not measured.
class PortCounters {
 public:
  std::optional<std::uint64_t> get(Counter counter) const {
    return bit_of(has_, counter) ? std::optional(values_[index(counter)]) : std::nullopt;
  }
  // The counter is at its largest value: a lower bound.
  bool is_full(Counter counter) const { return bit_of(full_, counter); }
  // The counter has 64 bits, not the 4 to 32 bits of PortCounters.
  bool is_wide(Counter counter) const { return bit_of(wide_, counter); }
  bool is_empty() const { return has_ == 0; }

  void set(Counter counter, std::uint64_t value, bool wide, bool full);

 private:
  static std::size_t index(Counter counter) { return static_cast<std::size_t>(counter); }
  static bool bit_of(std::uint16_t bits, Counter counter) {
    return (bits >> index(counter) & 1) != 0;
  }

  std::array<std::uint64_t, kCounters> values_ = {};
  std::uint16_t has_ = 0, wide_ = 0, full_ = 0;  // one bit for each counter
};

// All ports of a fabric.
struct FabricCounters {
  FabricCounters() = default;
  explicit FabricCounters(const Fabric& fabric)
      : switch_ports(fabric.all_ports().size()), end_ports(fabric.end_port_count()) {}

  std::vector<PortCounters> switch_ports;  // in the order of Fabric::all_ports()
  std::vector<PortCounters> end_ports;     // by EndPortIndex
};

struct CounterSnapshot {
  std::string source;                    // the file
  std::optional<UnixSeconds> time = {};  // nullopt: not in the file
  FabricCounters counters;
  std::size_t ports = 0;  // with at least one counter
};

// Traffic counted between two snapshots, or until one.
struct CountedTraffic {
  FabricCounters counters;
  double seconds = 0;       // 0: unknown
  bool is_between = false;  // two snapshots
  // Numbers of ports. cleared: counters were cleared or wrapped between the snapshots, and are left
  // out. full: counters were full in the first snapshot and are left out, or became full and are
  // too small.
  std::size_t cleared = 0;
  std::size_t full = 0;
};

// Counts since the counters were cleared, at an unknown time.
CountedTraffic counted_until(const CounterSnapshot& snapshot);

// Counts of counters that both snapshots have. seconds: between the snapshots; nullopt: from their
// times, if both have one and the second is later.
CountedTraffic counted_between(const CounterSnapshot& before, const CounterSnapshot& after,
                               std::optional<double> seconds = std::nullopt);

// The sum over consecutive pairs of snapshots; a counter that a snapshot lacks is left out.
// seconds: between consecutive snapshots. At least one snapshot; one alone gives counted_until().
CountedTraffic counted_over(const std::vector<CounterSnapshot>& snapshots,
                            std::optional<double> seconds = std::nullopt);

}  // namespace weft

#endif  // WEFT_COUNTERS_PORT_COUNTERS_H_
