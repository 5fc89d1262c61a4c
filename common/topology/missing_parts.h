// What a tree lacks, switch by switch.
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
  // Links from a switch to the one above that others of its subtree and plane are linked to, fewer
  // than those have at most. above: kNone where all of them lack it, or have several.
  struct Links {
    SwitchIndex below = kNone;
    SwitchIndex above = kNone;
    std::uint32_t missing = 0;

    friend bool operator==(const Links&, const Links&) = default;
  };
  // Ports of hosts that a leaf switch has fewer than the typical shape says.
  struct Hosts {
    SwitchIndex leaf = kNone;
    std::uint32_t missing = 0;

    friend bool operator==(const Hosts&, const Hosts&) = default;
  };

  std::string shape;         // as of describe_fit; empty: the fabric is no tree
  std::vector<Links> links;  // by switch below; empty for a tree that is irregular
  std::vector<Hosts> hosts;  // by leaf switch; the same
};

// A slot in which a switch has fewer links than the slot has.
struct MissingSlot {
  SwitchIndex below = kNone;
  // The first switch that others of its subtree and plane are linked to there; kNone: they lack
  // that, too.
  SwitchIndex above = kNone;
  bool is_only = true;  // they are linked to no other there
  std::uint32_t missing = 0;
};

// By switch, then by slot. Cost: O(links log links).
std::vector<MissingSlot> find_missing_slots(const Fabric& fabric, const FatTree& tree);

// roots: of the tree; empty: the likeliest ones are taken. Cost: O(links log links), and O(S^2)
// without roots. Throws std::bad_alloc.
MissingParts find_missing_parts(const Fabric& fabric, std::span<const SwitchIndex> roots);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_MISSING_PARTS_H_
