// Which cable to add? Those that may be worth trying, and what each of them gains.
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
  std::vector<Failure> cables;  // kAdd, of one cable each; those that promise most first
  std::uint64_t of = 0;         // how many there are, also those that are not listed
};

// Cables between free ports of two switches. Of a tree those that it lacks, as find_missing_parts
// finds them; where there are none with free ports at both ends, those that would lead around the
// busiest link: between two switches that many of its paths go by, before and behind it, those with
// the most paths first. busiest: where that link begins, kNone: there is none. roots: as of
// find_missing_parts. most: of the list. Cost: that of find_missing_parts, and O(S x hops) map
// steps for each LID whose paths take that link.
CableCandidates find_cables(const Fabric& fabric, ConstTables tables, SwitchPort busiest,
                            std::span<const SwitchIndex> roots, std::size_t most);

// What a cable changes, with that before.
struct Suggestion {
  Outcome outcome;
  Cuts cuts;  // that there are with it
};

// The one that gains more comes first: what has a routing, more pairs that get a path, less single
// links and switches that cut pairs off, a less busy link, and less paths on average.
bool gains_more(const Suggestion& a, const Suggestion& b);

}  // namespace weft

#endif  // WEFT_WHATIF_SUGGESTIONS_H_
