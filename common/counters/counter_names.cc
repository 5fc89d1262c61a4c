#include "common/counters/counter_names.h"

#include "common/base/text.h"

namespace weft {
namespace {

constexpr std::uint64_t kLargest32 = 0xFFFFFFFF;

constexpr CounterName kNames[] = {
    {Counter::kXmitData, "PortXmitData", "XmtData", "xmit_data", "transmit_data_bytes_total",
     "xmit_data", kLargest32},
    {Counter::kRcvData, "PortRcvData", "RcvData", "rcv_data", "receive_data_bytes_total",
     "rcv_data", kLargest32},
    {Counter::kXmitPackets, "PortXmitPkts", "XmtPkts", "xmit_pkts", "transmit_packets_total",
     "xmit_packets", kLargest32},
    {Counter::kRcvPackets, "PortRcvPkts", "RcvPkts", "rcv_pkts", "receive_packets_total",
     "rcv_packets", kLargest32},
    {Counter::kXmitWait, "PortXmitWait", "XmtWait", "xmit_wait", "transmit_wait_total", "xmit_wait",
     kLargest32},
    {Counter::kSymbolErrors, "SymbolErrorCounter", "SymbolErrors", "symbol_err_cnt",
     "symbol_error_total", "symbol_errors", 0xFFFF},
    {Counter::kLinkErrorRecovery, "LinkErrorRecoveryCounter", "LinkRecovers", "link_err_recover",
     "link_error_recovery_total", "link_error_recovery", 0xFF},
    {Counter::kLinkDowned, "LinkDownedCounter", "LinkDowned", "link_downed", "link_downed_total",
     "link_downed", 0xFF},
    {Counter::kRcvErrors, "PortRcvErrors", "RcvErrors", "rcv_err", "receive_errors_total",
     "rcv_errors", 0xFFFF},
    {Counter::kRcvRemotePhysicalErrors, "PortRcvRemotePhysicalErrors", "RcvRemotePhysErrors",
     "rcv_rem_phys_err", "receive_remote_physical_errors_total", "rcv_remote_physical_errors",
     0xFFFF},
    {Counter::kXmitDiscards, "PortXmitDiscards", "XmtDiscards", "xmit_discards",
     "transmit_discards_total", "xmit_discards", 0xFFFF},
    {Counter::kLocalLinkIntegrityErrors, "LocalLinkIntegrityErrors", "LinkIntegrityErrors",
     "link_int_err", "local_link_integrity_errors_total", "local_link_integrity_errors", 0xF},
    {Counter::kExcessiveBufferOverruns, "ExcessiveBufferOverrunErrors", "ExcBufOverrunErrors",
     "buf_overrun_err", "excessive_buffer_overrun_errors_total", "excessive_buffer_overruns", 0xF},
};
static_assert(std::size(kNames) == kCounters);

}  // namespace

std::span<const CounterName> counter_names() { return kNames; }

std::optional<Counter> find_counter(std::string_view name,
                                    std::string_view CounterName::*spelling) {
  for (const CounterName& known : kNames) {
    if (same_in_any_case(known.*spelling, name)) return known.counter;
  }
  return std::nullopt;
}

bool is_full_value(Counter counter, std::uint64_t value, bool wide) {
  const std::uint64_t largest = kNames[static_cast<std::size_t>(counter)].largest_narrow;
  return value == largest && (!wide || largest == kLargest32);
}

}  // namespace weft
