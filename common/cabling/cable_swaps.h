// Explains odd links: two swapped cables, or one cable that leads to the wrong switch.
#ifndef WEFT_CABLING_CABLE_SWAPS_H_
#define WEFT_CABLING_CABLE_SWAPS_H_

#include <span>
#include <vector>

#include "common/cabling/odd_links.h"

namespace weft {

// A cable between `from` and `is` that should be between `from` and `should`. A cable that was
// swapped with it is between `other` and `should`, and should be between `other` and `is`.
struct MovedCable {
  SwitchIndex from = kNone;
  SwitchIndex is = kNone;
  SwitchIndex should = kNone;
  SwitchIndex other = kNone;  // kNone: not swapped

  friend bool operator==(const MovedCable&, const MovedCable&) = default;
};

struct ExplainedLinks {
  std::vector<MovedCable> moved;  // swapped ones first
  std::vector<OddLinks> rest;     // links that `moved` does not explain, in the order of `odd`
};

// Uses each link once: by a swap if possible. odd: from find_odd_links. Cost: O(odd links x odd
// links of a switch x log).
ExplainedLinks explain_odd_links(std::span<const OddLinks> odd);

}  // namespace weft

#endif  // WEFT_CABLING_CABLE_SWAPS_H_
