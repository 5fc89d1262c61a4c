// The switches of a fabric and the links between them as a graph of Graphviz.
#ifndef WEFT_DRAWING_DOT_H_
#define WEFT_DRAWING_DOT_H_

#include <cstdint>
#include <span>
#include <string>

#include "common/fabric/fabric.h"
#include "common/topology/fabric_shape.h"

namespace weft {

// A node for each switch, called by its GUID and labelled with its name; an edge for all links
// between two of them, with how many (`links`), the paths over the busiest direction (`paths`), and
// a colour and a width for that. Levels of a tree are ranks. Every text is escaped. link_load:
// Figures::link_load. Cost: O(ports).
std::string dot_text(const Fabric& fabric, const FabricShape& shape,
                     std::span<const std::uint64_t> link_load);

}  // namespace weft

#endif  // WEFT_DRAWING_DOT_H_
