// PairLanes: the SLs of the pairs of a routing that is being repaired.
// Tested by tests/common/repair/repair_test.cc.
#ifndef WEFT_REPAIR_PAIR_LANES_H_
#define WEFT_REPAIR_PAIR_LANES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/routing/lane_plan.h"
#include "common/routing/sl2vl.h"

namespace weft {

class PairLanes {
 public:
  // reserve: lanes beside the budget. plan: OneLane or SlBySwitch. granted: earlier plans
  // (RoutingView::granted). replies: replies travel on the SL of their requests, and must be
  // free of credit loops, too. All arguments outlive it.
  PairLanes(const Fabric& fabric, const LaneBudget& budget, std::span<const Lane> reserve,
            std::span<const LanePlan> granted, bool replies, LanePlan& plan);

  // Pairs with one of these LIDs or of these switches are new. They have no connections, so earlier
  // plans say nothing about them.
  void set_new(std::span<const Lid> lids, std::span<const SwitchIndex> senders);

  bool one_lane() const { return plan_ == nullptr; }
  // Are there earlier plans, whose SLs connections may have?
  bool any_granted() const { return !granted_.empty(); }
  std::span<const Lane> budget() const { return budget_; }
  std::span<const Lane> reserve() const { return reserve_; }

  // The SLs that packets from end ports of a switch to a LID have or were granted, and the SLs of
  // replies to packets from the LID. None for a switch without end ports; on one lane SL 0.
  SlSet sls(SwitchIndex s, Lid lid) const;
  // Without the SLs of earlier plans.
  SlSet sls_now(SwitchIndex s, Lid lid) const;

  Sl sl(SwitchIndex s, Lid lid) const { return plan_->rows[s][lid]; }
  void set_sl(SwitchIndex s, Lid lid, Sl sl) { plan_->rows[s][lid] = sl; }
  bool replies() const { return replies_; }
  // Base LIDs of a switch's end ports.
  const std::vector<Lid>& lids_at(SwitchIndex s) const { return lids_at_[s]; }

 private:
  static SlSet bit(Sl sl) { return static_cast<SlSet>(1u << (sl & (kSls - 1))); }

  const Fabric* fabric_;
  std::span<const Lane> budget_;
  std::span<const Lane> reserve_;
  std::span<const LanePlan> granted_;
  bool replies_;
  SlBySwitch* plan_;  // null: one lane
  std::vector<std::vector<Lid>> lids_at_;
  std::vector<bool> is_new_lid_, is_new_sender_;  // empty: none is
};

}  // namespace weft

#endif  // WEFT_REPAIR_PAIR_LANES_H_
