// Drains parts of a fabric: paths of other nodes are re-routed around a part that is to be serviced
// while it is still up, so no route changes when it goes down. Flapping parts are drained too.
#ifndef WEFT_FABRIC_DRAIN_H_
#define WEFT_FABRIC_DRAIN_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"

namespace weft {

enum class DrainReason : std::uint8_t {
  kService,   // requested by the administrator
  kFlapping,  // it flaps
};

// A switch, some of its links, or the ports of a host; or a port group of a policy. expand_groups()
// (common/policy) replaces a known group by switches and links.
struct DrainedPart {
  Guid guid = 0;                    // of a node or port; 0: a name or group is given
  std::string name = {};            // the description of a node
  std::vector<PortNum> ports = {};  // only the links at these ports; empty: the whole node
  DrainReason reason = DrainReason::kService;
  std::string group = {};
  std::string stays_because = {};  // if not empty, it stays in use, for this reason

  friend bool operator==(const DrainedPart&, const DrainedPart&) = default;
};

// A sentence per part, in their order.
struct DrainNotes {
  std::vector<std::string> drained;  // drained parts, and parts that need no change
  std::vector<std::string> refused;  // parts that stay in use, and why
};

struct Drained {
  // The fabric without links that paths must not use. A drained switch keeps one link to the rest.
  // So the switch and its end ports stay reachable while they are up, and no other path can cross
  // the switch.
  Fabric fabric;
  // A part is refused if draining it would disconnect others; of several parts that do so together,
  // the last. A flapping switch with hosts is refused: all of its paths are those of its hosts.
  DrainNotes service;
  DrainNotes flapping;
};

// Indices, LIDs and ports are those of the given fabric. Cost: O(ports); if a part is refused,
// O(ports) for each try of a part, at most a thousand tries. Throws std::bad_alloc.
Drained drain(Fabric fabric, std::span<const DrainedPart> parts);

// What to leave out until an engine routes the rest: all parts; else all but the flapping ones;
// else of the others those that were left out before, which may be in service already; else none.
// Parts that are not left out say so in stays_because. A list like the one before it is left out,
// so there is one list if there are no parts. before: the list of the last routing.
std::vector<std::vector<DrainedPart>> ways_to_drain(std::vector<DrainedPart> parts,
                                                    std::span<const DrainedPart> before);

}  // namespace weft

#endif  // WEFT_FABRIC_DRAIN_H_
