#include "plugins/opensm/vl_arbitration.h"

#include <cstdlib>

namespace weft {
namespace {

constexpr VlSet kAllVls = 0xFFFF;

const char* first_of(const char* own, const char* of_all, const char* otherwise) {
  if (own != nullptr) return own;
  return of_all != nullptr ? of_all : otherwise;
}

// A number and the character behind it, whatever it is.
unsigned read_number(const char*& text) {
  char* end = nullptr;
  const auto number = static_cast<unsigned>(std::strtoul(text, &end, 0));
  text = *end == '\0' ? end : end + 1;
  return number;
}

// How many entries of a table OpenSM writes to a port that has so many: of those in the second
// block it takes the rest of a division, so that of 64 it writes 32.
std::size_t entries_written(std::uint8_t capacity) {
  constexpr std::size_t kBlock = IB_NUM_VL_ARB_ELEMENTS_IN_BLOCK;
  return capacity <= kBlock ? capacity : kBlock + capacity % kBlock;
}

}  // namespace

VlArbitration::VlArbitration(const osm_subn_opt_t& stock)
    : high_(read(first_of(stock.qos_swe_options.vlarb_high, stock.qos_options.vlarb_high,
                          OSM_DEFAULT_QOS_VLARB_HIGH))),
      low_(read(first_of(stock.qos_swe_options.vlarb_low, stock.qos_options.vlarb_low,
                         OSM_DEFAULT_QOS_VLARB_LOW))) {}

VlArbitration::Table VlArbitration::read(const char* list) {
  Table table;
  for (Vl& vl : table) {
    const unsigned number = read_number(list);
    const auto weight = static_cast<std::uint8_t>(read_number(list));
    vl = weight == 0 ? kDropVl : static_cast<Vl>(number % kDropVl);
  }
  return table;
}

VlSet VlArbitration::served(const ib_port_info_t& port, std::uint8_t data_vls) const {
  VlSet served = 0;
  const std::size_t high = entries_written(port.vl_arb_high_cap);
  const std::size_t low = entries_written(port.vl_arb_low_cap);
  if (ib_port_info_get_vl_cap(&port) <= 1 || high + low == 0) return kAllVls;
  const auto add = [&](const Table& table, std::size_t entries) {
    for (std::size_t i = 0; i < entries; ++i) {
      if (table[i] == kDropVl) continue;
      served = static_cast<VlSet>(served | 1u << fold_vl(table[i], data_vls));
    }
  };
  add(high_, high);
  add(low_, low);
  return served;
}

VlSet unserved_vls(const osm_subn_opt_t& stock, const Snapshot& snapshot) {
  const VlArbitration arbitration(stock);
  VlSet unserved = 0;
  for (SwitchIndex s = 0; s < snapshot.switches.size(); ++s) {
    const auto ports = snapshot.fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (ports[p].kind != PeerKind::kSwitch) continue;
      const std::uint8_t data_vls = ports[p].link.data_vls;
      const unsigned there_are = (1u << data_vls) - 1;
      const ib_port_info_t& port = snapshot.switches[s]->p_node->physp_table[p].port_info;
      const unsigned served = arbitration.served(port, data_vls);
      unserved = static_cast<VlSet>(unserved | (there_are & ~served));
    }
  }
  return unserved;
}

}  // namespace weft
