// Orientations of all links whose up*/down* paths lead from every switch to every other. They
// decide the turns of a lane of Nue.
#ifndef WEFT_PLUGINS_NUE_DIRECTION_H_
#define WEFT_PLUGINS_NUE_DIRECTION_H_

#include <cstdint>
#include <span>

#include "common/base/types.h"
#include "common/graph/distances.h"
#include "common/graph/links.h"
#include "common/graph/up_down.h"

namespace weft {

// The order in which a search from a root meets the switches, the highest first.
enum class Growth : std::uint8_t {
  kHighestFirst,  // the highest level first, breadth first in a level. Good in trees, from a leaf
                  // switch: keeps all minimal paths between leaf switches, also if links are lost,
                  // since a spine is above all switches that can meet it but the first
  kDepthFirst,    // good in tori: no region that all paths must cross (Sancho, Robles, Duato: A
                  // New Methodology to Compute Deadlock-Free Routing Tables for Irregular Networks,
                  // CANPC 2000)
  kMostNeighbours,  // the most links to switches that were met: good in dragonflies
};

// Every switch but one in each island has a neighbour above it: the one that met it. The first
// island grows from `root`, every other from its lowest switch. Links with fewer than min_vls data
// VLs and links of a switch to itself do not count. levels: levels_of(). Cost: O(links log links).
Orientation grow_direction(const Links& links, SwitchIndex root, Growth growth,
                           std::uint8_t min_vls, std::span<const Hops> levels);

}  // namespace weft

#endif  // WEFT_PLUGINS_NUE_DIRECTION_H_
