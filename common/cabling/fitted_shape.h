// The shape that most links of a fabric fit, and what does not fit it.
// Tested by tests/common/cabling/cabling_test.cc.
#ifndef WEFT_CABLING_FITTED_SHAPE_H_
#define WEFT_CABLING_FITTED_SHAPE_H_

#include <cstdint>
#include <string>

#include "common/base/workers.h"
#include "common/cabling/cable_swaps.h"
#include "common/cabling/odd_links.h"
#include "common/fabric/fabric.h"
#include "common/graph/switch_graph.h"
#include "common/topology/fabric_shape.h"

namespace weft {

struct FittedShape {
  FabricShape shape;
  bool are_links_judged = false;    // as of Cabling
  std::string describe_tree;        // as of Cabling
  std::uint64_t lost_switches = 0;  // of a regular tree
  OddParts odd;
  ExplainedLinks explained;  // of odd.links
};

// Of the fabric itself, or of the fabric without some lonely links (lonely_links.h): whichever
// matches the most links, then has the fewest odd links. Cost: that of recognise() and
// find_odd_links() for each. Throws Stopped and std::bad_alloc.
FittedShape fit_shape(const Fabric& fabric, const SwitchGraph& graph, const Workers& workers);

}  // namespace weft

#endif  // WEFT_CABLING_FITTED_SHAPE_H_
