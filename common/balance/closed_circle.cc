#include "common/balance/closed_circle.h"

#include <algorithm>

namespace weft {

std::vector<std::uint32_t> closed_circle(std::size_t leaf_switches, std::uint32_t hosts,
                                         std::uint32_t links) {
  std::vector<std::uint32_t> sizes(leaf_switches, hosts);
  if (hosts > links) return sizes;
  // A leaf switch that takes all numbers of a turn begins with the same link as the next one. The
  // fewer, the better: their links beyond the hosts get no LID.
  const std::uint32_t most = std::max(hosts, links - hosts);
  for (std::size_t others = leaf_switches; others > 0; --others) {
    const std::uint64_t turns = (std::uint64_t{others} * hosts + links - 1) / links;
    const std::uint64_t numbers = turns * links;
    if (numbers > std::uint64_t{others} * most) continue;
    for (std::size_t i = 0; i < leaf_switches; ++i) {
      sizes[i] = i < others
                     ? static_cast<std::uint32_t>(numbers * (i + 1) / others - numbers * i / others)
                     : links;
    }
    return sizes;
  }
  return sizes;
}

}  // namespace weft
