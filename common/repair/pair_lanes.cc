#include "common/repair/pair_lanes.h"

#include <variant>

namespace weft {

PairLanes::PairLanes(const Fabric& fabric, const LaneBudget& budget, const Sl2Vl::Map& map,
                     std::span<const LanePlan> granted, bool replies, LanePlan& plan)
    : fabric_(&fabric),
      budget_(&budget.lanes),
      map_(&map),
      granted_(granted),
      replies_(replies),
      sls_(std::get_if<SlBySwitch>(&plan)),
      lids_at_(fabric.switch_count()) {
  for (const EndPort& port : fabric.end_ports()) {
    if (port.lid != 0) lids_at_[port.sw].push_back(port.lid);
  }
  if (sls_ == nullptr) return;
  sls_->rows.resize(fabric.switch_count());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (!lids_at_[s].empty()) sls_->rows[s].resize(fabric.max_lid() + std::size_t{1});
  }
}

VlSet PairLanes::vls(SwitchIndex s, Lid lid) const {
  if (lids_at_[s].empty()) return 0;
  if (one_lane()) return 1;
  VlSet vls = bit(sl(s, lid));
  for (const LanePlan& plan : granted_) vls |= bit(path_sl(plan, {.sw = s}, lid, 0));
  const LidOwner owner = fabric_->owner(lid);
  if (!replies_ || owner.kind != PeerKind::kEndPort) return vls;
  const EndPort& to = fabric_->end_ports()[owner.index];
  if (to.lid != lid) return vls;
  for (const Lid from : lids_at_[s]) vls |= bit(sl(to.sw, from));
  return vls;
}

}  // namespace weft
