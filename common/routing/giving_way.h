// Paths that give way to congestion: what an engine is asked that can lead some of them elsewhere,
// on the SLs that they have.
#ifndef WEFT_ROUTING_GIVING_WAY_H_
#define WEFT_ROUTING_GIVING_WAY_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

// A direction of a link between switches, named by its sender.
struct SendingPort {
  SwitchIndex sw = kNone;
  PortNum port = 0;

  friend bool operator==(const SendingPort&, const SendingPort&) = default;
};

struct GiveWayRequest {
  const Fabric& fabric;
  const Routing& routing;             // of the rows
  std::span<const SendingPort> busy;  // what paths are to keep off
  unsigned share;                     // how many of them, in percent
  const Workers& workers;
};

struct GivenWay {
  std::uint64_t entries = 0;     // that are others now
  std::uint32_t relieved = 0;    // pairs of groups whose paths go elsewhere, one way
  std::uint32_t unrelieved = 0;  // that have no other way which is not busy itself
};

struct GivesWay {
  // The links that paths can be led off.
  std::vector<SendingPort> (*links)(const Fabric& fabric);
  // rows: of the engine's, or of a repair of those. SLs stay. What it writes is a function of the
  // request and the rows alone, and for a busy link no other rows than those of the switches near
  // it that send over it. Throws Stopped and std::bad_alloc.
  GivenWay (*lead_elsewhere)(const GiveWayRequest& request, Tables rows);
};

}  // namespace weft

#endif  // WEFT_ROUTING_GIVING_WAY_H_
