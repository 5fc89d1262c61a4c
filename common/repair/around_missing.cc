#include "common/repair/around_missing.h"

#include <fmt/format.h>

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
                             const Routing& routing,
                             std::span<const std::pair<Lid, SwitchIndex>> missing)
    : request_(request),
      tables_(tables),
      routing_(routing),
      missing_(missing),
      map_(map_of(request.lanes)),
      match_(whole, request.fabric) {
  const Sl2Vl same_everywhere(map_);
  const Sl2Vl& sl2vl = routing.sl2vl != nullptr ? *routing.sl2vl : same_everywhere;
  const RoutingView view = {whole, tables, routing.lanes, &sl2vl, &routing.multicast};
  const Verdict verdict = verify(view, request.workers);
  evidence_ = verdict.evidence;
  if (evidence_ == nullptr) {
    throw CannotRoute(fmt::format("paths close a credit loop before any are repaired: {}",
                                  describe_cycle(whole, verdict.credit_loop)));
  }
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
                 .missing = missing_,
                 .sparing = sparing,
                 .trees_first = trees_first,
                 .workers = request_.workers},
                rows);
}

}  // namespace weft
