// The bisection of shapes that are planned, by formulas.
//
// It is the least number of links that have to be cut so that two halves of the hosts are apart,
// with a host on every host port: links between switches, and those of hosts, since a cut through a
// switch cuts its hosts off. Halves differ by one host at most. The share of it in what half of the
// hosts send is 1 where any half can send to the other at full rate, and never more.
//
// All count links of one rate.
#ifndef WEFT_DESIGN_BISECTION_H_
#define WEFT_DESIGN_BISECTION_H_

#include <cstdint>
#include <span>

namespace weft {

struct Bisection {
  std::uint64_t cut = 0;    // links
  std::uint64_t hosts = 0;  // of the smaller half

  double share() const {
    return hosts == 0 ? 1 : static_cast<double>(cut) / static_cast<double>(hosts);
  }
};

// A tree of two or three levels. Of two: one pod, whose switches of the second level are the
// spines.
struct TreePorts {
  std::uint64_t hosts = 1;   // of a leaf switch
  std::uint64_t leaves = 1;  // of a pod
  std::uint64_t pods = 1;
  std::uint64_t middles = 1;  // of a pod
  std::uint64_t uplinks = 1;  // of a leaf switch to each of its middles
  std::uint64_t to_core = 0;  // links of a middle; 0: there is no third level
};
// Exact. Cost: O(leaves x pods^2).
Bisection tree_bisection(const TreePorts& tree);

// Exact where the longest ring has an even number of switches, from 4 on, and all have 3 at least:
// half way round it is the best place to cut (M. C. Azizoglu, O. Egecioglu, The bisection width and
// the isoperimetric number of arrays, Discrete Applied Mathematics 138, 2004). rings: switches of
// each.
Bisection torus_bisection(std::span<const unsigned> rings, std::uint64_t links,
                          std::uint64_t hosts);

// Exact: sets of switches that fill the larger dimensions first have the most links inside (J. H.
// Lindsey, Assignment of numbers to vertices, American Mathematical Monthly 71, 1964). Cost:
// O(switches x dimensions).
Bisection hyperx_bisection(std::span<const unsigned> dims, std::uint64_t links,
                           std::uint64_t hosts);

// Of a dragonfly whose groups of `routers` are all joined by `joined` links, each router having as
// many global links as another, as `weft generate` joins them. The least of cuts that divide one
// group at most, which on small ones is the least of all. Cost: O(groups x global links of a
// group).
struct DragonflyPorts {
  std::uint64_t groups = 2;
  std::uint64_t routers = 1;  // of a group
  std::uint64_t global = 1;   // links of a router: routers * global = joined * (groups - 1)
  std::uint64_t hosts = 1;    // of a router
};
Bisection dragonfly_bisection(const DragonflyPorts& dragonfly);

}  // namespace weft

#endif  // WEFT_DESIGN_BISECTION_H_
