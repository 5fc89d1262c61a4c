// Links that are slower than others of their kind.
// Tested by tests/common/cabling/cabling_test.cc.
#ifndef WEFT_CABLING_RATE_FINDINGS_H_
#define WEFT_CABLING_RATE_FINDINGS_H_

#include "common/cabling/finding_list.h"
#include "common/topology/fabric_shape.h"

namespace weft {

void judge_rates(const FabricShape& shape, FindingList& found);

}  // namespace weft

#endif  // WEFT_CABLING_RATE_FINDINGS_H_
