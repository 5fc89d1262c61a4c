#include "plugins/layered/without_missing.h"

#include <utility>
#include <variant>
#include <vector>

#include "common/repair/repair.h"
#include "common/verify/verify.h"

namespace weft {
namespace {

Sl2Vl::Map map_of(const LaneBudget& budget) {
  Sl2Vl::Map map = {};
  for (const Lane& lane : budget.lanes) map[lane.sl] = lane.vl;
  return map;
}

}  // namespace

Routing without_missing(const RouteRequest& request, const Fabric& whole, ConstTables tables,
                        Routing routing, Tables rows) {
  // Paths around what is missing may take other lanes.
  if (std::holds_alternative<OneLane>(routing.lanes) && request.lanes.lanes.size() > 1) {
    const std::vector<Sl> row(whole.max_lid() + std::size_t{1}, request.lanes.lanes.front().sl);
    routing.lanes = SlBySwitch{std::vector(whole.switch_count(), row)};
  }
  const Sl2Vl::Map map = map_of(request.lanes);
  const Sl2Vl sl2vl(map);
  const RoutingView view = {whole, tables, routing.lanes, &sl2vl, &routing.multicast};
  const Verdict verdict = verify(view, request.workers);
  if (verdict.evidence == nullptr) throw CannotRoute("the whole product has a credit loop");
  const Figures figures = measure(view, request.workers);
  const FabricMatch match(whole, request.fabric);
  return repair({.accepted = {match, tables, routing, verdict.evidence.get(), figures.link_load},
                 .home = nullptr,
                 .lanes = request.lanes,
                 .map = map,
                 .granted = {},
                 .workers = request.workers},
                rows);
}

}  // namespace weft
