// Counts pairs of end ports that lost their path in a change.
#ifndef WEFT_WHATIF_NEWLY_LOST_H_
#define WEFT_WHATIF_NEWLY_LOST_H_

#include <cstdint>

#include "common/repair/fabric_match.h"
#include "common/routing/tables.h"
#include "common/verify/verify.h"

namespace weft {

// Pairs of an end port with a LID and a LID of another end port. Both exist before and after the
// change, and the pair had a path before.
struct NewlyLost {
  std::uint64_t pairs = 0;         // connected by links, but not by the tables
  std::uint64_t disconnected = 0;  // no longer connected by links
};

// As for loads_after(), no switch is new and no LID is new or has another owner. verdict: of
// verify() after the change. Cost: O(S) for each LID that packets no longer reach.
NewlyLost count_newly_lost(const FabricMatch& match, ConstTables before, ConstTables now,
                           const Verdict& verdict);

}  // namespace weft

#endif  // WEFT_WHATIF_NEWLY_LOST_H_
