#include "common/design/bisection.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace weft {
namespace {

constexpr std::uint64_t kTooMuch = std::uint64_t{1} << 62;

std::uint64_t apart(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; }

// Hosts missing in a half: `wanted` hosts should be there, its switches have `there`.
std::uint64_t missing(std::uint64_t wanted, std::uint64_t there) {
  return wanted > there ? wanted - there : 0;
}

std::uint64_t product_of(std::span<const unsigned> factors) {
  std::uint64_t product = 1;
  for (const unsigned factor : factors) product *= factor;
  return product;
}

// Hosts on the wrong side: one side has `there` of `all` hosts and needs `half` of them, or the
// rest.
std::uint64_t wrong(std::uint64_t half, std::uint64_t all, std::uint64_t there) {
  return there < half ? half - there : missing(there, all - half);
}

// Links between the first `count` switches of a HyperX. dims: ascending.
std::uint64_t links_inside(std::span<const unsigned> dims, std::uint64_t count) {
  std::uint64_t links = 0;
  std::uint64_t beside =
      0;  // whole blocks in earlier dimensions; each of their switches is a neighbour
  for (std::size_t d = 0; d < dims.size() && count > 0; ++d) {
    const std::uint64_t block = product_of(dims.subspan(d + 1));
    const std::uint64_t whole = count / block;
    // Each of the `whole` blocks has links inside, links to the blocks before it, and links to the
    // blocks `beside`.
    std::uint64_t in_block = 0;
    for (const unsigned size : dims.subspan(d + 1)) in_block += size - 1;
    links += whole * block * in_block / 2 + block * (whole * (whole - 1) / 2);
    links += whole * block * beside;
    count %= block;
    beside += whole;
  }
  return links;
}

// The least cut with x whole groups and a part of one more group on one side. The x groups are
// those `first` + 1, `first` + 2, ... positions after the divided group, modulo the others.
std::uint64_t least_cut(const DragonflyPorts& dragonfly, std::uint64_t x, std::uint64_t first,
                        std::uint64_t half) {
  const auto& [groups, routers, global, hosts] = dragonfly;
  const std::uint64_t others = groups - 1;
  const std::uint64_t joined = routers * global / others;
  // By router of the divided group: links to the x groups. Its global ports lead to the other
  // groups in turn (generators/global_ports.h).
  std::vector<std::uint64_t> there(routers, 0);
  for (std::uint64_t port = 0; port < routers * global; ++port) {
    if ((port % others + others - first) % others < x) ++there[port / global];
  }
  std::ranges::sort(there, std::ranges::greater());
  // The first s routers, with the most links to the x groups, are on the side of these groups.
  std::uint64_t global_cut = joined * x;
  std::uint64_t least = kTooMuch;
  for (std::uint64_t s = 0; s < routers; ++s) {
    const std::uint64_t cut = joined * x * (others - x) + s * (routers - s) + global_cut +
                              wrong(half, groups * routers * hosts, (x * routers + s) * hosts);
    least = std::min(least, cut);
    global_cut += global - there[s];
    global_cut -= there[s];
  }
  return least;
}

}  // namespace

Bisection tree_bisection(const TreePorts& tree) {
  const std::uint64_t leaves = tree.leaves * tree.pods;
  Bisection best = {.cut = leaves * tree.hosts / 2, .hosts = leaves * tree.hosts / 2};
  // One half has a leaf switches. In each plane of middles (those at one position in each pod), x
  // middles are in that half: of the pods with the most of these leaf switches; filling pod after
  // pod is best. Planes are independent and equal.
  for (std::uint64_t a = 0; a <= leaves / 2; ++a) {
    for (std::uint64_t x = 0; x <= tree.pods; ++x) {
      const std::uint64_t plane =
          tree.uplinks * apart(x * tree.leaves, a) + tree.to_core * std::min(x, tree.pods - x);
      const std::uint64_t cut = tree.middles * plane + missing(best.hosts, a * tree.hosts);
      best.cut = std::min(best.cut, cut);
    }
  }
  return best;
}

Bisection torus_bisection(std::span<const unsigned> rings, std::uint64_t links,
                          std::uint64_t hosts) {
  const std::uint64_t switches = product_of(rings);
  const std::uint64_t half = switches * hosts / 2;
  const std::uint64_t across = 2 * links * switches / std::ranges::max(rings);
  return {.cut = std::min(half, across), .hosts = half};
}

Bisection hyperx_bisection(std::span<const unsigned> dims, std::uint64_t links,
                           std::uint64_t hosts) {
  std::vector<unsigned> ascending(dims.begin(), dims.end());
  std::ranges::sort(ascending);
  std::uint64_t degree = 0;
  for (const unsigned size : dims) degree += size - 1;
  const std::uint64_t switches = product_of(dims);
  Bisection best = {.cut = switches * hosts / 2, .hosts = switches * hosts / 2};
  for (std::uint64_t m = 1; m <= switches / 2; ++m) {
    const std::uint64_t leaving = degree * m - 2 * links_inside(ascending, m);
    best.cut = std::min(best.cut, links * leaving + missing(best.hosts, m * hosts));
  }
  return best;
}

Bisection dragonfly_bisection(const DragonflyPorts& dragonfly) {
  const std::uint64_t all = dragonfly.groups * dragonfly.routers * dragonfly.hosts;
  Bisection best = {.cut = all / 2, .hosts = all / 2};
  // With each further whole group, the number of hosts on the wrong side falls linearly, and the
  // number of links between the x groups and the others grows less and less. So the least cut is at
  // an end of the range of x.
  const std::uint64_t most = dragonfly.groups / 2;
  for (const std::uint64_t x : {std::uint64_t{0}, most - 1, most}) {
    for (std::uint64_t first = 0; first + 1 < dragonfly.groups; ++first) {
      best.cut = std::min(best.cut, least_cut(dragonfly, x, first, best.hosts));
      if (x == 0) break;
    }
  }
  return best;
}

}  // namespace weft
