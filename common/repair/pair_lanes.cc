#include "common/repair/pair_lanes.h"

#include <variant>

namespace weft {

PairLanes::PairLanes(const Fabric& fabric, const LaneBudget& budget, std::span<const Lane> reserve,
                     std::span<const LanePlan> granted, bool replies, LanePlan& plan)
    : fabric_(&fabric),
      budget_(budget.lanes),
      reserve_(reserve),
      granted_(granted),
      replies_(replies),
      plan_(std::get_if<SlBySwitch>(&plan)),
      lids_at_(fabric.switch_count()) {
  for (const EndPort& port : fabric.end_ports()) {
    if (port.lid != 0) lids_at_[port.sw].push_back(port.lid);
  }
  if (plan_ == nullptr) return;
  plan_->rows.resize(fabric.switch_count());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (!lids_at_[s].empty()) plan_->rows[s].resize(fabric.max_lid() + std::size_t{1});
  }
}

void PairLanes::set_new(std::span<const Lid> lids, std::span<const SwitchIndex> senders) {
  is_new_lid_.resize(fabric_->max_lid() + std::size_t{1});
  for (const Lid lid : lids) is_new_lid_[lid] = true;
  is_new_sender_.resize(fabric_->switch_count());
  for (const SwitchIndex s : senders) is_new_sender_[s] = true;
}

SlSet PairLanes::sls(SwitchIndex s, Lid lid) const {
  SlSet sls = sls_now(s, lid);
  if (sls == 0 || one_lane()) return sls;
  if (!is_new_lid_.empty() && (is_new_lid_[lid] || is_new_sender_[s])) return sls;
  for (const LanePlan& plan : granted_) sls |= bit(path_sl(plan, {.sw = s}, lid, 0));
  return sls;
}

SlSet PairLanes::sls_now(SwitchIndex s, Lid lid) const {
  if (lids_at_[s].empty()) return 0;
  if (one_lane()) return 1;
  SlSet sls = bit(sl(s, lid));
  const LidOwner owner = fabric_->owner(lid);
  if (!replies_ || owner.kind != PeerKind::kEndPort) return sls;
  const EndPort& to = fabric_->end_ports()[owner.index];
  if (to.lid != lid) return sls;
  for (const Lid from : lids_at_[s]) sls |= bit(sl(to.sw, from));
  return sls;
}

}  // namespace weft
