#include "plugins/opensm/vl_arbitration.h"

#include <algorithm>
#include <cstdlib>

#include "plugins/opensm/level_weights.h"

namespace weft {
namespace {

constexpr VlSet kAllVls = 0xFFFF;
constexpr std::size_t kBlock = IB_NUM_VL_ARB_ELEMENTS_IN_BLOCK;

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

// How many entries of a table's two blocks OpenSM writes to a port that has so many: in the second
// one the rest of a division, so that of 64 it writes 32.
std::array<std::size_t, 2> entries_written(std::uint8_t capacity) {
  return {std::min<std::size_t>(capacity, kBlock), capacity <= kBlock ? 0 : capacity % kBlock};
}

// The bits of the VLs below so many, 15 or a power of two.
Vl mask_of(std::uint8_t data_vls) {
  return data_vls >= kDropVl ? Vl{15} : static_cast<Vl>(data_vls - 1);
}

}  // namespace

VlArbitration::VlArbitration(const osm_subn_opt_t& stock)
    : high_(read(first_of(stock.qos_swe_options.vlarb_high, stock.qos_options.vlarb_high,
                          OSM_DEFAULT_QOS_VLARB_HIGH))),
      low_(read(first_of(stock.qos_swe_options.vlarb_low, stock.qos_options.vlarb_low,
                         OSM_DEFAULT_QOS_VLARB_LOW))) {}

VlArbitration::Table VlArbitration::read(const char* list) {
  Table table;
  for (ib_vl_arb_element_t& entry : table) {
    entry.vl = static_cast<std::uint8_t>(read_number(list) % kDropVl);
    entry.weight = static_cast<std::uint8_t>(read_number(list));
  }
  return table;
}

VlSet VlArbitration::served(const ib_port_info_t& port, std::uint8_t data_vls,
                            std::span<const VlSet> levels) const {
  VlSet served = 0;
  if (ib_port_info_get_vl_cap(&port) <= 1 || port.vl_arb_high_cap + port.vl_arb_low_cap == 0) {
    return kAllVls;
  }
  const auto add = [&](Table table, std::uint8_t capacity) {
    const std::array<std::size_t, 2> entries = entries_written(capacity);
    for (std::size_t b = 0; b < entries.size(); ++b) {
      const VlArbEntries block = VlArbEntries(table).subspan(b * kBlock, entries[b]);
      serve_levels_alike(levels, mask_of(data_vls), block);
      for (const ib_vl_arb_element_t& entry : block) {
        if (entry.weight != 0) served = static_cast<VlSet>(served | 1u << entry.vl);
      }
    }
  };
  add(high_, port.vl_arb_high_cap);
  add(low_, port.vl_arb_low_cap);
  return served;
}

VlSet unserved_vls(const osm_subn_opt_t& stock, const Snapshot& snapshot,
                   std::span<const VlSet> levels) {
  const VlArbitration arbitration(stock);
  VlSet unserved = 0;
  for (SwitchIndex s = 0; s < snapshot.switches.size(); ++s) {
    const auto ports = snapshot.fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (ports[p].kind != PeerKind::kSwitch) continue;
      const std::uint8_t data_vls = ports[p].link.data_vls;
      const unsigned there_are = (1u << data_vls) - 1;
      const ib_port_info_t& port = snapshot.switches[s]->p_node->physp_table[p].port_info;
      const unsigned served = arbitration.served(port, data_vls, levels);
      unserved = static_cast<VlSet>(unserved | (there_are & ~served));
    }
  }
  return unserved;
}

}  // namespace weft
