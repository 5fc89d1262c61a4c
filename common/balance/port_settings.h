// What options say of single switch ports, found in the fabric. Whatever they name that is not
// there is left out, as stock OpenSM does.
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

  // hop_weights: what the link costs in the direction out of the port, 1..255, 1 if not listed. The
  // last of several entries of a port counts.
  std::vector<std::uint8_t> hop_weight;
  // ignored_ports: 1 where paths over the port are not counted, else 0.
  std::vector<std::uint8_t> ignored;
  // search_order: at a switch's i-th position its i-th port in search order: 0 first, then the
  // listed ports, then all others in ascending order. The first good entry of a switch counts; one
  // that names a port twice, or one that the switch does not have, or none, is not good.
  std::vector<PortNum> search_order;
  // weigh_links: data_rate() of the link.
  std::vector<std::uint16_t> share;
};

// Ports 0..port_count of a switch in search order; empty if the option is not set.
inline std::span<const PortNum> search_order(const PortSettings& settings, const Switch& sw) {
  if (settings.search_order.empty()) return {};
  return {settings.search_order.data() + sw.first_port, sw.port_count + std::size_t{1}};
}

}  // namespace weft

#endif  // WEFT_BALANCE_PORT_SETTINGS_H_
