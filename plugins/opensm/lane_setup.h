// Checks whether the lanes of a routing are active at the end of its sweep.
//
// OpenSM writes SL2VL maps before it sets the operational VLs of the ports, and masks each VL of a
// map by the old operational VLs. If a port had fewer VLs (after a power cycle or under another
// subnet manager), several lanes share a VL until the next heavy sweep; if it had more, packets go
// to VLs that no longer exist. OpenSM does not ask for that sweep.
#ifndef WEFT_PLUGINS_OPENSM_LANE_SETUP_H_
#define WEFT_PLUGINS_OPENSM_LANE_SETUP_H_

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/session/session.h"
#include "plugins/opensm/opensm.h"
#include "plugins/opensm/snapshot.h"

namespace weft {

// The SLs that are on other VLs than the routing assumes, and the number of ports between switches
// with these SLs.
struct LateLanes {
  std::vector<Sl> sls;  // ascending; empty: all lanes are active
  std::size_t ports = 0;
  std::string example;   // one of the ports
  bool awaited = false;  // a heavy sweep that corrects them was asked for
};

// The mask that OpenSM applies to VLs written to a port; all bits if the port reports none.
Vl vl_mask(const ib_port_info_t& port);

class LaneSetup {
 public:
  explicit LaneSetup(osm_opensm_t& opensm) : opensm_(opensm) {}

  // Call it before OpenSM writes its maps, under OpenSM's lock. Asks OpenSM for another heavy sweep
  // if that helps: once for each port, until all lanes are active again. map: the map that OpenSM
  // writes if the routing has no own maps. Cost: a cache line for each port between switches if the
  // routing has lanes; if some lanes are late, also a pass over all SLs and over the maps of the
  // port. Throws std::bad_alloc.
  LateLanes check(const Verified& result, const Sl2Vl::Map& map, OsmSwitches switches);

 private:
  using PortName = std::pair<Guid, PortNum>;

  osm_opensm_t& opensm_;
  std::set<PortName> awaited_;  // ports for which a sweep was asked for
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_LANE_SETUP_H_
