// Ports of hosts that are on the wrong rail, and hosts with fewer ports than most.
// Tested by tests/common/cabling/cabling_test.cc.
#ifndef WEFT_CABLING_RAIL_FINDINGS_H_
#define WEFT_CABLING_RAIL_FINDINGS_H_

#include <vector>

#include "common/cabling/finding_list.h"
#include "common/cabling/rail_places.h"
#include "common/fabric/hosts.h"

namespace weft {

// places: of the hosts.
void judge_rails(const std::vector<Host>& hosts, const RailPlaces& places, FindingList& found);

}  // namespace weft

#endif  // WEFT_CABLING_RAIL_FINDINGS_H_
