#include "common/design/bisection.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace weft {
namespace {

constexpr std::uint64_t kTooMuch = std::uint64_t{1} << 62;

std::uint64_t apart(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; }

// Of hosts that are to be in a half, those that the switches of that half do not have.
std::uint64_t missing(std::uint64_t wanted, std::uint64_t there) {
  return wanted > there ? wanted - there : 0;
}

std::uint64_t product_of(std::span<const unsigned> factors) {
  std::uint64_t product = 1;
  for (const unsigned factor : factors) product *= factor;
  return product;
}

// Hosts that are on the wrong side if one has so many of all, and has to have half of them, or the
// rest.
std::uint64_t wrong(std::uint64_t half, std::uint64_t all, std::uint64_t there) {
  return there < half ? half - there : missing(there, all - half);
}

// Links inside of the first `count` switches of a HyperX. dims: ascending.
std::uint64_t links_inside(std::span<const unsigned> dims, std::uint64_t count) {
  std::uint64_t links = 0;
  std::uint64_t beside =
      0;  // whole blocks in smaller dimensions, whose switches all are neighbours
  for (std::size_t d = 0; d < dims.size() && count > 0; ++d) {
    const std::uint64_t block = product_of(dims.subspan(d + 1));
    const std::uint64_t whole = count / block;
    // Each of `whole` blocks has its own links, those to the blocks before it, and those to what
    // stands beside all of them.
    std::uint64_t in_block = 0;
    for (const unsigned size : dims.subspan(d + 1)) in_block += size - 1;
    links += whole * block * in_block / 2 + block * (whole * (whole - 1) / 2);
    links += whole * block * beside;
    count %= block;
    beside += whole;
  }
  return links;
}

// Of cuts with x whole groups on one side, those `first` + 1 and so on further on than the one that
// may be divided, modulo the others.
std::uint64_t least_cut(const DragonflyPorts& dragonfly, std::uint64_t x, std::uint64_t first,
                        std::uint64_t half) {
  const auto& [groups, routers, global, hosts] = dragonfly;
  const std::uint64_t others = groups - 1;
  const std::uint64_t joined = routers * global / others;
  // By router of the divided group: links to the x groups. Its global ports lead to the other
  // groups in turns (generators/global_ports.h).
  std::vector<std::uint64_t> there(routers, 0);
  for (std::uint64_t port = 0; port < routers * global; ++port) {
    if ((port % others + others - first) % others < x) ++there[port / global];
  }
  std::ranges::sort(there, std::ranges::greater());
  // The first s routers are on the side of the x groups, those with the most links there.
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
  // a leaves in one half. Of each plane of middles (those at one place of each pod) x are with
  // them: those of pods that have the most of these leaves, which are best filled one after the
  // other. Planes do not depend on each other, and are alike.
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
  // With a whole group more, fewer hosts are on the wrong side, in proportion, and the links
  // between x and all other groups grow less and less: what is between the ends of x is no less
  // than one of these.
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
