#include "plugins/opensm/unserved_vls.h"

namespace weft {
namespace {

// OpenSM writes no tables to a port with one VL.
VlArbitrationRoom room_of(const ib_port_info_t& port) {
  if (ib_port_info_get_vl_cap(&port) <= 1) return {0, 0};
  return {port.vl_arb_high_cap, port.vl_arb_low_cap};
}

}  // namespace

VlSet unserved_vls(const VlArbitration& arbitration, const Fabric& fabric, OsmSwitches switches,
                   std::span<const VlSet> levels) {
  VlSet unserved = 0;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (ports[p].kind != PeerKind::kSwitch) continue;
      const std::uint8_t data_vls = ports[p].link.data_vls;
      const unsigned there_are = (1u << data_vls) - 1;
      const ib_port_info_t& port = switches[s]->p_node->physp_table[p].port_info;
      const unsigned served = arbitration.served(room_of(port), data_vls, levels);
      unserved = static_cast<VlSet>(unserved | (there_are & ~served));
    }
  }
  return unserved;
}

}  // namespace weft
