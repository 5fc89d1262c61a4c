// Which of the links that are not where they should be explain each other: two cables that have
// changed places, or one that leads to the wrong switch.
#ifndef WEFT_CABLING_CABLE_SWAPS_H_
#define WEFT_CABLING_CABLE_SWAPS_H_

#include <span>
#include <vector>

#include "common/cabling/odd_links.h"

namespace weft {

// A cable between `from` and `is` that should be between `from` and `should`. One that has changed
// places with it is between `other` and `should`, and should be between `other` and `is`.
struct MovedCable {
  SwitchIndex from = kNone;
  SwitchIndex is = kNone;
  SwitchIndex should = kNone;
  SwitchIndex other = kNone;  // kNone: there is none

  friend bool operator==(const MovedCable&, const MovedCable&) = default;
};

struct ExplainedLinks {
  std::vector<MovedCable> moved;  // swapped ones first
  std::vector<OddLinks> rest;     // what they do not explain, in its order
};

// Each link is used once: by a swap, if there is one for it. odd: as of find_odd_links. Cost:
// O(odd links x odd links of a switch x log).
ExplainedLinks explain_odd_links(std::span<const OddLinks> odd);

}  // namespace weft

#endif  // WEFT_CABLING_CABLE_SWAPS_H_
