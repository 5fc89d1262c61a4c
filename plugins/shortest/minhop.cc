// Min-hop routing, as OpenSM's documents describe it; see shortest_path_routing.h.
#include "plugins/shortest/minhop.h"

#include "plugins/shortest/shortest_path_routing.h"

namespace weft {
namespace {

Routing route_minhop(const RouteRequest& request, Tables rows) {
  return route_shortest_paths(request, false, rows);
}

}  // namespace

const EngineInfo& minhop_engine() {
  static constexpr EngineInfo kEngine = {
      "minhop", "shortest paths, balanced; may have credit loops", Claims{}, &route_minhop};
  return kEngine;
}

}  // namespace weft
