// The groups of a Dragonfly+: leaf switches, and spines that are linked to them and to spines of
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

// A path that comes to a spine, or begins at one, and must leave the group over another spine, or
// end at it, goes down to a leaf switch and up again. Each leaf switch serves one kind of such
// turns, by their place on the path.
enum class LeafTurn : std::uint8_t {
  kBeforeLast,         // before the last link between groups
  kAfterLast,          // after it, or on a path inside the group
  kBeforeFirstOfMany,  // before the first of two links between groups
};

inline constexpr std::uint32_t kLeafTurns = 3;

struct LeafSpineGroups {
  // Without rows and columns. A group is a set of switches that are connected by links between leaf
  // switches and spines; a switch without such links is a group.
  SwitchGroups groups = {};
  std::vector<bool> is_leaf = {};  // by switch
  // By switch: the kind that a leaf switch serves. Spines have one of the first two kinds, in turn,
  // for paths that go up, down and up again around missing parts (dfp_lanes.h).
  std::vector<LeafTurn> turn = {};
  std::vector<std::uint32_t> leaves = {};  // by group: their number
  std::vector<std::uint32_t> spines = {};  // by group
  std::string refusal = {};  // why the fabric is no Dragonfly+, a sentence without its full stop

  bool found() const { return refusal.empty(); }
  // Has a group both?
  bool is_whole(std::uint32_t group) const { return leaves[group] != 0 && spines[group] != 0; }
};

// A leaf switch has more CAs than max_cas_on_spine, without aggregation nodes; other switches are
// spines. At least three quarters of the switches must be in groups with both. There must be at
// least two such groups, and links between spines must connect at least half of all pairs of them.
// The kinds of turns are assigned to the leaf switches of a group in turn; with fewer than three
// none has the last kind.
// Cost: O(ports).
LeafSpineGroups find_leaf_spine_groups(const Fabric& fabric, const SwitchGraph& graph,
                                       std::uint32_t max_cas_on_spine);

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_LEAF_SPINE_GROUPS_H_
