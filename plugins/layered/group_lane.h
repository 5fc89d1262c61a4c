// Which of the layers goes on the lane that multicast groups share with unicast, and the master
// trees that close no credit loop there.
//
// Groups have SL 0 unless a partition or their creator says otherwise, and paths may have any: so
// the layer that a master tree fits best gets SL 0. Nearly always there is one. What the paths of a
// whole mesh or torus leave room for is a tree in dimension order (lane_master.h); where layers
// were searched the later ones hold few turns. If none has room, and there is a lane to spare,
// groups have the lane of SL 0 to themselves.
#ifndef WEFT_PLUGINS_LAYERED_GROUP_LANE_H_
#define WEFT_PLUGINS_LAYERED_GROUP_LANE_H_

#include <cstdint>
#include <vector>

#include "common/graph/links.h"
#include "common/graph/up_down.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

// What is known of the layers: for each an order of all links along which all its paths go, and the
// orientation that masters keep to where it lets them.
struct LayerOrders {
  std::vector<std::vector<LinkIndex>> orders;
  const Orientation& orientation;
};

// Where groups on SL 0 are.
enum class Groups : std::uint8_t {
  kBesidePaths,  // masters close no credit loop with the paths there
  kAlone,        // no paths are there
  kInTheWay,     // no layer has room, and there is no lane to spare
};

// Sets the masters, and gives SLs to other layers in `routing.lanes`, which has all paths on lanes
// of the request. Cost: O(S L) if the masters that keep to the orientation do not fit the layer of
// SL 0 as it is; then that of plan_master_in_lane for each layer up to the first that has room.
Groups place_groups(const RouteRequest& request, const Links& links, const LayerOrders& layers,
                    ConstTables rows, Routing& routing);

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_GROUP_LANE_H_
