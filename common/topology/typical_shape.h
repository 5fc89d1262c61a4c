// The shape of a tree that may lack parts.
// Tested by tests/common/topology/tree_fit_test.cc.
// Tested by tests/common/topology/tree_fit_property_test.cc.
#ifndef WEFT_TOPOLOGY_TYPICAL_SHAPE_H_
#define WEFT_TOPOLOGY_TYPICAL_SHAPE_H_

#include "common/fabric/fabric.h"
#include "common/topology/fat_tree.h"
#include "common/topology/tree_shape.h"

namespace weft {

// The shape of most of a tree. Numbers of subtrees and planes, which lost links do not change, are
// the largest count up to one and a half times the median. Numbers that are counted by switch are
// those that the best tenth of the switches have. For hosts it is the larger of the two. W and P of
// level 1 are the number of trees, and 1. The shape is a QFT only if switches of one subtree share
// their parents. Cost: O(links log links).
TreeShape typical_shape(const Fabric& fabric, const FatTree& tree);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_TYPICAL_SHAPE_H_
