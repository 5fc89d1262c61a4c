// How many paths there are from a switch to another that have no link in common: the maximum flow
// with links of capacity 1, by one augmenting path after the other (Ford, Fulkerson, 1956).
#ifndef WEFT_TESTS_SUPPORT_EDGE_DISJOINT_PATHS_H_
#define WEFT_TESTS_SUPPORT_EDGE_DISJOINT_PATHS_H_

#include <vector>

#include "common/graph/links.h"

namespace weft::test {

// Both directions of a link are two. usable: by link; empty: all are. Cost: O(links) for each path.
inline unsigned edge_disjoint_paths(const Links& links, SwitchIndex from, SwitchIndex to,
                                    const std::vector<bool>& usable = {}) {
  std::vector<bool> used(links.count());
  for (unsigned paths = 0;; ++paths) {
    std::vector<LinkIndex> by(links.switch_count(), kNone);  // the link that a search came by
    std::vector<SwitchIndex> seen = {from};
    for (std::size_t i = 0; i < seen.size() && by[to] == kNone; ++i) {
      for (std::uint32_t n = 0; n < links.count_of(seen[i]); ++n) {
        const LinkIndex out = links.first_of(seen[i]) + n;
        const SwitchIndex next = links.to(out);
        // A free link, or back over one of a path.
        const bool is_free = !used[out] && (usable.empty() || usable[out]);
        if (next == from || by[next] != kNone || (!is_free && !used[links.opposite(out)])) continue;
        by[next] = out;
        seen.push_back(next);
      }
    }
    if (by[to] == kNone) return paths;
    for (SwitchIndex at = to; at != from; at = links[by[at]].from) {
      if (used[links.opposite(by[at])]) {
        used[links.opposite(by[at])] = false;
      } else {
        used[by[at]] = true;
      }
    }
  }
}

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_EDGE_DISJOINT_PATHS_H_
