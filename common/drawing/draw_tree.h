// A tree drawn by levels: roots on top, leaf switches below, what hangs together side by side.
// Tested by tests/common/drawing/draw_test.cc.
#ifndef WEFT_DRAWING_DRAW_TREE_H_
#define WEFT_DRAWING_DRAW_TREE_H_

#include <cstdint>
#include <span>

#include "common/drawing/drawing.h"
#include "common/topology/fabric_shape.h"

namespace weft {

// Where a level has more switches than there is room for, those of one subtree share a box, roots
// those that are linked to the same plane; where that is too many still, neighbours do.
//
// A link is missing where switches of the same plane and the same subtree have it.
Drawing draw_tree(const Fabric& fabric, const FabricShape& shape,
                  std::span<const std::uint64_t> link_load);

}  // namespace weft

#endif  // WEFT_DRAWING_DRAW_TREE_H_
