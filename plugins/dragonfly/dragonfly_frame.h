// The parts that the engines for dragonflies share: VLs, options, and the repair of missing paths.
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

// The number of VLs that all links between switches have, at most those of the subnet. Packets to
// end ports are on VL 0.
unsigned dragonfly_vls(const RouteRequest& request);
// Throws CannotRoute if they are fewer than kMinimalVls. what: «a dragonfly».
void require_minimal_vls(const RouteRequest& request, std::string_view what);

// The paths of the options, or minimal ones if there are fewer than detour_vls VLs.
DragonflyPaths dragonfly_paths(const RouteRequest& request, unsigned vls, unsigned detour_vls);

// Adds a remark if paths are minimal because VLs are lacking.
void remark_on_vls(const RouteRequest& request, unsigned vls, unsigned detour_vls,
                   Routing& routing);

// Leaves only the root of each island; false: there is nothing else.
bool drop_branches(MasterTree& tree);

// Sets missing entries of (LID, switch), ascending, on any of the SLs 0..sls - 1, and the missing
// parts of the multicast tree, or the tree again from its root on, as in a repair
// (common/repair/repair.h). If every tree closes a credit loop with paths, and a VL and an SL are
// free, groups have a VL alone, and the paths of SL 0 have that SL. The tables have no credit loop
// without those entries. Throws CannotRoute if a pair of end ports gets no path, or if no VL is
// free for groups; Stopped and std::bad_alloc.
Routing attach_missing(const RouteRequest& request, unsigned sls,
                       const std::vector<std::pair<Lid, SwitchIndex>>& missing, Routing routing,
                       Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_FRAME_H_
