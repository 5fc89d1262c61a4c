#include "plugins/layered/without_missing.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

#include "common/graph/acyclic_turns.h"
#include "common/repair/around_missing.h"
#include "common/verify/verify.h"

namespace weft {
namespace {

// A used lane's links in an order that the turns of its paths ascend in.
std::vector<std::vector<LinkIndex>> orders_of(const TurnEvidence& evidence, const Fabric& fabric,
                                              const LaneBudget& budget) {
  const Links links(fabric);
  std::vector<std::vector<LinkIndex>> orders;
  std::size_t used = 0;
  for (const Lane& lane : budget.lanes) {
    AcyclicTurns turns(links);
    bool is_used = false;
    turns.add_where([&](LinkTurn turn) {
      const bool made = (evidence.turns[links.turn(turn.from, turn.to)] >> lane.vl & 1) != 0;
      is_used |= made;
      return made;
    });
    orders.push_back(turns.order());
    if (is_used) used = orders.size();
  }
  orders.resize(std::max<std::size_t>(used, 1));
  return orders;
}

// Mostly the first one needs the fewest lanes; where it leaves some pair without a path, another
// may do.
Routing repair(const RouteRequest& request, const Fabric& whole, ConstTables tables,
               const Routing& routing, Tables rows) {
  const AroundMissing around(request, whole, tables, routing);
  for (const Sparing sparing : {Sparing::kPacketsOnTheirWay, Sparing::kTurns}) {
    try {
      return around.repaired(request.lanes, {}, sparing, false, rows);
    } catch (const Stopped&) {
      throw;
    } catch (const CannotRoute&) {
      fill_no_path(rows);
    }
  }
  return around.repaired(request.lanes, {}, Sparing::kNothing, false, rows);
}

}  // namespace

WithoutMissing without_missing(const RouteRequest& request, const Fabric& whole, ConstTables tables,
                               Routing routing, Tables rows) {
  // Paths around what is missing may take other lanes.
  if (std::holds_alternative<OneLane>(routing.lanes) && request.lanes.lanes.size() > 1) {
    routing.lanes =
        sl_by_switch(whole.switch_count(), whole.max_lid(), request.lanes.lanes.front().sl);
  }
  Routing repaired = repair(request, whole, tables, routing, rows);
  const Sl2Vl sl2vl(map_of(request.lanes));
  const Verdict now =
      verify({request.fabric, rows, repaired.lanes, &sl2vl, &repaired.multicast}, request.workers);
  if (now.evidence == nullptr) throw CannotRoute("the incomplete product has a credit loop");
  WithoutMissing result = {std::move(repaired.lanes),
                           std::move(repaired.multicast),
                           now.credit_loop_multicast.empty(),
                           {}};
  if (result.groups_fit) return result;
  // Where links fold VLs the turns of a lane are not known apart.
  if (now.evidence->turns.empty()) throw CannotRoute("its lanes have no order");
  result.orders = orders_of(*now.evidence, request.fabric, request.lanes);
  return result;
}

}  // namespace weft
