// Applies hop counts from a file to the current fabric.
#ifndef WEFT_STORED_RESOLVE_HOPS_H_
#define WEFT_STORED_RESOLVE_HOPS_H_

#include <span>
#include <string>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/graph/next_hops.h"
#include "common/stored/stored_hops.h"

namespace weft {

// Returns the stored distances and candidates of distinct destinations. Switches are found by node
// GUID. If LIDs have changed since the hops were stored, port GUIDs (or the LID 0 hops away from a
// switch) identify the switch. A LID without a known port keeps its number; LIDs that no switch has
// are ignored.
//
// Candidates that no longer lead to a switch with fewer stored hops are removed, since the file may
// be of an earlier fabric: so paths over candidates arrive. A switch without remaining candidates
// has no path: longer paths than the stored ones are not used.
//
// Warnings give the number, and up to 4 names, of ignored parts, parts missing in the file, and
// pairs without remaining candidates.
// Cost: O(S L) for the LIDs of switches. Memory: a set of ports for each switch and destination.
// Throws Stopped and std::bad_alloc.
HopTable resolve_hops(const StoredHops& stored, const Fabric& fabric,
                      std::span<const SwitchIndex> destinations, const Workers& workers,
                      std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_STORED_RESOLVE_HOPS_H_
