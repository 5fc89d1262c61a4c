#include "common/balance/closed_circle.h"

#include <algorithm>

namespace weft {

std::vector<std::uint32_t> closed_circle(std::size_t leaf_switches, std::uint32_t hosts,
                                         std::uint32_t links) {
  std::vector<std::uint32_t> sizes(leaf_switches, hosts);
  if (leaf_switches == 0 || links == 0) return sizes;
  const auto up_to_whole_turns = [&](std::uint64_t numbers) {
    return static_cast<std::uint32_t>((links - numbers % links) % links);
  };
  const std::uint32_t widest = up_to_whole_turns(hosts);
  std::uint32_t free = up_to_whole_turns(std::uint64_t{hosts} * leaf_switches);
  // Numbers behind the last leaf switch cost nothing.
  free -= std::min(free, widest);
  std::vector<char> is_idle(links);
  std::uint64_t end = 0;
  for (std::size_t i = 0; i + 1 < leaf_switches && free > 0; ++i) {
    end += hosts;
    const std::uint64_t rest = std::uint64_t{widest} * (leaf_switches - 2 - i);
    for (std::uint32_t gap = 0; gap < widest && free > 0; ++gap, ++end, --free) {
      char& idle = is_idle[end % links];
      if (idle != 0 && free <= rest) break;
      idle = 1;
      ++sizes[i];
    }
  }
  return sizes;
}

}  // namespace weft
