// The subnet as OpenSM discovered it, as a Fabric.
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

// OpenSM's switches of a fabric, by SwitchIndex; no null, and p_node is not null.
using OsmSwitches = std::span<osm_switch_t* const>;

// Valid only while OpenSM's lock is held.
struct Snapshot {
  Fabric fabric;  // routing takes it, so what comes after routing has no Snapshot for an argument
  std::vector<osm_switch_t*> switches;  // OsmSwitches
  // Links between switches that went down since OpenSM configured them, and links never configured.
  std::vector<SwitchLink> renewed;
  Warnings warnings;
};

// A link is valid under the rule of OpenSM's engines: both ports exist, point at each other, and
// are healthy. Invalid ports, links, LIDs and nodes are left out with a warning. Needs OpenSM's
// lock. Cost: O(ports), three or four cache lines each. Throws BadInput if the rest is no valid
// fabric, and std::bad_alloc.
Snapshot take_snapshot(osm_subn_t& subnet);

// OpenSM's rows for the new tables, each at least lft_row_size(max_lid) bytes. Throws CannotRoute
// if a row is missing or too short.
std::vector<PortNum*> new_rows(const Snapshot& snapshot);

// Are the tables that OpenSM holds those that it sent? Not before its first routing, nor if another
// subnet manager was, or may have been, master since: it may have replaced them in the switches.
bool has_sent_tables(const osm_subn_t& subnet) noexcept;

// Calls visit(switch) for each of OpenSM's switches.
template <typename Visit>
void for_each_switch(const osm_subn_t& subnet, Visit visit) {
  for (cl_map_item_t* item = cl_qmap_head(&subnet.sw_guid_tbl);
       item != cl_qmap_end(&subnet.sw_guid_tbl); item = cl_qmap_next(item)) {
    visit(*reinterpret_cast<osm_switch_t*>(item));
  }
}

// Does OpenSM have, of each switch, the whole table that it sent? Not of one that it has discovered
// since, nor where an answer is missing: OpenSM clears a block before it sends it.
bool has_all_tables(const osm_subn_t& subnet) noexcept;

// The active tables in the switches, as far as this process sent them: by switch; rows may be
// shorter than new rows, and are empty if not known. nullopt without has_sent_tables(), and if none
// was sent. subnet: of the snapshot.
std::optional<std::vector<std::span<const PortNum>>> live_tables(const osm_subn_t& subnet,
                                                                 const Snapshot& snapshot);

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_SNAPSHOT_H_
