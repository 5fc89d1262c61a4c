#include "common/repair/around_missing.h"

#include "common/verify/verify.h"

namespace weft {

std::vector<Lane> lanes_of_sls(unsigned first, unsigned end) {
  std::vector<Lane> lanes;
  for (unsigned sl = first; sl < end; ++sl) lanes.push_back({static_cast<Sl>(sl), 0});
  return lanes;
}

Sl2Vl::Map map_of(const LaneBudget& budget) {
  Sl2Vl::Map map = {};
  for (const Lane& lane : budget.lanes) map[lane.sl] = lane.vl;
  return map;
}

AroundMissing::AroundMissing(const RouteRequest& request, const Fabric& whole, ConstTables tables,
                             const Routing& routing)
    : request_(request),
      tables_(tables),
      routing_(routing),
      map_(map_of(request.lanes)),
      match_(whole, request.fabric) {
  const Sl2Vl same_everywhere(map_);
  const Sl2Vl& sl2vl = routing.sl2vl != nullptr ? *routing.sl2vl : same_everywhere;
  const RoutingView view = {whole, tables, routing.lanes, &sl2vl, &routing.multicast};
  evidence_ = verify(view, request.workers).evidence;
  if (evidence_ == nullptr) throw CannotRoute("the whole product has a credit loop");
  link_load_ = measure_loads(view, request.workers).link_load;
}

Routing AroundMissing::repaired(const LaneBudget& budget, std::span<const Lane> reserve,
                                Sparing sparing, bool trees_first, Tables rows) const {
  return repair({.accepted = {match_, tables_, routing_, evidence_.get(), link_load_},
                 .baseline = nullptr,
                 .lanes = budget,
                 .reserve = reserve,
                 .map = map_,
                 .granted = {},
                 .sparing = sparing,
                 .trees_first = trees_first,
                 .workers = request_.workers},
                rows);
}

}  // namespace weft
