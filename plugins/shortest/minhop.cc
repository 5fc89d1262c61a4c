// Min-hop routing, as OpenSM's documents describe it (Current OpenSM Routing, 2007; Zahavi and
// Kalka, OpenSM Unicast Routing Enhancements for Scalability, 2005): the distance between switches
// decides which ports may be used (the same for a switch and all end ports on it: 2005, 4d), the
// balance which of them is. It uses one lane and cannot promise to be free of credit loops.
//
// Cost with S switches, E links, L LIDs: O(S/256 x diameter x E) for the distances, O(E S) vector
// comparisons for the candidates, O(S L) byte writes.
#include "plugins/shortest/minhop.h"

#include "plugins/shortest/shortest_paths.h"

namespace weft {
namespace {

Routing route(const RouteRequest& request, Tables rows) {
  return route_shortest_paths(request, false, rows);
}

}  // namespace

const EngineInfo& minhop_engine() {
  static constexpr EngineInfo kEngine = {
      "minhop", "shortest paths, balanced; may have credit loops", Claims{}, &route};
  return kEngine;
}

}  // namespace weft
