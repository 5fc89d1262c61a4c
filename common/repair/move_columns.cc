#include "common/repair/move_columns.h"

#include <algorithm>
#include <variant>
#include <vector>

#include "common/base/error.h"
#include "common/routing/lane_plan.h"
#include "common/routing/sl2vl.h"

namespace weft {
namespace {

using SlRows = std::vector<std::vector<Sl>>;

bool same_maps(const Routing& a, const Routing& b) {
  if (a.sl2vl == nullptr || b.sl2vl == nullptr) return a.sl2vl == b.sl2vl;
  return *a.sl2vl == *b.sl2vl;
}

// The SLs of all switches, with a row of LIDs 0..size-1 for each. Null: there is one lane.
SlRows* sl_rows(LanePlan& plan, std::size_t switches, std::size_t size) {
  auto* const by_switch = std::get_if<SlBySwitch>(&plan);
  if (by_switch == nullptr) return nullptr;
  by_switch->rows.resize(switches);
  for (std::vector<Sl>& row : by_switch->rows) row.resize(size);
  return &by_switch->rows;
}

// By LID: how many entries and SLs differ.
template <typename Value>
void count_differing(const Value* a, const Value* b, std::size_t first, std::size_t last,
                     std::vector<std::uint32_t>& counts) {
  for (std::size_t lid = first; lid < last; ++lid) counts[lid] += a[lid] != b[lid] ? 1 : 0;
}

}  // namespace

std::uint64_t move_columns(const Routing& to, ConstTables wanted, std::uint64_t most,
                           const Workers& workers, Routing& routing, Tables rows) {
  LanePlan wanted_lanes = to.lanes;
  const std::size_t switches = rows.row_count();
  const std::size_t size = std::min(rows.row_size(), wanted.row_size());
  SlRows* const sls = sl_rows(routing.lanes, switches, size);
  const SlRows* const wanted_sls = sl_rows(wanted_lanes, switches, size);
  if (routing.lanes.index() != to.lanes.index() || std::holds_alternative<SlByPath>(to.lanes)) {
    throw CannotRoute("the old and the new routes assign SLs in different ways");
  }
  if (!same_maps(routing, to))
    throw CannotRoute("the old and the new routes have different SL2VL maps");
  if (sls != nullptr) {
    std::get<SlBySwitch>(routing.lanes).from_hint = std::get<SlBySwitch>(to.lanes).from_hint;
  }

  std::vector<std::uint32_t> differing(size);
  constexpr std::size_t kLids = 1024;
  workers.parallel_for(size, kLids, [&](std::size_t first, std::size_t last) {
    for (std::size_t s = 0; s < switches; ++s) {
      const auto sw = static_cast<SwitchIndex>(s);
      count_differing(rows.row(sw), wanted.row(sw), first, last, differing);
      if (sls == nullptr) continue;
      count_differing((*sls)[s].data(), (*wanted_sls)[s].data(), first, last, differing);
    }
  });

  std::vector<std::size_t> moved;
  std::uint64_t taken = 0;
  std::uint64_t left = 0;
  for (std::size_t lid = 0; lid < size; ++lid) {
    if (differing[lid] == 0) continue;
    if (left == 0 && (taken == 0 || taken + differing[lid] <= most)) {
      moved.push_back(lid);
      taken += differing[lid];
    } else {
      left += differing[lid];
    }
  }
  for (std::size_t s = 0; s < switches; ++s) {
    const auto sw = static_cast<SwitchIndex>(s);
    for (const std::size_t lid : moved) {
      rows.row(sw)[lid] = wanted.row(sw)[lid];
      if (sls != nullptr) (*sls)[s][lid] = (*wanted_sls)[s][lid];
    }
  }
  return left;
}

}  // namespace weft
