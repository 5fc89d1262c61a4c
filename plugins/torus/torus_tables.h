// Tables and SLs of a torus, dimension by dimension: packets go straight to their coordinate in the
// first, then in the second, and so on.
//
// A ring is gone round the shorter way. An SL has a bit for each dimension: the path goes round the
// ring's ends, from the last coordinate to the first or back. On the links of a dimension packets
// with that bit are on another VL than those without (torus_lanes.h), so that neither lot goes all
// round the ring (Dally, Seitz: Deadlock-Free Message Routing in Multiprocessor Interconnection
// Networks, IEEE Trans. Computers, 1987).
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
  // Where both ways round a ring are as long it is one or the other, the same there and back; where
  // one of them is interrupted all take the other, with the SL as if it were not. Other entries
  // that
  // lead over what is missing are kNoPath.
  kWhole,
  // As stock OpenSM's torus-2QoS, to the byte: of two ways as long never the one round the ends;
  // the other way round where the shorter one is interrupted; towards a switch that is missing as
  // far as links lead, then on in the next dimension. SLs are as if nothing were missing, and
  // meshes were rings.
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

// Writes the entries between switches that have places, those of their own LIDs included, and
// returns the SLs; 0 for what has no place. rows: filled with kNoPath. Throws Stopped and
// std::bad_alloc.
SlBySwitch write_torus_tables(const TorusTask& task, Tables rows);

// Does stock's rule lead everywhere, free of credit loops? No ring may be cut in two, no path be
// cut at all, and missing switches must be one, or neighbours in the last of three dimensions
// (osm_torus.c, routable_torus).
bool suits_stock_rule(const Torus& torus, const TorusPorts& ports);

}  // namespace weft

#endif  // WEFT_PLUGINS_TORUS_TORUS_TABLES_H_
