// Options of single switch ports, for the ports of the fabric. Entries for other switches and ports
// are left out, as in stock OpenSM.
#ifndef WEFT_BALANCE_PORT_SETTINGS_H_
#define WEFT_BALANCE_PORT_SETTINGS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/routing/options.h"

namespace weft {

// Arrays by position in Fabric::all_ports(); empty if the option is not set.
struct PortSettings {
  PortSettings() = default;
  PortSettings(const Fabric& fabric, const Options& options);

  // hop_weights: the cost of the link in the direction out of the port, 1..255, 1 if not listed.
  // The last of several entries of a port counts.
  std::vector<std::uint8_t> hop_weight;
  // ignored_ports: 1 if paths over the port are not counted, else 0.
  std::vector<std::uint8_t> ignored;
  // search_order: at a switch's i-th position its i-th port in search order: 0 first, then the
  // listed ports, then all others in ascending order. The first valid entry of a switch counts; an
  // entry is invalid if it names no port, a port twice, or a port that the switch does not have.
  std::vector<PortNum> search_order;
  // weigh_links: data_rate() of the link; empty if all links between switches have one rate.
  std::vector<std::uint16_t> share;
};

// Ports 0..port_count of a switch in search order; empty if the option is not set.
inline std::span<const PortNum> search_order(const PortSettings& settings, const Switch& sw) {
  if (settings.search_order.empty()) return {};
  return {settings.search_order.data() + sw.first_port, sw.port_count + std::size_t{1}};
}

}  // namespace weft

#endif  // WEFT_BALANCE_PORT_SETTINGS_H_
