// Min-hop routing, as OpenSM's documents describe it (Current OpenSM Routing, 2007; Zahavi and
// Kalka, OpenSM Unicast Routing Enhancements for Scalability, 2005): the distance between switches
// decides which ports may be used (the same for a switch and all end ports on it: 2005, 4d), the
// balance which of them is. It uses one lane and cannot promise to be free of credit loops.
//
// Cost with S switches, E links, L LIDs: O(S/256 x diameter x E) for the distances, O(E S) vector
// comparisons for the candidates, O(S L) byte writes.
#include "plugins/minhop/minhop.h"

#include "common/graph/next_hops.h"
#include "common/graph/switch_graph.h"
#include "common/routing/balance.h"
#include "common/routing/targets.h"

namespace weft {
namespace {

Routing route(const RouteRequest& request, Tables rows) {
  const Fabric& fabric = request.fabric;
  const SwitchGraph graph(fabric);
  if (request.options.balance == Balance::kSwitch) {
    const Targets targets = targets_in_stock_order(fabric);
    const HopTable table{distances_to(graph, targets.switches, request.workers)};
    balance_by_switch(request, targets, table, rows);
  } else {
    const Targets targets = targets_in_search_order(fabric, graph);
    const HopTable table{distances_to(graph, targets.switches, request.workers)};
    balance_over_fabric(request, targets, table, rows);
  }
  Routing routing;
  routing.multicast = plan_multicast(fabric);
  return routing;
}

}  // namespace

const EngineInfo& minhop_engine() {
  static constexpr EngineInfo kEngine = {
      "minhop", "shortest paths, balanced; may have credit loops", Claims{}, &route};
  return kEngine;
}

}  // namespace weft
