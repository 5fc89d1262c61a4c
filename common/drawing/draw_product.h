// A torus, mesh, hypercube or HyperX drawn as planes of its first two dimensions, side by side.
// Tested by tests/common/drawing/draw_test.cc.
#ifndef WEFT_DRAWING_DRAW_PRODUCT_H_
#define WEFT_DRAWING_DRAW_PRODUCT_H_

#include <cstdint>
#include <span>

#include "common/drawing/drawing.h"
#include "common/topology/fabric_shape.h"

namespace weft {

// Links round a ring, and those from plane to plane, are short strokes at both of their ends. Where
// there are too many switches, those of a square of a plane share a box. Missing are switches that
// no place has, and links between neighbours.
Drawing draw_product(const Fabric& fabric, const FabricShape& shape,
                     std::span<const std::uint64_t> link_load);

}  // namespace weft

#endif  // WEFT_DRAWING_DRAW_PRODUCT_H_
