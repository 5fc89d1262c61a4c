// Drains: what is to be taken out of service has the paths of others led round it while it is still
// up, so that nothing changes when it goes. So has what goes down and up again and again.
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
  kService,   // the administrator asks for it
  kFlapping,  // it goes down and up
};

// A switch, links of one, or the ports of a host; or a port group of a policy, which expand_groups
// (common/policy) makes such parts of, if it knows the group.
struct DrainedPart {
  Guid guid = 0;                    // of a node or of a port; 0: there is a name, or a group
  std::string name = {};            // the description of a node
  std::vector<PortNum> ports = {};  // the links at these ports alone; empty: all of the node
  DrainReason reason = DrainReason::kService;
  std::string group = {};

  friend bool operator==(const DrainedPart&, const DrainedPart&) = default;
};

// A sentence a part, in their order.
struct DrainNotes {
  std::vector<std::string> drained;  // what is, and what nothing had to be done for
  std::vector<std::string> refused;  // what stays in use, and why
};

struct Drained {
  // Without the links that no path is to use. A drained switch keeps one link to the rest, so that
  // itself, and end ports that are linked to it, are reached as long as they are up, and nothing
  // else can go through it.
  Fabric fabric;
  // A part without which links would connect less than they do is refused; of several that are too
  // many together the last. So is a switch that flaps and has hosts: all of its paths are theirs.
  DrainNotes service;
  DrainNotes flapping;
};

// Indices, LIDs and ports are those of the fabric as it is. Cost: O(ports); where something is
// refused, so much for each try of a part, of which there are a thousand at most.
// Throws std::bad_alloc.
Drained drain(Fabric fabric, std::span<const DrainedPart> parts);

}  // namespace weft

#endif  // WEFT_FABRIC_DRAIN_H_
