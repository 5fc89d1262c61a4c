// A part of a fabric as a separate fabric.
#ifndef WEFT_FABRIC_PART_H_
#define WEFT_FABRIC_PART_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/fabric/port_selection.h"

namespace weft {

// LIDs, port numbers and GUIDs are those of the whole fabric. Indices differ, but have the same
// order.
struct FabricPart {
  Fabric fabric;
  std::vector<SwitchIndex> switches;    // by index in the part: index in the whole
  std::vector<EndPortIndex> end_ports;  // by index in the part: index in the whole

  // The index in the part of a switch of the whole; kNone: not in it. Cost: O(log switches).
  SwitchIndex place_of(SwitchIndex s) const;
  // True if the part has this LID of the whole.
  bool has_lid(Lid lid) const { return fabric.owner(lid).kind != PeerKind::kNothing; }
};

// Takes the switches with a port in `switch_ports`, the end ports in `end_ports`, and the links
// with both ends in these sets. Other switch ports have no neighbour; end ports without their link
// are left out. path_bit: each port keeps only its LID with this path bit, with LMC 0; a port with
// too few LIDs keeps none. Cost: O(ports + largest LID).
FabricPart take_part(const Fabric& whole, const PortSelection& switch_ports,
                     const PortSelection& end_ports, std::optional<std::uint8_t> path_bit);

}  // namespace weft

#endif  // WEFT_FABRIC_PART_H_
