#include "common/session/granted_sls.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <variant>

#include "common/fabric/counts.h"
#include "common/repair/fabric_match.h"
#include "common/repair/translate.h"
#include "common/routing/sl2vl.h"
#include "common/session/session.h"

namespace weft {
namespace {

// Gives the plan a row for every switch and an SL for every LID; the SLs stay.
void fill_up(const Fabric& fabric, LanePlan& plan) {
  if (std::holds_alternative<OneLane>(plan)) plan = SlBySwitch();
  auto& by_switch = std::get<SlBySwitch>(plan);
  by_switch.rows.resize(fabric.switch_count());
  for (std::vector<Sl>& row : by_switch.rows) row.resize(fabric.max_lid() + std::size_t{1});
}

// Clients may set the bits of from_hint in the SLs of the new plan, and no others. If an earlier
// plan let them set other bits, adds a plan for each value of these bits. All plans have full rows.
void spread_hints(Sl from_hint, std::vector<LanePlan>& plans) {
  for (std::size_t i = 0; i < plans.size(); ++i) {
    SlBySwitch& plan = std::get<SlBySwitch>(plans[i]);
    const unsigned others = plan.from_hint & ~unsigned{from_hint};
    plan.from_hint = from_hint;
    // All values but 0, which the plan itself has.
    for (unsigned value = others; value != 0; value = (value - 1) & others) {
      SlBySwitch spread = std::get<SlBySwitch>(plans[i]);
      for (std::vector<Sl>& row : spread.rows) {
        for (Sl& sl : row) sl = static_cast<Sl>(sl | value);
      }
      plans.emplace_back(std::move(spread));
    }
  }
}

// Sorts the SLs of one pair: the i-th SL that differs from the active one goes into the i-th plan,
// the active one into all plans after these. Returns how many differ.
std::size_t sort_sls(std::span<SlBySwitch* const> plans, SwitchIndex s, Lid lid, Sl now) {
  std::array<Sl, kSls> others;
  std::size_t count = 0;
  for (const SlBySwitch* plan : plans) {
    const Sl sl = plan->rows[s][lid];
    const auto end = others.begin() + static_cast<std::ptrdiff_t>(count);
    if (sl != now && std::find(others.begin(), end, sl) == end) others[count++] = sl;
  }
  for (std::size_t i = 0; i < plans.size(); ++i) {
    plans[i]->rows[s][lid] = i < count ? others[i] : now;
  }
  return count;
}

// LIDs of end ports that had none before.
std::vector<Lid> new_lids(const FabricMatch& match) {
  std::vector<Lid> found;
  for (std::size_t l = 1; l <= match.now().max_lid(); ++l) {
    const auto lid = static_cast<Lid>(l);
    const bool is_in_use = match.now().owner(lid).kind == PeerKind::kEndPort;
    if (is_in_use && match.lid_before(lid) == 0) found.push_back(lid);
  }
  return found;
}

std::vector<SwitchIndex> new_senders(const FabricMatch& match) {
  const std::vector<std::uint32_t> before = sources_by_switch(match.before());
  const std::vector<std::uint32_t> now = sources_by_switch(match.now());
  std::vector<SwitchIndex> found;
  for (SwitchIndex s = 0; s < now.size(); ++s) {
    const SwitchIndex b = match.switch_before(s);
    const bool sent_before = b != kNone && before[b] > 0;
    if (now[s] > 0 && !sent_before) found.push_back(s);
  }
  return found;
}

}  // namespace

void GrantedPlans::set_new_pairs(const Fabric& fabric, const LanePlan& now) {
  if (!has_new_pairs() || !std::holds_alternative<SlBySwitch>(now)) return;
  const std::vector<std::uint32_t> end_ports = sources_by_switch(fabric);
  for (LanePlan& plan : plans) {
    fill_up(fabric, plan);
    auto& rows = std::get<SlBySwitch>(plan).rows;
    const auto set = [&](SwitchIndex s, Lid lid) {
      rows[s][lid] = path_sl(now, {.sw = s}, lid, 0);
    };
    for (SwitchIndex s = 0; s < rows.size(); ++s) {
      if (end_ports[s] == 0) continue;
      for (const Lid lid : new_lids) set(s, lid);
    }
    for (const SwitchIndex s : new_senders) {
      for (std::size_t l = 1; l < rows[s].size(); ++l) set(s, static_cast<Lid>(l));
    }
  }
}

GrantedPlans GrantedSls::in(const Fabric& fabric) const {
  if (last_ == nullptr) return {};
  const FabricMatch match(last_->fabric, fabric);
  GrantedPlans granted = {
      {translate_lanes(match, last_->routing.lanes)}, new_lids(match), new_senders(match)};
  if (!is_active_) granted.plans.emplace_back(OneLane{});
  if (older_ == nullptr) return granted;
  for (const LanePlan& plan : *older_) granted.plans.push_back(translate_lanes(match, plan));
  return granted;
}

void GrantedSls::grant(std::shared_ptr<const Verified> routing, std::vector<LanePlan> before) {
  const Fabric& fabric = routing->fabric;
  const auto* now = std::get_if<SlBySwitch>(&routing->routing.lanes);
  const std::vector<std::uint32_t> end_ports = sources_by_switch(fabric);
  if (now == nullptr) {
    std::erase_if(before,
                  [](const LanePlan& plan) { return std::holds_alternative<OneLane>(plan); });
  }
  for (LanePlan& plan : before) fill_up(fabric, plan);
  spread_hints(now != nullptr ? now->from_hint : Sl{0}, before);
  std::vector<SlBySwitch*> plans;
  plans.reserve(before.size());
  for (LanePlan& plan : before) plans.push_back(&std::get<SlBySwitch>(plan));
  pairs_ = 0;
  sls_ = 0;
  std::size_t most = 0;
  for (SwitchIndex s = 0; s < end_ports.size(); ++s) {
    std::vector<Sl> row(fabric.max_lid() + std::size_t{1});
    if (now != nullptr && s < now->rows.size()) {
      std::copy_n(now->rows[s].begin(), std::min(row.size(), now->rows[s].size()), row.begin());
    }
    const auto same = [&](const SlBySwitch* plan) { return plan->rows[s] == row; };
    if (end_ports[s] == 0 || std::all_of(plans.begin(), plans.end(), same)) continue;
    for (std::size_t l = 1; l < row.size(); ++l) {
      if (fabric.owner(static_cast<Lid>(l)).kind != PeerKind::kEndPort) continue;
      const std::size_t others = sort_sls(plans, s, static_cast<Lid>(l), row[l]);
      pairs_ += others > 0 ? 1 : 0;
      for (std::size_t i = 0; i < others && i < plans.size(); ++i) {
        sls_ = static_cast<SlSet>(sls_ | 1u << (plans[i]->rows[s][l] & (kSls - 1)));
      }
      forgotten_ += others - std::min(others, kMost);
      most = std::max(most, others);
    }
  }
  before.resize(std::min(most, kMost));
  older_ =
      before.empty() ? nullptr : std::make_shared<const std::vector<LanePlan>>(std::move(before));
  last_ = std::move(routing);
  is_active_ = true;
}

void GrantedSls::resume(std::shared_ptr<const Verified> routing,
                        std::shared_ptr<const std::vector<LanePlan>> older) {
  older_ = std::move(older);
  last_ = std::move(routing);
  is_active_ = true;
}

}  // namespace weft
