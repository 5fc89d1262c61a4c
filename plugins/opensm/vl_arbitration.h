// VL arbitration, as OpenSM's QoS options make it: which VLs of a port ever get to send.
//
// With QoS, OpenSM writes the tables of qos_swe_vlarb_high and qos_swe_vlarb_low into every
// external port of every switch, as many entries as the port has. A VL without weight in both sends
// nothing: what an SL2VL map leads there never leaves the switch. The limit of the high table only
// says how long the low one waits. Engines with QoS levels change the blocks of the tables before
// they are written (level_weights.h).
#ifndef WEFT_PLUGINS_OPENSM_VL_ARBITRATION_H_
#define WEFT_PLUGINS_OPENSM_VL_ARBITRATION_H_

#include <array>
#include <span>

#include "common/routing/sl2vl.h"
#include "plugins/opensm/opensm.h"
#include "plugins/opensm/snapshot.h"

namespace weft {

class VlArbitration {
 public:
  // The tables of switches' external ports. Reads what OpenSM takes from its options, as it does.
  explicit VlArbitration(const osm_subn_opt_t& stock);

  // The VLs on which a port with so many data VLs sends; all where OpenSM writes it no tables.
  // levels: Routing::qos_levels of the routing that the tables are written for.
  VlSet served(const ib_port_info_t& port, std::uint8_t data_vls,
               std::span<const VlSet> levels = {}) const;

 private:
  using Table = std::array<ib_vl_arb_element_t, std::size_t{2} * IB_NUM_VL_ARB_ELEMENTS_IN_BLOCK>;
  static Table read(const char* list);

  Table high_;
  Table low_;
};

// The VLs that some link between switches has, and one of its ends never sends on. Under OpenSM's
// lock. Cost: a cache line or two for each port between switches.
VlSet unserved_vls(const osm_subn_opt_t& stock, const Snapshot& snapshot,
                   std::span<const VlSet> levels = {});

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_VL_ARBITRATION_H_
