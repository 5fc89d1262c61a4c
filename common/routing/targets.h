// Targets: what there is to route to, in the order in which it is routed.
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
  // Destination switches; positions in this list are the columns of Distances. All switches are in
  // it.
  std::vector<SwitchIndex> switches;
  std::vector<Lid> switch_lids;  // base LIDs of those switches; 0: none
  // End ports with a LID, grouped by their switch in that order, by port number within: those of
  // the d-th destination are end_ports[first[d]] .. end_ports[first[d + 1] - 1].
  std::vector<EndPortIndex> end_ports;
  std::vector<Lid> base_lids;  // of those end ports
  std::vector<std::uint32_t> first;
  std::vector<char> in_a_row;  // of a position: do its base LIDs follow each other one by one?
  unsigned path_bits = 1;      // the most LIDs that an end port or switch has: 2^lmc

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

// The order that is given; all switches are in it.
Targets targets_in_order(const Fabric& fabric, std::vector<SwitchIndex> switches);

// Neighbours in the fabric are neighbours in the list: the order in which a breadth-first search
// meets the switches. Whatever the numbering, the leaf switches below one switch of a tree follow
// each other.
// With a routing order, switches come in the order of the first ports that it lists, the others
// after them.
Targets targets_in_search_order(const Fabric& fabric, const SwitchGraph& graph,
                                const std::optional<std::vector<NamedNode>>& routing_order = {});

// The switches in the order of OpenSM's GUID map.
std::vector<SwitchIndex> stock_switch_order(const Fabric& fabric);

// A port with a LID: an end port, or the management port of a switch.
struct PortTarget {
  SwitchIndex sw;        // where its packets leave the fabric
  std::uint32_t column;  // of that switch in Targets::switches
  Lid lid;
  std::uint8_t lmc;
  PortNum port;  // of that switch; 0: the switch itself
  bool listed;   // in the routing order
};

// The order in which stock OpenSM routes to ports, one by one: end ports in the order of `targets`
// (which is stock's), then the switches as in its GUID map. Those that a routing order lists come
// before all others, in its order. The port GUID of a switch is its node GUID.
std::vector<PortTarget> ports_in_stock_order(
    const Fabric& fabric, const Targets& targets,
    const std::optional<std::vector<NamedNode>>& routing_order);

}  // namespace weft

#endif  // WEFT_ROUTING_TARGETS_H_
