// Which layer goes on the lane that multicast groups share with unicast, and master trees that
// close no credit loop there.
//
// Groups have SL 0 unless a partition or their creator says otherwise, and paths may have any SL:
// so SL 0 goes to a layer that has room for a master tree. Nearly always there is one. On a whole
// mesh or torus a tree in dimension order fits (lane_master.h); where layers were searched, the
// later ones hold few turns. If no layer has room, and a lane is free, groups have the lane of SL 0
// alone.
#ifndef WEFT_PLUGINS_LAYERED_GROUP_LANE_H_
#define WEFT_PLUGINS_LAYERED_GROUP_LANE_H_

#include <cstdint>
#include <vector>

#include "common/graph/links.h"
#include "common/graph/up_down.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

// For each layer an order of all links along which all its paths go; and the orientation that
// masters keep to if the layers allow it.
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

// Sets the masters, and may exchange SLs in `routing.lanes`, whose paths are all on lanes of the
// request. Cost: O(links) if masters that keep to the orientation fit the layer of SL 0;
// otherwise O(S L), and that of plan_master_in_lane for each layer up to the first that has room.
Groups place_groups(const RouteRequest& request, const Links& links, const LayerOrders& layers,
                    ConstTables rows, Routing& routing);

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_GROUP_LANE_H_
