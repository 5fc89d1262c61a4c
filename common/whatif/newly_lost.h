// Pairs of end ports that a change has left without a path.
#ifndef WEFT_WHATIF_NEWLY_LOST_H_
#define WEFT_WHATIF_NEWLY_LOST_H_

#include <cstdint>

#include "common/repair/fabric_match.h"
#include "common/routing/tables.h"
#include "common/verify/verify.h"

namespace weft {

// Pairs of an end port that has a LID and a LID of another, that are there before and now, and had
// a path before.
struct NewlyLost {
  std::uint64_t pairs = 0;         // links connect them, and the tables do not
  std::uint64_t disconnected = 0;  // no links connect them any more
};

// As of loads_after(), no switch and no LID of now is new or another's. verdict: verify's of now.
// Cost: O(S) for each LID to which packets are lost.
NewlyLost count_newly_lost(const FabricMatch& match, ConstTables before, ConstTables now,
                           const Verdict& verdict);

}  // namespace weft

#endif  // WEFT_WHATIF_NEWLY_LOST_H_
