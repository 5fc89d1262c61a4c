#include "common/repair/around_missing.h"

#include "common/repair/repair.h"
#include "common/verify/verify.h"

namespace weft {

Sl2Vl::Map map_of(const LaneBudget& budget) {
  Sl2Vl::Map map = {};
  for (const Lane& lane : budget.lanes) map[lane.sl] = lane.vl;
  return map;
}

Routing repair_around_missing(const RouteRequest& request, const Fabric& whole, ConstTables tables,
                              const Routing& routing, const LaneBudget& budget, Tables rows) {
  const Sl2Vl::Map map = map_of(budget);
  const Sl2Vl same_everywhere(map);
  const Sl2Vl& sl2vl = routing.sl2vl != nullptr ? *routing.sl2vl : same_everywhere;
  const RoutingView view = {whole, tables, routing.lanes, &sl2vl, &routing.multicast};
  const Verdict verdict = verify(view, request.workers);
  if (verdict.evidence == nullptr) throw CannotRoute("the whole product has a credit loop");
  const Figures figures = measure(view, request.workers);
  const FabricMatch match(whole, request.fabric);
  return repair({.accepted = {match, tables, routing, verdict.evidence.get(), figures.link_load},
                 .home = nullptr,
                 .lanes = budget,
                 .map = map,
                 .granted = {},
                 // Nothing is on its way. Yet what serves packets that come by other switches
                 // spares lanes; where VLs change by ports it costs more than that.
                 .minds_old_entries = routing.sl2vl == nullptr,
                 .trees_first = routing.sl2vl != nullptr,
                 .workers = request.workers},
                rows);
}

}  // namespace weft
