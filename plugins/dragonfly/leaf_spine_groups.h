// The groups of a Dragonfly+: leaf switches, and spines that are joined to them and to spines of
// other groups (A. Shpiner, Z. Haramaty, S. Eliad, V. Zdornov, B. Gafni, E. Zahavi, Dragonfly+: Low
// Cost Topology for Scaling Datacenters, HiPINEB 2017).
#ifndef WEFT_PLUGINS_DRAGONFLY_LEAF_SPINE_GROUPS_H_
#define WEFT_PLUGINS_DRAGONFLY_LEAF_SPINE_GROUPS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/switch_graph.h"
#include "common/topology/switch_groups.h"

namespace weft {

// A path that comes to a spine, or begins at one, and has to leave the group over another spine, or
// end at it, goes down to a leaf switch and up again. Where on a path that is, is told by the leaf
// switch: each serves one kind of such turns.
enum class LeafTurn : std::uint8_t {
  kBeforeLast,         // before the last link between groups
  kAfterLast,          // behind it, or on a path inside of the group
  kBeforeFirstOfMany,  // before the first of two links between groups
};

inline constexpr std::uint32_t kLeafTurns = 3;

struct LeafSpineGroups {
  // Without rows and columns. What hangs together over links between leaf switches and spines is a
  // group; a switch without any is a group of its own.
  SwitchGroups groups = {};
  std::vector<bool> is_leaf = {};  // by switch
  // By switch, of leaf switches. Spines have the first two kinds in turns: where a path goes up,
  // down and up again, around what is missing, they tell as much (dfp_lanes.h).
  std::vector<LeafTurn> turn = {};
  std::vector<std::uint32_t> leaves = {};  // by group: how many
  std::vector<std::uint32_t> spines = {};  // by group
  std::string refusal = {};  // why the fabric is no Dragonfly+, a sentence without its full stop

  bool found() const { return refusal.empty(); }
  // Has a group both?
  bool is_whole(std::uint32_t group) const { return leaves[group] != 0 && spines[group] != 0; }
};

// A leaf switch has more CAs than max_cas_on_spine, not counting aggregation nodes; all others may
// be spines. At least three quarters of the switches are to be in groups with both, and links
// between spines are to join at least half of all pairs of those, two groups at least. The leaf
// switches of a group take the kinds of turns in turns; of fewer than three none has the last kind.
// Cost: O(ports).
LeafSpineGroups find_leaf_spine_groups(const Fabric& fabric, const SwitchGraph& graph,
                                       std::uint32_t max_cas_on_spine);

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_LEAF_SPINE_GROUPS_H_
