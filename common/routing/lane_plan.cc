#include "common/routing/lane_plan.h"

namespace weft {

namespace {

Sl entry(const std::vector<std::vector<Sl>>& rows, std::size_t source, Lid destination) {
  if (source >= rows.size()) return 0;
  const std::vector<Sl>& row = rows[source];
  return destination < row.size() ? row[destination] : Sl{0};
}

}  // namespace

LaneBudget first_lanes(unsigned count) {
  LaneBudget budget;
  budget.lanes.clear();
  budget.vls = count;
  for (unsigned i = 0; i < count; ++i) {
    budget.lanes.push_back({static_cast<Sl>(i), static_cast<Vl>(i)});
  }
  return budget;
}

SlBySwitch sl_by_switch(std::size_t switch_count, Lid max_lid, Sl sl) {
  return {.rows = std::vector(switch_count, std::vector<Sl>(max_lid + std::size_t{1}, sl))};
}

Sl path_sl(const LanePlan& plan, const PathSource& source, Lid destination, Sl hint) {
  if (const auto* by_switch = std::get_if<SlBySwitch>(&plan)) {
    return static_cast<Sl>(entry(by_switch->rows, source.sw, destination) |
                           (hint & by_switch->from_hint));
  }
  if (const auto* by_path = std::get_if<SlByPath>(&plan)) {
    return entry(by_path->rows, source.end_port, destination);
  }
  return hint;
}

}  // namespace weft
