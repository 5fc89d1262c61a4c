// SL2VL maps of a dragonfly, on which paths ascend from VL to VL (group_halves.h, group_lines.h).
//
//   links                          VL
//   in the first group             0
//   to another group, first        0, as links between groups are not those in them
//   there                          1
//   to another group, second       1
//   there                          2
//   along a row behind a column    2, or 1 on the SL of minimal paths: only the last link of a path
//   along a column behind a row    0: only on the way to the first link between groups
//   from row to row, column to     3, of four VLs or more: only the last link of a path, around
//   what column, any other turn         is missing, and in multicast trees; else 1, in trees alone
// Where every switch has its own link to each group that its group is joined to, packets never go
// along a link of a group before one to another group. So nothing follows the links of a group but
// others of it, the column before the row, and they stay on the VL of the link between groups that
// they follow: one VL is enough for minimal paths and trees, and two for paths through other
// groups.
//
// Where SLs are by lines, multicast trees and what packets do behind their first link in a group
// that they stay in have a VL of their own, if there is one more: whatever the trees are, paths
// that are led elsewhere later close no credit loop with them.
// Tested by tests/plugins/dragonfly/dragonfly_test.cc.
#ifndef WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_LANES_H_
#define WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_LANES_H_

#include <cstdint>
#include <memory>

#include "common/fabric/fabric.h"
#include "common/routing/sl2vl.h"
#include "plugins/dragonfly/group_graph.h"

namespace weft {

// VLs that multicast trees need to be by themselves, and that paths need which end with a link
// around a missing one, that lead through intermediate groups, and without.
inline constexpr unsigned kMulticastVls = 5;
inline constexpr unsigned kAroundVls = 4;
inline constexpr unsigned kDetourVls = 3;
inline constexpr unsigned kMinimalVls = 2;
// The same where every switch has its own link to each group that its group is joined to.
inline constexpr unsigned kDirectDetourVls = 2;
inline constexpr unsigned kDirectVls = 1;

// What an SL but the first tells the links between groups of a path apart by.
enum class DetourSls : std::uint8_t {
  kHalves,  // group_halves.h: the intermediate group of a LID is the same for all groups
  kLines,   // group_lines.h: any group may choose any other one, at any time
};

// How many SLs there are then, that of minimal paths among them.
unsigned sl_count(DetourSls sls);

struct DragonflyLanes {
  unsigned vls;  // that all links have
  DetourSls sls;
  // Packets never go along a link of a group before one to another group. Then nothing follows the
  // links of groups, and they need no VL of their own.
  bool is_direct;

  // With fewer VLs all SLs are as that of minimal paths.
  unsigned detour_vls() const { return is_direct ? kDirectDetourVls : kDetourVls; }
  bool has_detours() const { return vls >= detour_vls(); }
  bool has_lines() const { return sls == DetourSls::kLines; }
};

// congestion: paths are to give way to it, if there are VLs enough. On one VL direct paths are
// taken where most switches have them; nothing is said of what the others are to do.
DragonflyLanes choose_lanes(const GroupGraph& graph, unsigned vls, bool congestion);

// VLs enough are there: kDirectVls or kMinimalVls.
std::shared_ptr<const Sl2Vl> dragonfly_sl2vl(const Fabric& fabric, const GroupGraph& graph,
                                             const DragonflyLanes& lanes);

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_LANES_H_
