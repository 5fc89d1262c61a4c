// Where the administrator's shape of a fat tree has its hosts: a leaf switch has as many positions
// as M1 says, a subtree of level l M1 * .. * Ml, so that what is lost moves nothing else.
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
  std::vector<std::uint32_t> leaf_start;  // by switch, of leaf switches: position of the first host
  // By end port: that of a host among its leaf switch's, 0..leaf_size - 1, in ascending order of
  // ports.
  std::vector<std::uint32_t> host;
  // By switch, of its own LID, which is counted apart from hosts: its place at its level.
  std::vector<std::uint32_t> switch_position;
};

// The fabric must fit the shape (fit_tree). Which place among its neighbours a subtree has, port
// numbers say: with regular cabling it has the same ones at all switches above it. Where they
// contradict each other, the subtrees that are there are counted in the order of their GUIDs. The
// same with hosts and the ports of their leaf switch. Puts tree.order into the order of places.
TreePlaces find_tree_places(const Fabric& fabric, const TreeShape& shape, FatTree& tree);

}  // namespace weft

#endif  // WEFT_PLUGINS_FAT_TREE_TREE_PLACES_H_
