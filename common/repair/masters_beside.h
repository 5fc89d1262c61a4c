// Plans multicast trees for given unicast paths.
#ifndef WEFT_REPAIR_MASTERS_BESIDE_H_
#define WEFT_REPAIR_MASTERS_BESIDE_H_

#include <functional>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/routing/multicast_plan.h"
#include "common/verify/turn_evidence.h"
#include "common/verify/verify.h"

namespace weft {

// Masters that close no credit loop with the paths of the evidence, if such masters exist.
// evidence: of the fabric's tables; if it is null, or of packets that change their VLs, any
// masters. groups: the VL of multicast packets. Cost: that of plan_masters_up_down where paths go
// up and then down, else O(turns) and that of plan_master_in_lane.
MulticastPlan plan_masters_beside(const Fabric& fabric, const TurnEvidence* evidence, Vl groups);

// If the masters of a plan close a credit loop with paths, plans others beside these, and takes
// them, with their verdict, if they close none. verdict: that of the plan. verified: verifies the
// tables with the plan as it is then.
void take_masters_beside(const Fabric& fabric, Vl groups, const std::function<Verdict()>& verified,
                         Verdict& verdict, MulticastPlan& plan);

}  // namespace weft

#endif  // WEFT_REPAIR_MASTERS_BESIDE_H_
