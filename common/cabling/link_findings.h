// What is said of single links between switches, and of switches that are missing beside them.
// Tested by tests/common/cabling/cabling_test.cc.
#ifndef WEFT_CABLING_LINK_FINDINGS_H_
#define WEFT_CABLING_LINK_FINDINGS_H_

#include "common/cabling/finding_list.h"
#include "common/cabling/fitted_shape.h"
#include "common/graph/switch_graph.h"

namespace weft {

// Of links that do not fit the shape, if single links are judged by it.
void judge_links(const SwitchGraph& graph, const FittedShape& fitted, FindingList& found);

// Of ports that have a cable and no link. A host that is off has such a cable too.
void find_idle_cables(FindingList& found);

}  // namespace weft

#endif  // WEFT_CABLING_LINK_FINDINGS_H_
