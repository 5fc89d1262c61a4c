// The order and the lane in which Nue routes each LID.
#ifndef WEFT_PLUGINS_NUE_LID_JOBS_H_
#define WEFT_PLUGINS_NUE_LID_JOBS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/routing/targets.h"

namespace weft {

struct LidJob {
  SwitchIndex destination;
  std::uint32_t round;  // its number among the LIDs of that switch
  Lid lid;
  Lid copy;      // a LID of the switch itself that takes the same paths; 0: none
  PortNum port;  // of that switch
};

struct LaneJobs {
  std::vector<LidJob> weighed;  // LIDs whose paths count as load
  std::vector<LidJob> others;
};

// All LIDs, dealt over `lanes` lanes, at least 1. A lane gets neighbouring destinations, since
// these need the same turns. In a tree (some switches have no end ports) the LIDs of one switch are
// consecutive, so that its paths are spread evenly; if all switches have end ports, the switches
// take turns. weigh_switches: LIDs of switches have separate paths that count as load; else they
// take the paths of an end port of the switch, if it has one.
std::vector<LaneJobs> deal_lids(const Fabric& fabric, const Targets& targets, std::size_t lanes,
                                bool weigh_switches);

}  // namespace weft

#endif  // WEFT_PLUGINS_NUE_LID_JOBS_H_
