// Whether the lanes of a routing are active at the end of the sweep that brings it.
//
// OpenSM writes the SL2VL maps of a sweep before it sets the operational VLs of the ports, and
// masks each VL of a map with those that the port still has. On a port that had fewer, as after a
// power cycle or under another subnet manager, several lanes are then one until the next heavy
// sweep, and on one that had more, packets go to VLs that are gone. OpenSM does not ask for that
// sweep.
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

// What the lanes of a routing lack: on so many ports between switches some of these SLs will be on
// other VLs than the routing counts on.
struct LateLanes {
  std::vector<Sl> sls;  // ascending; empty: all lanes are active
  std::size_t ports = 0;
  std::string example;   // one of the ports
  bool awaited = false;  // a heavy sweep was asked for that will put them right
};

// The VL bits that OpenSM leaves in what it writes into a port; all for one that does not say.
Vl vl_mask(const ib_port_info_t& port);

class LaneSetup {
 public:
  explicit LaneSetup(osm_opensm_t& opensm) : opensm_(opensm) {}

  // To be called before OpenSM writes its maps, under its lock. Asks OpenSM for another heavy sweep
  // where that helps: for each port once, until all lanes have been active again. map: the one
  // that OpenSM writes where the routing has none of its own. Cost: a cache line for each port
  // between switches, if the routing has lanes; where some are late, a pass over all SLs, and over
  // the maps of the port. Throws std::bad_alloc.
  LateLanes check(const Verified& result, const Sl2Vl::Map& map, const Snapshot& snapshot);

 private:
  using PortName = std::pair<Guid, PortNum>;

  osm_opensm_t& opensm_;
  std::set<PortName> awaited_;  // the ports for which a sweep was asked for
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_LANE_SETUP_H_
