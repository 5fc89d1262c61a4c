#include "common/dumps/torus_dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "common/base/append.h"
#include "common/base/file.h"
#include "common/base/text.h"

namespace weft {

void write_torus_dump(const Fabric& fabric, const RouteNotes& notes, const std::string& path) {
  std::vector<SwitchIndex> order;
  for (SwitchIndex s = 0; s < notes.coordinates.size(); ++s) {
    if (!notes.coordinates[s].empty()) order.push_back(s);
  }
  std::ranges::stable_sort(order, [&](SwitchIndex a, SwitchIndex b) {
    const auto& x = notes.coordinates[a];
    const auto& y = notes.coordinates[b];
    return std::lexicographical_compare(x.rbegin(), x.rend(), y.rbegin(), y.rend());
  });
  NewFile file(path, Existing::kReplaced);
  for (const SwitchIndex s : order) {
    append(file.buffer(), "switch {} GUID {:#06x} ({})\n", joined(notes.coordinates[s], ","),
           fabric.switches()[s].node_guid, on_one_line(fabric.switch_name(s)));
    file.flush_if_full();
  }
  file.commit();
}

}  // namespace weft
