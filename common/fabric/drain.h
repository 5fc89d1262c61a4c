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
  std::vector<std::string> drained = {};  // drained parts, and hosts, which need no change
  std::vector<std::string> refused = {};  // parts that stay in use, and why
  // There is no such node, or no such link: it is switched off, or its name or number is wrong.
  std::vector<std::string> not_found = {};
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

// By part: may paths of others cross it in the fabric of the active routing? null: it is not known,
// so they may. Cost: O(ports) for each part.
std::vector<bool> parts_in_use(const Fabric& fabric, const Fabric* active,
                               std::span<const DrainedPart> parts);

// The parts, of which those taken back say in stays_because that they stay in use.
std::vector<DrainedPart> take_back(std::span<const DrainedPart> parts,
                                   const std::vector<bool>& taken);

// What to drain until an engine routes the rest: all parts; else all but the flapping ones; else of
// the others all but one, four times at most, first those in use, the last of them first; else
// those that are not in use, which may be in service already; else none. No list comes twice.
// in_use: by part.
std::vector<std::vector<DrainedPart>> ways_to_drain(std::span<const DrainedPart> parts,
                                                    const std::vector<bool>& in_use);

}  // namespace weft

#endif  // WEFT_FABRIC_DRAIN_H_
