// The missing links and hosts of a tree, switch by switch.
// Tested by tests/common/topology/missing_parts_test.cc.
#ifndef WEFT_TOPOLOGY_MISSING_PARTS_H_
#define WEFT_TOPOLOGY_MISSING_PARTS_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/topology/fat_tree.h"

namespace weft {

struct MissingParts {
  // A switch has fewer links to the switch above than others of its subtree and plane have.
  // above: kNone if all of them lack that switch, or if they are linked to several.
  struct Links {
    SwitchIndex below = kNone;
    SwitchIndex above = kNone;
    std::uint32_t missing = 0;

    friend bool operator==(const Links&, const Links&) = default;
  };
  // A leaf switch has fewer ports of hosts than in the typical shape.
  struct Hosts {
    SwitchIndex leaf = kNone;
    std::uint32_t missing = 0;

    friend bool operator==(const Hosts&, const Hosts&) = default;
  };

  std::string shape;         // from describe_fit; empty: the fabric is no tree
  std::vector<Links> links;  // by switch below; empty for an irregular tree
  std::vector<Hosts> hosts;  // by leaf switch; empty for an irregular tree
};

// A slot in which a switch lacks links.
struct MissingSlot {
  SwitchIndex below = kNone;
  // The first switch to which others of its subtree and plane are linked in this slot; kNone: they
  // lack it too.
  SwitchIndex above = kNone;
  bool is_only = true;  // they are linked to no other switch in this slot
  std::uint32_t missing = 0;
};

// By switch, then by slot. Cost: O(links log links).
std::vector<MissingSlot> find_missing_slots(const Fabric& fabric, const FatTree& tree);

// roots: of the tree; empty: takes the likeliest ones. Cost: O(links log links), and O(S^2)
// without roots. Throws std::bad_alloc.
MissingParts find_missing_parts(const Fabric& fabric, std::span<const SwitchIndex> roots);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_MISSING_PARTS_H_
