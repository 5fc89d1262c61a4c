// What was measured between hosts, sent once more over other routes.
#ifndef WEFT_COUNTERS_REPLAY_H_
#define WEFT_COUNTERS_REPLAY_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/counters/link_measures.h"
#include "common/patterns/phases.h"
#include "common/routing/tables.h"

namespace weft {

// A part of what is sent, from one end port to another.
struct SentFlow {
  EndPortIndex source = kNone;
  EndPortIndex destination = kNone;
  double octets = 0;
};

// unit: octets of a weight of 1. What a rank of several rails sends is spread over them.
std::vector<SentFlow> flows_of(const Placement& placement, std::span<const RankPair> pairs,
                               double unit);

struct Replay {
  // How long the busiest link takes if all is sent at once, as fast as the links allow; and the
  // busiest one of an end port alone, which no routes change.
  double seconds = 0;
  double end_port_seconds = 0;
  DirectionIndex busiest = kNone;          // kNone: nothing is sent
  double octets = 0;                       // over it
  double all_octets = 0, lost_octets = 0;  // of those that have no path, too
};

// Flows go to base LIDs. Cost: O(flows x links of a path + ports). Throws std::bad_alloc.
Replay replay(const Fabric& fabric, ConstTables tables, std::span<const SentFlow> flows);

}  // namespace weft

#endif  // WEFT_COUNTERS_REPLAY_H_
