// Links between switches that are not where those of their peers are: what is missing, and what
// does not belong, found from the links alone.
//
// Peers, in a tree: switches of one rank of which most links lead up to the same switches. What two
// thirds of them have between them and a switch above is what each of them should have. In a
// product (torus, mesh, HyperX): what most neighbours in a dimension have. In a dragonfly: what
// most switches of a group have between them. Nothing is expected where too few agree, so that what
// is irregular by design is no fault.
#ifndef WEFT_CABLING_ODD_LINKS_H_
#define WEFT_CABLING_ODD_LINKS_H_

#include <cstdint>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/switch_graph.h"
#include "common/topology/fabric_shape.h"

namespace weft {

// Between two switches: as many links more, or fewer, as `more` says, than are expected.
struct OddLinks {
  SwitchIndex a = kNone;  // in a tree the lower one
  SwitchIndex b = kNone;
  std::int32_t more = 0;    // not 0
  bool is_foreign = false;  // none is expected at all

  friend bool operator==(const OddLinks&, const OddLinks&) = default;
};

// A switch that has a good part of its links otherwise than its peers: less than three quarters of
// what they have in common.
struct OddSwitch {
  enum class Kind : std::uint8_t {
    kFewUp,      // fewer links up
    kFewDown,    // fewer links down than the others that lead to the same switches
    kElsewhere,  // links up that lead elsewhere
  };
  SwitchIndex sw = kNone;
  Kind kind = Kind::kFewUp;
  std::uint32_t links = 0;  // that it has, those elsewhere too
  std::uint32_t usual = 0;  // that its peers have

  friend bool operator==(const OddSwitch&, const OddSwitch&) = default;
};

// Between two groups of a dragonfly, each named by its first switch.
struct OddGroups {
  SwitchIndex a = kNone;
  SwitchIndex b = kNone;
  std::int32_t more = 0;

  friend bool operator==(const OddGroups&, const OddGroups&) = default;
};

struct OddParts {
  std::vector<OddLinks> links;      // by a, then b; none of an odd switch's
  std::vector<OddSwitch> switches;  // by switch; in trees alone
  std::vector<OddGroups> groups;    // by a, then b
  // Links that are expected, and there; between groups of a dragonfly none is by itself.
  std::uint64_t matched = 0;
};

// Cost: O(links x switches that are linked to one) and O(links log links).
OddParts find_odd_links(const SwitchGraph& graph, const FabricShape& shape);

}  // namespace weft

#endif  // WEFT_CABLING_ODD_LINKS_H_
