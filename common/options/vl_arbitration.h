// VL arbitration, as OpenSM's QoS options make it: which VLs of a port ever get to send.
//
// With QoS, OpenSM writes the tables of qos_swe_vlarb_high and qos_swe_vlarb_low into every
// external port of every switch, as many entries as the port has. A VL without weight in both sends
// nothing: what an SL2VL map leads there never leaves the switch. The limit of the high table only
// says how long the low one waits. Engines with QoS levels change the blocks of the tables before
// they are written (level_weights.h).
#ifndef WEFT_OPTIONS_VL_ARBITRATION_H_
#define WEFT_OPTIONS_VL_ARBITRATION_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "common/options/level_weights.h"
#include "common/routing/sl2vl.h"

namespace weft {

// How many entries the tables of a port have room for.
struct VlArbitrationRoom {
  std::uint8_t high;
  std::uint8_t low;
};

class VlArbitration {
 public:
  // Lists of VL:weight, with commas between, read as OpenSM reads them.
  VlArbitration(const char* high, const char* low);

  // The VLs on which a port with so many data VLs sends; all where it has no tables.
  // levels: Routing::qos_levels of the routing that the tables are written for.
  VlSet served(VlArbitrationRoom room, std::uint8_t data_vls,
               std::span<const VlSet> levels = {}) const;

  // Has each VL of a level the same weight as the others, in both tables?
  bool serves_alike(VlSet level) const;

 private:
  static constexpr std::size_t kBlock = 32;  // entries that OpenSM writes at a time
  using Table = std::array<VlWeight, 2 * kBlock>;
  static Table read(const char* list);

  Table high_;
  Table low_;
};

}  // namespace weft

#endif  // WEFT_OPTIONS_VL_ARBITRATION_H_
