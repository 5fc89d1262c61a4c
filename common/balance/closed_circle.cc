#include "common/balance/closed_circle.h"

#include <algorithm>
#include <numeric>

namespace weft {
namespace {

// At most one of so many links may be idle.
constexpr std::uint32_t kMostIdle = 8;

}  // namespace

std::vector<std::uint32_t> closed_circle(std::size_t leaf_switches, std::uint32_t hosts,
                                         std::uint32_t links) {
  std::vector<std::uint32_t> sizes(leaf_switches, hosts);
  if (hosts == 0 || hosts > links) return sizes;
  const std::uint32_t together = links / hosts;
  const std::uint32_t gap = links % hosts;
  if (together > 1) {
    for (std::size_t i = together - 1; gap <= links / kMostIdle && i < sizes.size();
         i += together) {
      sizes[i] += gap;
    }
    return sizes;
  }
  // So many leaf switches take whole turns together.
  const std::uint32_t period = links / std::gcd(hosts, links);
  const std::size_t closed = leaf_switches / period * period;
  if (closed > 0)
    std::fill(sizes.begin() + static_cast<std::ptrdiff_t>(closed), sizes.end(), links);
  return sizes;
}

}  // namespace weft
