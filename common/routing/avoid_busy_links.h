// Paths avoid congested links: the request to an engine that can move some paths off busy links,
// and its answer. Paths keep their SLs.
#ifndef WEFT_ROUTING_AVOID_BUSY_LINKS_H_
#define WEFT_ROUTING_AVOID_BUSY_LINKS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

// A link between switches in one direction, named by the port that sends.
struct SendingPort {
  SwitchIndex sw = kNone;
  PortNum port = 0;

  friend bool operator==(const SendingPort&, const SendingPort&) = default;
};

struct AvoidanceRequest {
  const Fabric& fabric;
  const Routing& routing;             // of the rows
  std::span<const SendingPort> busy;  // the links to avoid
  unsigned share;                     // the share of their paths to move, in percent
  const Workers& workers;
};

struct AvoidanceResult {
  std::uint64_t entries = 0;     // that have changed
  std::uint32_t relieved = 0;    // ordered pairs of groups whose paths were moved
  std::uint32_t unrelieved = 0;  // ordered pairs of groups without another path that is not busy
};

struct Avoidance {
  // The links that paths can avoid.
  std::vector<SendingPort> (*links)(const Fabric& fabric);
  // rows: made by the engine, or repaired. The result depends only on the request and the rows. For
  // a busy link it changes only rows of nearby switches that send over it. Throws Stopped and
  // std::bad_alloc.
  AvoidanceResult (*avoid)(const AvoidanceRequest& request, Tables rows);
};

}  // namespace weft

#endif  // WEFT_ROUTING_AVOID_BUSY_LINKS_H_
