// What the engines for dragonflies have around their paths.
// Tested by tests/plugins/dragonfly/dragonfly_test.cc.
#ifndef WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_FRAME_H_
#define WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_FRAME_H_

#include <string_view>
#include <utility>
#include <vector>

#include "common/base/types.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

// The VLs that all links have, and the subnet.
unsigned dragonfly_vls(const RouteRequest& request);
// Throws CannotRoute if they are fewer than kMinimalVls. what: «a dragonfly».
void require_minimal_vls(const RouteRequest& request, std::string_view what);

// Those of the options, as far as there are VLs: detour_vls are needed.
DragonflyPaths dragonfly_paths(const RouteRequest& request, unsigned vls, unsigned detour_vls);

// Remarks that paths are minimal for want of VLs, if they are.
void remark_on_vls(const RouteRequest& request, unsigned vls, unsigned detour_vls,
                   Routing& routing);

// Leaves the root of each piece; false: there is nothing else.
bool drop_branches(MasterTree& tree);

// Sets what is missing: entries of (LID, switch), ascending, on any of the SLs 0..sls - 1, and the
// multicast tree where it has gaps, or again from its root on, as in a repair
// (common/repair/repair.h). The tables have no credit loop without those entries. Throws
// CannotRoute if a pair of end ports gets no path, or no tree is left that closes no credit loop
// with paths; Stopped and std::bad_alloc.
Routing attach_missing(const RouteRequest& request, unsigned sls,
                       const std::vector<std::pair<Lid, SwitchIndex>>& missing, Routing routing,
                       Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_FRAME_H_
