// Odd links: links between switches that differ from those of their peers, missing or foreign,
// found from the links alone.
//
// In a tree, peers are switches of one rank that have most links to the same switches above. A peer
// should have as many links to a switch above as two thirds of the peers have. In a product (torus,
// mesh, HyperX), most pairs of neighbours in a dimension say how many links each pair should have;
// in a dragonfly, most pairs of switches of a group. If too few agree, nothing is expected: an
// irregular design is no fault.
#ifndef WEFT_CABLING_ODD_LINKS_H_
#define WEFT_CABLING_ODD_LINKS_H_

#include <cstdint>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/switch_graph.h"
#include "common/topology/fabric_shape.h"

namespace weft {

// Two switches with more links than expected, or fewer: `more` is the difference.
struct OddLinks {
  SwitchIndex a = kNone;  // in a tree the lower switch
  SwitchIndex b = kNone;
  std::int32_t more = 0;    // not 0
  bool is_foreign = false;  // no link is expected

  friend bool operator==(const OddLinks&, const OddLinks&) = default;
};

// A switch that has less than three quarters of the links that its peers have in common.
struct OddSwitch {
  enum class Kind : std::uint8_t {
    kFewUp,      // fewer links up
    kFewDown,    // fewer links down than other switches above the same peers
    kElsewhere,  // links up to other switches
  };
  SwitchIndex sw = kNone;
  Kind kind = Kind::kFewUp;
  std::uint32_t links = 0;  // all that the switch has
  std::uint32_t usual = 0;  // of its peers

  friend bool operator==(const OddSwitch&, const OddSwitch&) = default;
};

// Between two groups of a dragonfly, each named by its first switch.
struct OddGroups {
  SwitchIndex a = kNone;
  SwitchIndex b = kNone;
  std::int32_t more = 0;

  friend bool operator==(const OddGroups&, const OddGroups&) = default;
};

// A place of a product without a switch.
struct VacantPlace {
  std::vector<SwitchIndex> neighbours;  // that are there
  std::uint32_t links = 0;              // that these should have to it

  friend bool operator==(const VacantPlace&, const VacantPlace&) = default;
};

struct OddParts {
  std::vector<OddLinks> links;      // by a, then b; without the links of odd switches
  std::vector<OddSwitch> switches;  // by switch; only in trees
  std::vector<OddGroups> groups;    // by a, then b
  // Of products in which at most one of eight places is vacant; more are a design.
  std::vector<VacantPlace> vacant;
  // Expected links that are present, inside the groups of a dragonfly; 0: it is no dragonfly.
  std::uint64_t matched = 0;
};

// Cost: O(links x neighbours of a switch) and O(links log links).
OddParts find_odd_links(const SwitchGraph& graph, const FabricShape& shape);

}  // namespace weft

#endif  // WEFT_CABLING_ODD_LINKS_H_
