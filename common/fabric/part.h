// A part of a fabric, as a fabric of its own.
#ifndef WEFT_FABRIC_PART_H_
#define WEFT_FABRIC_PART_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/fabric/port_selection.h"

namespace weft {

// LIDs, port numbers and GUIDs are those of the whole; indices are not, but have the same order.
struct FabricPart {
  Fabric fabric;
  std::vector<SwitchIndex> switches;    // of the whole, by index of the part
  std::vector<EndPortIndex> end_ports;  // likewise

  // Of a switch of the whole; kNone: it is not in the part. Cost: O(log switches).
  SwitchIndex place_of(SwitchIndex s) const;
  // Of the whole, one that the part has?
  bool has_lid(Lid lid) const { return fabric.owner(lid).kind != PeerKind::kNothing; }
};

// The switches that have a port in `switch_ports`, the end ports in `end_ports`, and the links both
// ends of which are in these sets; other ports of the switches have no neighbour, and end ports
// that lose their link are left out. path_bit: each port keeps that LID alone, LMC 0; one that does
// not own so many has none.
// Cost: O(ports + largest LID).
FabricPart take_part(const Fabric& whole, const PortSelection& switch_ports,
                     const PortSelection& end_ports, std::optional<std::uint8_t> path_bit);

}  // namespace weft

#endif  // WEFT_FABRIC_PART_H_
