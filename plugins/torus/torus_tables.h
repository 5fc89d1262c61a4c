// Tables and SLs of a torus, dimension by dimension: packets go straight to their coordinate in the
// first, then in the second, and so on.
//
// In a ring packets take the shorter direction. An SL has a bit for each dimension: the path
// crosses the ring's ends, from the last coordinate to the first or back. On the links of a
// dimension packets with that bit are on another VL than those without (torus_lanes.h), so that the
// dependencies of neither VL go all round the ring (Dally, Seitz: Deadlock-Free Message Routing in
// Multiprocessor Interconnection Networks, IEEE Trans. Computers, 1987).
//
// Cost: O(switches x LIDs), a byte for the entry and one for the SL.
// Tested by tests/plugins/torus/torus_tables_test.cc.
#ifndef WEFT_PLUGINS_TORUS_TORUS_TABLES_H_
#define WEFT_PLUGINS_TORUS_TORUS_TABLES_H_

#include <span>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/lane_plan.h"
#include "common/routing/tables.h"
#include "plugins/torus/torus.h"

namespace weft {

enum class TorusRule {
  // If both directions of a ring are equally long, a path takes one of them, the same there and
  // back; if one is interrupted, all paths take the other, with the SL as if it were not. Other
  // entries that lead over missing parts are kNoPath.
  kWhole,
  // The same bytes as stock OpenSM's torus-2QoS: of two equal directions never the one over the
  // ends; the other direction if the shorter one is interrupted; towards a missing switch as
  // far as links lead, then in the next dimension. SLs are as if nothing were missing, and
  // as if meshes were rings.
  kStock,
};

struct TorusTask {
  const Fabric& fabric;
  const Torus& torus;
  const TorusPorts& ports;
  TorusRule rule;
  std::span<const PortNum> port_order = {};  // kStock: of end ports on a switch; as in TorusConf
  const Workers& workers;
};

// Writes the entries between switches that have places, with those for their own LIDs, and
// returns the SLs; 0 for switches without a place. rows: filled with kNoPath. Throws Stopped and
// std::bad_alloc.
SlBySwitch write_torus_tables(const TorusTask& task, Tables rows);

// Does stock's rule reach all switches, without credit loops? No ring may be cut in two pieces, no
// row of a mesh may be cut, and at most one switch may be missing, or neighbours in the last of
// three dimensions (osm_torus.c, routable_torus).
bool suits_stock_rule(const Torus& torus, const TorusPorts& ports);

}  // namespace weft

#endif  // WEFT_PLUGINS_TORUS_TORUS_TABLES_H_
