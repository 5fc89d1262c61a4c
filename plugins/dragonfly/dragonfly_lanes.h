// SL2VL maps of a dragonfly, on which paths ascend from VL to VL (group_halves.h).
//
//   links                          VL
//   in the first group             0
//   to another group, first        0, as links between groups are not those in them
//   there                          1
//   to another group, second       1
//   there                          2
//   along a row behind a column    2, or 1 on the SL of minimal paths: only the last link of a path
//   along a column behind a row    0: only on the way to the first link between groups
//   from row to row, column to     the last VL, up to 3: only the last link of a path, around what
//   column, any other turn         is missing, and in multicast trees
// Tested by tests/plugins/dragonfly/dragonfly_test.cc.
#ifndef WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_LANES_H_
#define WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_LANES_H_

#include <memory>

#include "common/fabric/fabric.h"
#include "common/routing/sl2vl.h"
#include "plugins/dragonfly/group_graph.h"

namespace weft {

// VLs that paths need which end with a link around a missing one, that lead through intermediate
// groups, and without.
inline constexpr unsigned kAroundVls = 4;
inline constexpr unsigned kDetourVls = 3;
inline constexpr unsigned kMinimalVls = 2;

// vls: that all links have, 2 at least. With fewer than kDetourVls all SLs are as that of minimal
// paths.
std::shared_ptr<const Sl2Vl> dragonfly_sl2vl(const Fabric& fabric, const GroupGraph& graph,
                                             unsigned vls);

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_LANES_H_
