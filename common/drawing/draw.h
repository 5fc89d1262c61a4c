// From a fabric and what its links carry to a drawing.
#ifndef WEFT_DRAWING_DRAW_H_
#define WEFT_DRAWING_DRAW_H_

#include <cstdint>
#include <span>

#include "common/drawing/drawing.h"
#include "common/fabric/fabric.h"
#include "common/topology/fabric_shape.h"

namespace weft {

// A tree by levels, a product as planes, a dragonfly by its groups, all else as a ring. Of fabrics
// with more switches than there is room for several share a box; what that hides is said. At most
// some 1,500 boxes. link_load: Figures::link_load. Cost: O(ports log boxes).
Drawing draw(const Fabric& fabric, const FabricShape& shape,
             std::span<const std::uint64_t> link_load);

}  // namespace weft

#endif  // WEFT_DRAWING_DRAW_H_
