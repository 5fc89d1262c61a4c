// Writes the switches of a fabric and the links between them as a Graphviz graph.
#ifndef WEFT_DRAWING_DOT_H_
#define WEFT_DRAWING_DOT_H_

#include <cstdint>
#include <span>
#include <string>

#include "common/fabric/fabric.h"
#include "common/topology/fabric_shape.h"

namespace weft {

// A node for each switch, with its GUID as identifier and its name as label; an edge for each link
// bundle, with the number of links (`links`), the paths over the busiest direction (`paths`), and
// colour and width by these paths. Levels of a tree are ranks. All texts are escaped. link_load:
// Figures::link_load. Cost: O(ports).
std::string dot_text(const Fabric& fabric, const FabricShape& shape,
                     std::span<const std::uint64_t> link_load);

}  // namespace weft

#endif  // WEFT_DRAWING_DOT_H_
