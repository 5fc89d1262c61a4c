// LASH: layered shortest path routing (Skeie, Lysne, Theiss: Layered Shortest Path (LASH) Routing
// in Irregular System Area Networks, IPDPS 2002; Lysne, Skeie, Reinemo, Theiss: Layered Routing in
// Irregular Networks, IEEE TPDS 2006). Each pair of switches has one shortest path and one SL, the
// same both ways; a path goes into the first layer where it closes no cycle, and as few layers as
// possible are used. Where the paper takes any shortest path and looks for a layer afterwards, the
// two are chosen together here, see layered_routing.h.
//
// Cost with S switches, E links: O(S E) for the choice, and what the layers take.
#include "plugins/layered/lash.h"

#include <fmt/format.h>

#include "plugins/layered/layered_routing.h"

namespace weft {
namespace {

Routing route_lash(const RouteRequest& request, Tables rows) {
  RouteRequest above = request;
  std::erase_if(above.lanes.lanes,
                [&](const Lane& lane) { return lane.vl < request.options.lash_start_vl; });
  if (above.lanes.lanes.empty()) {
    throw CannotRoute(fmt::format("lash_start_vl is {}, but the highest lane is VL {}",
                                  request.options.lash_start_vl, request.lanes.lanes.back().vl));
  }
  return route_in_layers(above, PathsOf::kSwitches, rows);
}

}  // namespace

const EngineInfo& lash_engine() {
  static constexpr EngineInfo kEngine = {
      "lash", "shortest paths, one for each pair of switches, free of credit loops by lanes",
      Claims{.credit_loop_free = true, .takes_lanes = true}, &route_lash};
  return kEngine;
}

}  // namespace weft
