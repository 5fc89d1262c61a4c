// Draws a torus, mesh, hypercube or HyperX as planes of its first two dimensions, side by side.
// Tested by tests/common/drawing/draw_test.cc.
#ifndef WEFT_DRAWING_DRAW_PRODUCT_H_
#define WEFT_DRAWING_DRAW_PRODUCT_H_

#include <cstdint>
#include <span>

#include "common/drawing/drawing.h"
#include "common/topology/fabric_shape.h"

namespace weft {

// Wrap-around links and links between planes are short strokes at both ends. With too many
// switches, the switches of a square in a plane share a box. Missing are switches (places without
// one) and links between neighbours.
Drawing draw_product(const Fabric& fabric, const FabricShape& shape,
                     std::span<const std::uint64_t> link_load);

}  // namespace weft

#endif  // WEFT_DRAWING_DRAW_PRODUCT_H_
