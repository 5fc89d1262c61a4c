// The subnet that OpenSM discovered, as a Fabric.
#ifndef WEFT_PLUGINS_OPENSM_SNAPSHOT_H_
#define WEFT_PLUGINS_OPENSM_SNAPSHOT_H_

#include <optional>
#include <span>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/fabric/link_watch.h"
#include "common/routing/routing.h"
#include "plugins/opensm/log.h"
#include "plugins/opensm/opensm.h"

namespace weft {

// Valid while OpenSM's lock is held.
struct Snapshot {
  Fabric fabric;
  std::vector<osm_switch_t*> switches;  // by SwitchIndex; none is null, nor is its p_node
  // Those between switches that have been down since OpenSM configured them, if it ever did.
  std::vector<SwitchLink> renewed;
  Warnings warnings;
};

// A link is one for OpenSM's engines too: both ports are there, point at each other, and are
// healthy. What does not fit is left out, with a warning: a port, a link, a LID, a node. Needs
// OpenSM's lock. Cost: O(ports), three or four cache lines each. Throws BadInput if what is left is
// no fabric all the same, and std::bad_alloc.
Snapshot take_snapshot(osm_subn_t& subnet);

// Where OpenSM wants the new tables: a row of lft_row_size(max_lid) bytes at least for each switch.
// Throws CannotRoute if one is missing or too short.
std::vector<PortNum*> new_rows(const Snapshot& snapshot);

// What the switches forward by, as far as this process sent it: rows by switch, which may be
// shorter than new ones, empty where that is unknown. Nothing if it has sent nothing yet, nor in
// the first routing after another subnet manager was, or may have been, the master. subnet: that of
// the snapshot.
std::optional<std::vector<std::span<const PortNum>>> live_tables(const osm_subn_t& subnet,
                                                                 const Snapshot& snapshot);

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_SNAPSHOT_H_
