// Hop counts from a file for the fabric as it is now.
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

// The distances and candidates that the file gives to distinct destinations. Switches are found by
// node GUID. Where LIDs have changed since the hops were stored, port GUIDs (or the LID that is 0
// hops away from a switch) say which switch is meant; LIDs whose port is unknown to the file stand
// for themselves, and those that are of no switch mean nothing.
//
// Candidates that lead to no other switch now count as none, and a switch whose candidates all do
// has no path: as with OpenSM's own engine, more hops than the file knows of are not taken. So
// nothing follows from the distances: paths along the candidates may be dead ends, or loop.
//
// Warnings name what was left out, what the file lacks, and pairs whose candidates are all gone:
// how many, and up to 4 of them.
// Cost: O(S L) for the LIDs of switches. Memory: a set of ports for each switch and destination.
// Throws Stopped and std::bad_alloc.
HopTable resolve_hops(const StoredHops& stored, const Fabric& fabric,
                      std::span<const SwitchIndex> destinations, const Workers& workers,
                      std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_STORED_RESOLVE_HOPS_H_
