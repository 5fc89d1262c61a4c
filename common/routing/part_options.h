// The options of a step, as its engine is to see them.
#ifndef WEFT_ROUTING_PART_OPTIONS_H_
#define WEFT_ROUTING_PART_OPTIONS_H_

#include "common/fabric/fabric.h"
#include "common/fabric/part.h"
#include "common/routing/options.h"

namespace weft {

// Leaves out of ranked_nodes, compute_nodes and io_nodes what is in the fabric and not in the part:
// files that hold for all steps name nodes of all. Where nothing is left there is no file.
Options options_within(Options options, const Fabric& whole, const FabricPart& part);

}  // namespace weft

#endif  // WEFT_ROUTING_PART_OPTIONS_H_
