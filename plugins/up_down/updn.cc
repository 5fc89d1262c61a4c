// Up*/down* routing (Current OpenSM Routing, 2007, UPDN; Schroeder et al., Autonet, 1991): switches
// are ranked by their distance from the roots, every link leads up to the lower rank (to the lower
// GUID or id among equals), and no path goes up after it went down. One lane, free of credit loops.
//
// Cost with S switches, E links, L LIDs: a bit-parallel search over O(E) links for each 256
// switches, O(E S) vector comparisons for the distances and for the candidates, O(S L) byte writes;
// without given roots about that again, but for the writing, for each set of roots that is weighed.
#include "plugins/up_down/updn.h"

#include <utility>

#include "plugins/up_down/tree_ranking.h"
#include "plugins/up_down/up_down_routing.h"

namespace weft {
namespace {

Routing route(const RouteRequest& request, Tables rows) {
  return route_below_roots(request, rows, Ranks::kAsStock,
                           [&](const SwitchGraph& graph, Ranking ranking) {
                             return route_up_down(request, graph, std::move(ranking.orientation),
                                                  std::move(ranking.roots), rows);
                           });
}

}  // namespace

const EngineInfo& updn_engine() {
  static constexpr EngineInfo kEngine = {"updn",
                                         "up*/down* from the roots of a tree, free of credit loops",
                                         Claims{.credit_loop_free = true}, &route};
  return kEngine;
}

}  // namespace weft
