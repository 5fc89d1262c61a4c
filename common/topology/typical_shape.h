// Which shape a tree has, whatever it lacks.
// Tested by tests/common/topology/tree_fit_test.cc.
// Tested by tests/common/topology/tree_fit_property_test.cc.
#ifndef WEFT_TOPOLOGY_TYPICAL_SHAPE_H_
#define WEFT_TOPOLOGY_TYPICAL_SHAPE_H_

#include "common/fabric/fabric.h"
#include "common/topology/fat_tree.h"
#include "common/topology/tree_shape.h"

namespace weft {

// The shape that most of a tree has. Subtrees, planes and hosts are counted, which lost links do
// not change: the largest count that is no more than one and a half times the median. Of what is
// counted by switch, what the best tenth of them have; of hosts, the larger of the two. W and P of
// level 1: the trees there are, and 1. QFT is said only where switches of one subtree share their
// parents. Cost: O(links log links).
TreeShape typical_shape(const Fabric& fabric, const FatTree& tree);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_TYPICAL_SHAPE_H_
