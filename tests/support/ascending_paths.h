// Which pairs of switches have a path in some order of the links: the slow obvious way.
#ifndef WEFT_TESTS_SUPPORT_ASCENDING_PATHS_H_
#define WEFT_TESTS_SUPPORT_ASCENDING_PATHS_H_

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "common/graph/distances.h"
#include "common/graph/links.h"
#include "common/graph/switch_graph.h"

namespace weft::test {

// Pairs of different switches without a shortest path whose links ascend in one of the orders.
inline std::size_t pairs_without_ascending_path(const Fabric& fabric, const Links& links,
                                                const std::vector<std::vector<LinkIndex>>& orders) {
  std::vector<SwitchIndex> all(fabric.switch_count());
  std::iota(all.begin(), all.end(), 0u);
  const Distances distances = distances_to(SwitchGraph(fabric), all, Workers(1));
  std::size_t pairs = 0;
  for (const SwitchIndex to : all) {
    std::vector<bool> has_path(all.size(), false);  // by source
    has_path[to] = true;
    for (const auto& order : orders) {
      std::vector<bool> leads_there(links.count(), false);
      for (std::size_t i = order.size(); i-- > 0;) {
        const Link& link = links[order[i]];
        if (distances.from(link.to)[to] + 1 != distances.from(link.from)[to]) continue;
        bool leads = link.to == to;
        const LinkIndex first = links.first_of(link.to);
        for (LinkIndex next = first; next < first + links.count_of(link.to); ++next) {
          leads = leads || leads_there[next];
        }
        leads_there[order[i]] = leads;
        if (leads) has_path[link.from] = true;
      }
    }
    for (const SwitchIndex from : all) {
      if (!has_path[from] && distances.from(from)[to] != kFar) ++pairs;
    }
  }
  return pairs;
}

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_ASCENDING_PATHS_H_
