// verify_change: verifies tables that differ little from verified ones. Like verify() it trusts
// neither the engine nor the repair: it compares all entries with the verified ones, and looks at
// what differs.
//
// If no path was missing before, every packet that meets no changed entry arrives as before. So all
// paths arrive if the path from each changed entry does, and a forwarding loop would have such an
// entry. The turns of packets at and behind changed entries are added to the evidence of the
// earlier tables: if these have no cycle together, neither has the routing. So the new evidence is
// not exact, unless it is ranks or nothing has changed.
//
// Tested by tests/common/repair/verify_change_test.cc.
// Tested by tests/common/repair/verify_change_property_test.cc.
#ifndef WEFT_REPAIR_VERIFY_CHANGE_H_
#define WEFT_REPAIR_VERIFY_CHANGE_H_

#include <optional>
#include <span>

#include "common/base/workers.h"
#include "common/repair/fabric_match.h"
#include "common/repair/transition.h"
#include "common/routing/lane_plan.h"
#include "common/routing/multicast_plan.h"
#include "common/routing/sl2vl.h"
#include "common/routing/tables.h"
#include "common/verify/verify.h"

namespace weft {

// All of it outlives the call. The maps of SLs to VLs are the same for all ports, before and now.
struct ChangeTask {
  const FabricMatch& match;  // the fabric of the verified tables, and the one now
  ConstTables before;
  const LanePlan& lanes_before;
  // Of the tables before, with the same granted plans and lanes_before; has evidence.
  const Verdict& verdict;
  ConstTables now;
  const LanePlan& lanes;
  const MulticastPlan& multicast;
  std::span<const LanePlan> granted;  // as of RoutingView, with lanes_before
  const Sl2Vl::Map& map;              // no effect on one lane
};

struct VerifiedChange {
  Verdict verdict;
  ChangedEntries changed;  // of find_changed_entries()
};

// The verdict of verify(): every end port reaches every other, and there is no loop of any kind but
// those of groups on SLs other than 0 that there were before. lanes_used and multicast_loop_sls are
// those of the tables before, and safe_on_one_lane may be false where verify() finds true.
//
// Nothing if verify() has to tell: something is wrong, or was wrong before, or an SL changes, or
// with several lanes a LID is new or gone or packets take the first turn on a VL, or so much
// changes that verify() is as fast.
//
// Cost: O(S L) bytes compared; for each changed entry that of judge_transition(); O(S) for each LID
// of a switch that has one; and O(turns) unless the evidence is ranks. Throws Stopped and
// std::bad_alloc.
std::optional<VerifiedChange> verify_change(const ChangeTask& task, const Workers& workers);

}  // namespace weft

#endif  // WEFT_REPAIR_VERIFY_CHANGE_H_
