// Draws groups, or the switches of a fabric without a shape, as a ring of boxes.
// Tested by tests/common/drawing/draw_test.cc.
#ifndef WEFT_DRAWING_DRAW_RING_H_
#define WEFT_DRAWING_DRAW_RING_H_

#include <cstdint>
#include <span>

#include "common/drawing/drawing.h"
#include "common/topology/fabric_shape.h"

namespace weft {

// Order: a dragonfly by its groups, a single ring or row by its places, other fabrics by a
// breadth-first search. With too many boxes, neighbours share a box. A link between two groups is
// missing if most pairs of groups have one.
Drawing draw_ring(const Fabric& fabric, const FabricShape& shape,
                  std::span<const std::uint64_t> link_load);

}  // namespace weft

#endif  // WEFT_DRAWING_DRAW_RING_H_
