// Replays measured traffic between hosts over other routes.
#ifndef WEFT_COUNTERS_REPLAY_H_
#define WEFT_COUNTERS_REPLAY_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/counters/link_measures.h"
#include "common/patterns/phases.h"
#include "common/routing/tables.h"

namespace weft {

// Traffic from one end port to another.
struct SentFlow {
  EndPortIndex source = kNone;
  EndPortIndex destination = kNone;
  double octets = 0;
};

// unit: octets of weight 1. The traffic of a rank with several rails is spread over them.
std::vector<SentFlow> flows_of(const Placement& placement, std::span<const RankPair> pairs,
                               double unit);

struct Replay {
  // Time of the busiest link if all flows start at once at full rate, and of the busiest link of an
  // end port, which does not depend on routes.
  double seconds = 0;
  double end_port_seconds = 0;
  DirectionIndex busiest = kNone;          // kNone: no traffic
  double octets = 0;                       // of the busiest link
  double all_octets = 0, lost_octets = 0;  // lost: of flows without a path
};

// Flows go to base LIDs. Cost: O(flows x links of a path + ports). Throws std::bad_alloc.
Replay replay(const Fabric& fabric, ConstTables tables, std::span<const SentFlow> flows);

}  // namespace weft

#endif  // WEFT_COUNTERS_REPLAY_H_
