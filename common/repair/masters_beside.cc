#include "common/repair/masters_beside.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "common/fabric/counts.h"
#include "common/graph/acyclic_turns.h"
#include "common/graph/links.h"
#include "common/graph/up_down.h"
#include "common/routing/lane_master.h"

namespace weft {

MulticastPlan plan_masters_beside(const Fabric& fabric, const TurnEvidence* evidence, Vl groups) {
  if (evidence == nullptr) return plan_multicast(fabric);
  if (!evidence->ranks.empty()) {
    std::vector<SwitchIndex> order = all_switches(fabric);
    std::sort(order.begin(), order.end(),
              [&](SwitchIndex a, SwitchIndex b) { return leads_up(evidence->ranks, b, a); });
    Orientation orientation;
    orientation.place.resize(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) orientation.place[order[i]] = i;
    return plan_masters_up_down(fabric, orientation);
  }
  // Where packets change their VLs, it is not known which turns are free on one VL.
  if (evidence->turns.empty()) return plan_multicast(fabric);
  const Links links(fabric);
  AcyclicTurns turns(links, {}, kMostMasterWork);
  turns.add_where([&](LinkTurn turn) {
    return (evidence->turns[links.turn(turn.from, turn.to)] >> groups & 1) != 0;
  });
  return plan_master_in_lane(fabric, turns).plan;
}

void take_masters_beside(const Fabric& fabric, Vl groups, const std::function<Verdict()>& verified,
                         Verdict& verdict, MulticastPlan& plan) {
  if (verdict.credit_loop_multicast.empty()) return;
  MulticastPlan before =
      std::exchange(plan, plan_masters_beside(fabric, verdict.evidence.get(), groups));
  Verdict beside = verified();
  if (beside.credit_loop_multicast.empty()) {
    verdict = std::move(beside);
  } else {
    plan = std::move(before);
  }
}

}  // namespace weft
