// DFSSSP: SSSP made free of credit loops by lanes (Domke, Hoefler, Nagel: Deadlock-Free Oblivious
// Routing for Arbitrary Topologies, IPDPS 2011). The paper moves paths from lane to lane afterwards
// to break cycles; here path and lane are chosen together, see layered_routing.h, which takes far
// fewer lanes.
//
// With an LMC, but for trees, where that is so anyway, LIDs that are no base LIDs have shortest
// paths apart from those of the others of their port, on lanes that are chosen with them
// (multipath.h).
//
// Cost with E links, L LIDs: O(E L), once to three times, and what the layers take.
#include "plugins/layered/dfsssp.h"

#include "plugins/layered/multipath.h"

namespace weft {
namespace {

Routing route_dfsssp(const RouteRequest& request, Tables rows) {
  return route_lids_apart(request, OtherLids::kShortest, rows);
}

}  // namespace

const EngineInfo& dfsssp_engine() {
  static constexpr EngineInfo kEngine = {
      "dfsssp", "shortest paths, balanced over the whole fabric, free of credit loops by lanes",
      Claims{.credit_loop_free = true, .takes_lanes = true}, &route_dfsssp};
  return kEngine;
}

}  // namespace weft
