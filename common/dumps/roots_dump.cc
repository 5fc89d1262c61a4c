#include "common/dumps/roots_dump.h"

#include <vector>

#include "common/base/append.h"
#include "common/base/file.h"
#include "common/routing/targets.h"

namespace weft {

void write_roots_dump(const Fabric& fabric, std::span<const SwitchIndex> roots,
                      const std::string& path) {
  std::vector<bool> is_root(fabric.switch_count());
  for (const SwitchIndex root : roots) is_root[root] = true;
  NewFile file(path, Existing::kReplaced);
  for (const SwitchIndex s : stock_switch_order(fabric)) {
    if (!is_root[s]) continue;
    append(file.buffer(), "{:#x}\n", fabric.switches()[s].node_guid);
  }
  file.commit();
}

}  // namespace weft
