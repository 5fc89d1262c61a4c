// Draws a fabric and the load of its links.
#ifndef WEFT_DRAWING_DRAW_H_
#define WEFT_DRAWING_DRAW_H_

#include <cstdint>
#include <span>

#include "common/drawing/drawing.h"
#include "common/fabric/fabric.h"
#include "common/topology/fabric_shape.h"

namespace weft {

// Draws a tree by levels, a product as planes, a dragonfly by its groups, other fabrics as a ring.
// In large fabrics several switches share a box; Drawing::hidden says what this hides. At most
// about 1,500 boxes. link_load: Figures::link_load. Cost: O(ports log boxes).
Drawing draw(const Fabric& fabric, const FabricShape& shape,
             std::span<const std::uint64_t> link_load);

}  // namespace weft

#endif  // WEFT_DRAWING_DRAW_H_
