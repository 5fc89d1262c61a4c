// Targets: the destinations of a routing, in their order.
#ifndef WEFT_ROUTING_TARGETS_H_
#define WEFT_ROUTING_TARGETS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/switch_graph.h"
#include "common/routing/options.h"

namespace weft {

struct Targets {
  // All switches, as destinations; positions in this list are the columns of Distances.
  std::vector<SwitchIndex> switches;
  std::vector<Lid> switch_lids;  // base LIDs of those switches; 0: none
  // End ports with a LID, in the order of their switches there, then by port number: those of
  // the d-th destination are end_ports[first[d]] .. end_ports[first[d + 1] - 1].
  std::vector<EndPortIndex> end_ports;
  std::vector<Lid> base_lids;  // of those end ports
  std::vector<std::uint32_t> first;
  std::vector<char> in_a_row;  // by destination: are its base LIDs consecutive?
  unsigned path_bits = 1;      // the most LIDs of an end port or switch: 2^lmc

  std::span<const EndPortIndex> at(std::size_t d) const {
    return {end_ports.data() + first[d], first[d + 1] - first[d]};
  }
  std::span<const Lid> lids_at(std::size_t d) const {
    return {base_lids.data() + first[d], first[d + 1] - first[d]};
  }
};

// The order of stock OpenSM: switches with the most end port links first, equals in the order of
// its GUID map, whose keys are compared in network byte order.
Targets targets_in_stock_order(const Fabric& fabric);

// The given order, which must have all switches.
Targets targets_in_order(const Fabric& fabric, std::vector<SwitchIndex> switches);

// The order in which a breadth-first search meets the switches, so that neighbours in the fabric
// are near each other in the list. The leaf switches below one switch of a tree follow each other,
// with any numbering. With a routing order, switches come in the order of their first port in it,
// the others after them.
Targets targets_in_search_order(const Fabric& fabric, const SwitchGraph& graph,
                                const std::optional<std::vector<NamedNode>>& routing_order = {});

// The switches in the order of OpenSM's GUID map.
std::vector<SwitchIndex> stock_switch_order(const Fabric& fabric);

// A port with a LID: an end port, or the management port of a switch.
struct PortTarget {
  SwitchIndex sw;        // its switch
  std::uint32_t column;  // of the switch in Targets::switches
  Lid lid;
  std::uint8_t lmc;
  PortNum port;  // of that switch; 0: the switch itself
  bool listed;   // in the routing order
};

// The order in which stock OpenSM routes to ports: end ports in the order of `targets`
// (which is stock's), then the switches in the order of its GUID map. Ports of a routing order come
// before all others, in its order. The port GUID of a switch is its node GUID.
std::vector<PortTarget> ports_in_stock_order(
    const Fabric& fabric, const Targets& targets,
    const std::optional<std::vector<NamedNode>>& routing_order);

}  // namespace weft

#endif  // WEFT_ROUTING_TARGETS_H_
