#include "common/topology/levels.h"

#include <cstddef>

#include "common/fabric/leaf_switches.h"

namespace weft {

std::vector<Hops> levels_of(const Fabric& fabric) {
  std::vector<Hops> levels(fabric.switch_count(), kFar);
  std::vector<SwitchIndex> queue = leaf_switches(fabric);
  for (const SwitchIndex s : queue) levels[s] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const SwitchIndex s = queue[i];
    for (const Port& port : fabric.ports(s)) {
      if (port.kind != PeerKind::kSwitch || levels[port.peer] != kFar) continue;
      levels[port.peer] = static_cast<Hops>(levels[s] + 1);
      queue.push_back(port.peer);
    }
  }
  return levels;
}

}  // namespace weft
