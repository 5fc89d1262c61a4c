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

std::vector<unsigned> numbers_in(SlSet set) {
  std::vector<unsigned> numbers;
  for (unsigned i = 0; i < 16; ++i) {
    if ((set >> i & 1) != 0) numbers.push_back(i);
  }
  return numbers;
}

SlSet with_hints(const LanePlan& plan, Sl sl) {
  const auto* by_switch = std::get_if<SlBySwitch>(&plan);
  unsigned sls = 1u << (sl & 15);
  for (unsigned bit = 1; by_switch != nullptr && bit < 16; bit <<= 1) {
    if ((by_switch->from_hint & bit) == 0) continue;
    for (unsigned without = 0; without < 16; ++without) {
      if ((sls >> without & 1) != 0) sls |= 1u << (without | bit);
    }
  }
  return static_cast<SlSet>(sls);
}

SlSet path_sls(const LanePlan& plan, const PathSource& source, Lid destination) {
  return with_hints(plan, path_sl(plan, source, destination, 0));
}

}  // namespace weft
