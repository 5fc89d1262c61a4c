#include "common/routing/lane_plan.h"

namespace weft {

Sl path_sl(const LanePlan& plan, EndPortIndex source, Lid destination, Sl hint) {
  const auto* by_path = std::get_if<SlByPath>(&plan);
  if (by_path == nullptr) return hint;
  if (source >= by_path->rows.size()) return 0;
  const std::vector<Sl>& row = by_path->rows[source];
  return destination < row.size() ? row[destination] : Sl{0};
}

}  // namespace weft
