// Up*/down* routing from the roots of a tree; see up_down_routing.h.
#include "plugins/up_down/updn.h"

#include <utility>

#include "plugins/up_down/tree_ranking.h"
#include "plugins/up_down/up_down_routing.h"

namespace weft {
namespace {

Routing route_updn(const RouteRequest& request, Tables rows) {
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
                                         Claims{.credit_loop_free = true}, &route_updn};
  return kEngine;
}

}  // namespace weft
