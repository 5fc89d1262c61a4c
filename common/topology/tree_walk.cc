#include "common/topology/tree_walk.h"

namespace weft {

std::vector<SwitchIndex> depth_first_order(const SwitchGraph& graph, std::span<const Hops> ranks) {
  std::vector<SwitchIndex> order;
  std::vector<bool> met(graph.switch_count());
  std::vector<SwitchIndex> stack;
  const auto walk_from = [&](SwitchIndex start) {
    stack.push_back(start);
    while (!stack.empty()) {
      const SwitchIndex s = stack.back();
      stack.pop_back();
      if (met[s]) continue;
      met[s] = true;
      order.push_back(s);
      const auto bundles = graph.bundles(s);
      for (auto bundle = bundles.rbegin(); bundle != bundles.rend(); ++bundle) {
        if (ranks[bundle->peer] == ranks[s] + 1 && !met[bundle->peer]) {
          stack.push_back(bundle->peer);
        }
      }
    }
  };
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    if (ranks[s] == 0) walk_from(s);
  }
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    if (!met[s]) order.push_back(s);
  }
  return order;
}

}  // namespace weft
