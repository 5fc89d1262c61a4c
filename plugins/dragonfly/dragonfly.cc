#include "plugins/dragonfly/dragonfly.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/graph/switch_graph.h"
#include "common/topology/switch_groups.h"
#include "plugins/dragonfly/avoid_busy_links.h"
#include "plugins/dragonfly/dragonfly_frame.h"
#include "plugins/dragonfly/dragonfly_lanes.h"
#include "plugins/dragonfly/dragonfly_tables.h"
#include "plugins/dragonfly/dragonfly_tree.h"
#include "plugins/dragonfly/group_graph.h"
#include "plugins/dragonfly/intermediate_groups.h"

namespace weft {
namespace {

class Dragonfly {
 public:
  Dragonfly(const RouteRequest& request, Tables rows)
      : request_(request),
        fabric_(request.fabric),
        rows_(rows),
        switches_(fabric_),
        groups_(find_groups(switches_)) {}

  Routing route() {
    if (!groups_.found())
      throw CannotRoute(
          "the fabric is no dragonfly: it has no groups of linked switches with links between the "
          "groups");
    const GroupGraph graph(fabric_, switches_, groups_);
    lanes_ = choose_lanes(graph, dragonfly_vls(request_), request_.options.congestion);
    if (!lanes_.is_direct) require_minimal_vls(request_, "a dragonfly");
    const DragonflyLids lids = choose_intermediate_groups(
        fabric_, graph,
        lanes_.has_lines() ? DragonflyPaths::kMinimal
                           : dragonfly_paths(request_, lanes_.vls, lanes_.detour_vls()));
    DragonflyTables tables =
        write_dragonfly_tables({fabric_, graph, lids, lanes_, request_.workers}, rows_);
    Routing routing;
    if (lanes_.vls > 1) {
      routing.lanes = std::move(tables.sls);
      routing.sl2vl = dragonfly_sl2vl(fabric_, graph, lanes_);
      routing.qos_levels = {static_cast<VlSet>((1u << std::min(lanes_.vls, most_vls())) - 1)};
    }
    DragonflyTree tree = grow_dragonfly_tree(fabric_, graph);
    routing.multicast.masters.push_back(std::move(tree.master));
    if (!tables.missing.empty() || !tree.is_regular) {
      drop_branches(routing.multicast.masters.front());
      routing = attach_missing(request_, lanes_.has_detours() ? sl_count(lanes_.sls) : 1,
                               tables.missing, std::move(routing), rows_);
    }
    say_what_it_is(routing);
    return routing;
  }

 private:
  unsigned most_vls() const { return lanes_.has_lines() ? kMulticastVls : kAroundVls; }

  void say_what_it_is(Routing& routing) const {
    std::vector<std::uint32_t> members(groups_.count);
    for (const std::uint32_t group : groups_.of) ++members[group];
    const auto [least, most] = std::ranges::minmax(members);
    routing.remarks.push_back(
        fmt::format("a dragonfly of {} groups of {}{} switches", groups_.count,
                    least == most ? std::string() : fmt::format("{} to ", least), most));
    remark_on_vls(request_, lanes_.vls, lanes_.detour_vls(), routing);
    if (request_.options.congestion && !lanes_.has_lines()) {
      routing.remarks.push_back(fmt::format(
          "links have {} VLs: weft_congestion needs {} and has no effect", lanes_.vls, kAroundVls));
    }
  }

  const RouteRequest& request_;
  const Fabric& fabric_;
  Tables rows_;
  SwitchGraph switches_;
  SwitchGroups groups_;
  DragonflyLanes lanes_ = {};
};

Routing route_dragonfly(const RouteRequest& request, Tables rows) {
  return Dragonfly(request, rows).route();
}

}  // namespace

const EngineInfo& dragonfly_engine() {
  static constexpr EngineInfo kEngine = {
      .name = "dragonfly",
      .description = "dragonflies: minimal paths, and others through other groups",
      .claims = {.credit_loop_free = true},
      .route = &route_dragonfly,
      .other_names = {"dragonfly"},
      .avoidance = &kDragonflyAvoidance};
  return kEngine;
}

}  // namespace weft
