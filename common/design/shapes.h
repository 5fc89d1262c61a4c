// Which fabrics come into question for so many hosts and switches of so many ports.
//
//   a switch     alone, if it has the ports
//   trees        of two and of three levels; leaf switches alone have more hosts than links upwards
//   dragonflies  with as many links between any two groups
//   tori         of two and of three dimensions, the longest ring of an even number of switches
//   HyperX       of two and of three dimensions
//
// Each carries traffic from everybody to everybody so well: on shortest paths, evenly spread, no
// link between switches has to take more than the oversubscription, 1 being what a host's link
// takes.
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
  // Of a switch and of a cable. Both 0: nothing is known of prices.
  double switch_price = 0;
  double cable_price = 0;
  // Of each family; those behind the first have more bisection than the one before.
  std::size_t most = 2;
};

struct PlannedShape {
  std::string_view family = {};  // «tree of 2 levels», of kShapeFamilies
  std::string line = {};  // TOPOLOGY --option value ..., as `weft generate` takes it; all ports
  std::uint64_t switches = 0;
  std::uint64_t ports = 0;          // of a switch that are in use at most
  std::uint64_t host_ports = 0;     // at least as many as hosts
  std::uint64_t switch_cables = 0;  // between switches; without those of hosts
  double cost = 0;                  // of switches and cables of all hosts asked for; 0: no prices
  Bisection bisection = {};
};

inline constexpr std::string_view kShapeFamilies[] = {
    "switch alone",           "tree of 2 levels",
    "tree of 3 levels",       "dragonfly",
    "torus of 2 dimensions",  "torus of 3 dimensions",
    "HyperX of 2 dimensions", "HyperX of 3 dimensions"};

// The cheapest first, or those of the fewest switches, then of the fewest cables, if there are no
// prices. None costs (or has switches) more than three times as much as the cheapest of all, or
// half as much again as the cheapest of its family. At most a tenth of the host ports would be
// spare, and a subnet has LIDs for all of it. Throws BadInput for numbers that are out of range.
// Cost: some million steps.
std::vector<PlannedShape> find_shapes(const ShapeRequest& request);

}  // namespace weft

#endif  // WEFT_DESIGN_SHAPES_H_
