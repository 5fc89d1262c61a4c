// Draws a tree by levels: roots at the top, leaf switches at the bottom, subtrees side by side.
// Tested by tests/common/drawing/draw_test.cc.
#ifndef WEFT_DRAWING_DRAW_TREE_H_
#define WEFT_DRAWING_DRAW_TREE_H_

#include <cstdint>
#include <span>

#include "common/drawing/drawing.h"
#include "common/topology/fabric_shape.h"

namespace weft {

// On a level with too many switches, the switches of a subtree share a box; roots share a box if
// they are linked to the same plane. If the boxes are still too many, neighbours share a box.
//
// A link is missing if switches of the same plane and the same subtree have it.
Drawing draw_tree(const Fabric& fabric, const FabricShape& shape,
                  std::span<const std::uint64_t> link_load);

}  // namespace weft

#endif  // WEFT_DRAWING_DRAW_TREE_H_
