// Suggests cables to add, and computes the gain of each.
// Tested by tests/common/whatif/suggestions_test.cc.
#ifndef WEFT_WHATIF_SUGGESTIONS_H_
#define WEFT_WHATIF_SUGGESTIONS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/graph/cuts.h"
#include "common/routing/tables.h"
#include "common/whatif/failure.h"
#include "common/whatif/outcome.h"

namespace weft {

struct CableCandidates {
  std::vector<Failure> cables;  // kAdd with one cable each; the most promising first
  std::uint64_t of = 0;         // number of candidates, including those not listed
};

// Finds cables between free ports of two switches. For a tree: its missing cables from
// find_missing_parts(). If none of these has free ports at both ends: cables around the busiest
// link, between a switch before it and a switch behind it on many of its paths; those with the most
// paths first. busiest: the port where that link begins; kNone: none. roots: as for
// find_missing_parts(). most: limit of the list. Cost: that of find_missing_parts(), and O(S x
// hops) map steps for each LID with paths over the busiest link.
CableCandidates find_cables(const Fabric& fabric, ConstTables tables, SwitchPort busiest,
                            std::span<const SwitchIndex> roots, std::size_t most);

// The effect of a cable, and the values before it.
struct Suggestion {
  Outcome outcome;
  Cuts cuts;  // with the cable
};

// Orders suggestions, the larger gain first: has a routing, more pairs that get a path, fewer
// single links and switches that cut off pairs, a lower load of the busiest link, a lower mean
// load.
bool gains_more(const Suggestion& a, const Suggestion& b);

}  // namespace weft

#endif  // WEFT_WHATIF_SUGGESTIONS_H_
