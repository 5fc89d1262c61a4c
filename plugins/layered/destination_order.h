// The order in which the paths to all LIDs are chosen: each choice sees the load of those before.
#ifndef WEFT_PLUGINS_LAYERED_DESTINATION_ORDER_H_
#define WEFT_PLUGINS_LAYERED_DESTINATION_ORDER_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/graph/switch_graph.h"
#include "common/routing/routing.h"

namespace weft {

// LIDs of one switch and its end ports, whose paths are chosen one after the other; at most one of
// a port, and of those of a port the lower ones come first.
struct DestinationUnit {
  SwitchIndex sw;
  std::uint32_t first;  // in DestinationOrder::lids
  std::uint32_t count;  // at least 1
  bool end_ports;       // some are of end ports, not of the switch itself
};

struct DestinationOrder {
  std::vector<Lid> lids;
  std::vector<DestinationUnit> units;
  // Units that may be chosen at once, without regard to each other: units[batches[i]] ..
  // units[batches[i + 1] - 1].
  std::vector<std::uint32_t> batches = {0};
  bool leaf_by_leaf = false;  // many switches have no end ports, as in a tree; see below

  std::span<const Lid> of(const DestinationUnit& unit) const {
    return {lids.data() + unit.first, unit.count};
  }
};

// Each LID by itself: compute nodes come first, then I/O nodes, then other end ports, as in stock
// OpenSM's sssp (without a cn_guid_file, I/O nodes come first), and then the switches.
//
// Within these the best order depends on the fabric. Where many switches have no end ports, as in a
// tree, the LIDs of a leaf switch follow each other, so that they take different spines, and a
// batch holds up to 16 leaves that have no neighbour in common. Where nearly all switches have end
// ports, as in a torus or dragonfly, the switches take turns, one end port at a time, so that the
// load grows evenly everywhere; each batch is one unit.
//
// switches: all of them, neighbours near each other, as in targets_in_search_order, or in the order
// in which they are to take turns. Cost: O(L + links).
DestinationOrder order_by_lid(const RouteRequest& request, const SwitchGraph& graph,
                              std::span<const SwitchIndex> switches);

// A unit for each path bit of each switch, in the given order, with the LIDs of all end ports
// there. The switch's own LIDs are in its first unit.
DestinationOrder order_by_switch(const Fabric& fabric, std::span<const SwitchIndex> switches);

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_DESTINATION_ORDER_H_
