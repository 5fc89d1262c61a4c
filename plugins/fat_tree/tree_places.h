// The places of hosts in the administrator's shape of a fat tree: a leaf switch has M1 positions,
// a subtree of level l has M1 * .. * Ml, so that lost parts move no other host.
#ifndef WEFT_PLUGINS_FAT_TREE_TREE_PLACES_H_
#define WEFT_PLUGINS_FAT_TREE_TREE_PLACES_H_

#include <cstdint>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/topology/fat_tree.h"
#include "common/topology/tree_shape.h"

namespace weft {

struct TreePlaces {
  Hops leaf_rank = 0;
  std::uint32_t leaf_size = 1;            // positions of a leaf switch: M1 * P1
  std::vector<std::uint32_t> leaf_start;  // by leaf switch: position of the first host
  // By end port: its position among the hosts of its leaf switch, 0..leaf_size - 1, in ascending
  // order of ports.
  std::vector<std::uint32_t> host;
  // By switch: the position of its own LID, which is counted apart from hosts: its place at its
  // level.
  std::vector<std::uint32_t> switch_position;
};

// The fabric must fit the shape (fit_tree). Port numbers give the place of a subtree among its
// neighbours: with regular cabling it is linked to the same ports at all switches above it. If
// ports contradict each other, the present subtrees are counted in the order of their GUIDs. The
// same holds for hosts and the ports of their leaf switch. Puts tree.order into the order of
// places.
TreePlaces find_tree_places(const Fabric& fabric, const TreeShape& shape, FatTree& tree);

}  // namespace weft

#endif  // WEFT_PLUGINS_FAT_TREE_TREE_PLACES_H_
