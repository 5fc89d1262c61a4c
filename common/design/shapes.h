// Fabrics that can connect a number of hosts with switches of a number of ports.
//
//   a switch     alone, if it has enough ports
//   trees        of two and of three levels; only leaf switches have fewer links up than down
//   dragonflies  with the same number of links between any two groups
//   tori         of two and of three dimensions; the longest ring has an even number of switches
//   HyperX       of two and of three dimensions
//
// Under uniform traffic from all hosts to all hosts, evenly spread over shortest paths, the load of
// a link between switches is at most the oversubscription; 1 is the load of a host's link.
#ifndef WEFT_DESIGN_SHAPES_H_
#define WEFT_DESIGN_SHAPES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/design/bisection.h"

namespace weft {

struct ShapeRequest {
  std::uint32_t hosts = 2;        // 2..48,000
  unsigned radix = 4;             // ports of a switch, 4..254
  unsigned oversubscription = 1;  // 1..64
  // Of one switch and one cable. Both 0: prices are not known.
  double switch_price = 0;
  double cable_price = 0;
  // Limit for each family; each listed shape has more bisection than the one before.
  std::size_t most = 2;
};

struct PlannedShape {
  std::string_view family = {};  // «tree of 2 levels», from kShapeFamilies
  std::string line = {};         // TOPOLOGY --option value ..., as for `weft generate`; all ports
  std::uint64_t switches = 0;
  std::uint64_t ports = 0;          // most used ports of a switch
  std::uint64_t host_ports = 0;     // at least the number of hosts
  std::uint64_t switch_cables = 0;  // between switches, without the cables of hosts
  double cost = 0;                  // of switches and cables, those of the hosts too; 0: no prices
  Bisection bisection = {};
};

inline constexpr std::string_view kShapeFamilies[] = {
    "switch alone",           "tree of 2 levels",
    "tree of 3 levels",       "dragonfly",
    "torus of 2 dimensions",  "torus of 3 dimensions",
    "HyperX of 2 dimensions", "HyperX of 3 dimensions"};

// Sorted by cost; without prices by switches, then by cables. A listed shape costs (or has
// switches) at most three times as much as the cheapest of all and 1.5 times as much as the
// cheapest of its family. At most a tenth of the host ports is spare, and a subnet has enough LIDs
// for the shape. Throws BadInput for numbers out of range. Cost: some million steps.
std::vector<PlannedShape> find_shapes(const ShapeRequest& request);

}  // namespace weft

#endif  // WEFT_DESIGN_SHAPES_H_
