// In which order, and on which lane, Nue routes the LIDs.
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
  std::uint32_t round;  // among the LIDs of that switch
  Lid lid;
  Lid copy;      // a LID of the switch itself that takes the same paths; 0: none
  PortNum port;  // of the switch there
};

struct LaneJobs {
  std::vector<LidJob> weighed;  // whose paths add to the loads
  std::vector<LidJob> others;
};

// All LIDs, dealt out over so many lanes, at least 1. A lane gets neighbours: destinations near
// each other need the same turns. In a tree, where some switches have no end ports, the LIDs of one
// switch follow each other, so that its paths are spread evenly; where all switches have end ports,
// the switches take turns. weigh_switches: LIDs of switches have paths of their own that are
// weighed; else those take the paths of an end port there, if there is one.
std::vector<LaneJobs> deal_lids(const Fabric& fabric, const Targets& targets, std::size_t lanes,
                                bool weigh_switches);

}  // namespace weft

#endif  // WEFT_PLUGINS_NUE_LID_JOBS_H_
