// The options of a step as its engine sees them.
#ifndef WEFT_ROUTING_PART_OPTIONS_H_
#define WEFT_ROUTING_PART_OPTIONS_H_

#include "common/fabric/fabric.h"
#include "common/fabric/part.h"
#include "common/routing/options.h"

namespace weft {

// Removes nodes from ranked_nodes, compute_nodes and io_nodes that are in the fabric and not in the
// part, since the files of all steps name nodes of all parts. An empty list counts as no file.
Options options_within(Options options, const Fabric& whole, const FabricPart& part);

}  // namespace weft

#endif  // WEFT_ROUTING_PART_OPTIONS_H_
