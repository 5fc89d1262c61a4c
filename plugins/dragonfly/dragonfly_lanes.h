// SL2VL maps of a dragonfly, by which paths ascend from VL to VL (group_halves.h, group_lines.h).
//
//   links                          VL
//   in the first group             0
//   to another group, first        0: links between groups are other links than those in groups
//   there                          1
//   to another group, second       1
//   there                          2
//   along a row after a column     2, or 1 on the SL of minimal paths: only the last link of a path
//   along a column after a row     0: only before the first link between groups
//   any other turn, as from row    3, if there are four VLs: only the last link of a path around
//   to row                         missing parts, and multicast trees; else 1, only in trees
//
// If every switch has its own link to each group that its group is linked to, no packet uses a link
// inside a group before a link to another group. So after links of a group packets use only other
// links of it, the column before the row. These stay on the VL of the link between groups before
// them: one VL is enough for minimal paths and trees, and two for paths through other groups.
//
// If SLs are by lines and there is one more VL, multicast trees have a separate VL, together with
// packets that stay in a group, after their first link there. So paths that are moved later close
// no credit loop with any tree.
// Tested by tests/plugins/dragonfly/dragonfly_test.cc.
#ifndef WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_LANES_H_
#define WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_LANES_H_

#include <cstdint>
#include <memory>

#include "common/fabric/fabric.h"
#include "common/routing/sl2vl.h"
#include "plugins/dragonfly/group_graph.h"

namespace weft {

// Numbers of VLs: for separate multicast trees; for paths that end with a link around a missing
// one; for paths through intermediate groups; and for minimal paths.
inline constexpr unsigned kMulticastVls = 5;
inline constexpr unsigned kAroundVls = 4;
inline constexpr unsigned kDetourVls = 3;
inline constexpr unsigned kMinimalVls = 2;
// The same if every switch has its own link to each group that its group is linked to.
inline constexpr unsigned kDirectDetourVls = 2;
inline constexpr unsigned kDirectVls = 1;

// How all SLs but the first distinguish the first link between groups of a path from the second.
enum class DetourSls : std::uint8_t {
  kHalves,  // group_halves.h: the intermediate group of a LID is the same for all groups
  kLines,   // group_lines.h: any group may choose any other one, at any time
};

// The number of SLs, that of minimal paths included.
unsigned sl_count(DetourSls sls);

struct DragonflyLanes {
  unsigned vls;  // the VLs of all links between switches
  DetourSls sls;
  // No packet uses a link inside a group before a link to another group. Then links inside groups
  // need no separate VL.
  bool is_direct;

  // With fewer VLs all SLs are mapped as that of minimal paths.
  unsigned detour_vls() const { return is_direct ? kDirectDetourVls : kDetourVls; }
  bool has_detours() const { return vls >= detour_vls(); }
  bool has_lines() const { return sls == DetourSls::kLines; }
};

// congestion: paths must be able to avoid congested links, if there are enough VLs. On one VL the
// direct paths are taken if most switches have them; the paths of other switches are not decided
// here.
DragonflyLanes choose_lanes(const GroupGraph& graph, unsigned vls, bool congestion);

// Needs kDirectVls or kMinimalVls.
std::shared_ptr<const Sl2Vl> dragonfly_sl2vl(const Fabric& fabric, const GroupGraph& graph,
                                             const DragonflyLanes& lanes);

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_LANES_H_
