// Directions of all links, such that paths which go up first and then down lead from every switch
// to every other: what decides which turns a lane of Nue has.
#ifndef WEFT_PLUGINS_NUE_DIRECTION_H_
#define WEFT_PLUGINS_NUE_DIRECTION_H_

#include <cstdint>
#include <span>

#include "common/base/types.h"
#include "common/graph/distances.h"
#include "common/graph/links.h"
#include "common/graph/up_down.h"

namespace weft {

// In which order a search from a root meets the switches, the highest first.
enum class Growth : std::uint8_t {
  kHighestFirst,  // of the highest level; of one level breadth first. Good in trees, from a leaf
                  // switch: all minimal paths between leaf switches, with links lost as well, since
                  // a spine is above all that can meet it but the first one
  kDepthFirst,    // good in tori: no region that all paths have to cross (Sancho, Robles, Duato: A
                  // New Methodology to Compute Deadlock-Free Routing Tables for Irregular Networks,
                  // CANPC 2000)
  kMostNeighbours,  // those with the most links to what was met: good in dragonflies
};

// Every switch but one in each piece has a neighbour above it: the one that met it. The first piece
// grows from `root`, every other from its lowest switch. Links with fewer than min_vls data VLs and
// those of a switch to itself do not count. levels: levels_of(). Cost: O(links log links).
Orientation grow_direction(const Links& links, SwitchIndex root, Growth growth,
                           std::uint8_t min_vls, std::span<const Hops> levels);

}  // namespace weft

#endif  // WEFT_PLUGINS_NUE_DIRECTION_H_
