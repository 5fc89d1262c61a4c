// The bisection of planned shapes, by formulas.
//
// The bisection is the least number of links whose removal separates two halves of the hosts, with
// a host on every host port. It counts links between switches and links of hosts: a cut through a
// switch separates its hosts. Halves differ by at most one host. share(): the bisection divided by
// the rate at which half of the hosts send; 1 if any half can send to the other at full rate, and
// never more.
//
// All links have one rate.
#ifndef WEFT_DESIGN_BISECTION_H_
#define WEFT_DESIGN_BISECTION_H_

#include <cstdint>
#include <span>

namespace weft {

struct Bisection {
  std::uint64_t cut = 0;    // number of links
  std::uint64_t hosts = 0;  // in the smaller half

  double share() const {
    return hosts == 0 ? 1 : static_cast<double>(cut) / static_cast<double>(hosts);
  }
};

// A tree of two or three levels. With two levels: one pod; its switches of the second level are the
// spines.
struct TreePorts {
  std::uint64_t hosts = 1;   // on a leaf switch
  std::uint64_t leaves = 1;  // in a pod
  std::uint64_t pods = 1;
  std::uint64_t middles = 1;  // in a pod
  std::uint64_t uplinks = 1;  // from a leaf switch to each of its middles
  std::uint64_t to_core = 0;  // links up from a middle; 0: no third level
};
// Exact. Cost: O(leaves x pods^2).
Bisection tree_bisection(const TreePorts& tree);

// Exact if all rings have at least 3 switches and the longest ring has an even number, at least 4:
// the best cut divides the longest ring in halves (M. C. Azizoglu, O. Egecioglu, The bisection
// width and the isoperimetric number of arrays, Discrete Applied Mathematics 138, 2004). rings:
// switches of each.
Bisection torus_bisection(std::span<const unsigned> rings, std::uint64_t links,
                          std::uint64_t hosts);

// Exact: sets of switches that fill the larger dimensions first have the most inner links (J. H.
// Lindsey, Assignment of numbers to vertices, American Mathematical Monthly 71, 1964). Cost:
// O(switches x dimensions).
Bisection hyperx_bisection(std::span<const unsigned> dims, std::uint64_t links,
                           std::uint64_t hosts);

// A dragonfly with `routers` in a group, the same number of links between any two groups, and the
// same number of global links at each router, as `weft generate` makes it. The least of the cuts
// that divide at most one group; on small dragonflies this is the least of all cuts. Cost: O(groups
// x global links of a group).
struct DragonflyPorts {
  std::uint64_t groups = 2;
  std::uint64_t routers = 1;  // in a group
  std::uint64_t global = 1;   // links of a router; routers * global is a multiple of groups - 1
  std::uint64_t hosts = 1;    // at a router
};
Bisection dragonfly_bisection(const DragonflyPorts& dragonfly);

}  // namespace weft

#endif  // WEFT_DESIGN_BISECTION_H_
