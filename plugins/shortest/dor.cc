// Dimension order routing (Current OpenSM Routing, 2007, DOR): of the shortest paths those through
// the neighbour behind the first candidate port. So in meshes and hypercubes whose port numbers
// follow the dimensions at every switch, paths go dimension by dimension, without a credit loop.
// Parallel links to that neighbour share the load. The rings of a torus close credit loops in any
// order.
//
// Cost: as min-hop; see shortest_path_routing.h.
#include "plugins/shortest/dor.h"

#include "plugins/shortest/shortest_path_routing.h"

namespace weft {
namespace {

Routing route_dor(const RouteRequest& request, Tables rows) {
  return route_shortest_paths(request, true, rows);
}

}  // namespace

const EngineInfo& dor_engine() {
  static constexpr EngineInfo kEngine = {
      "dor", "dimension order by port numbers; free of credit loops on meshes and hypercubes",
      Claims{}, &route_dor};
  return kEngine;
}

}  // namespace weft
