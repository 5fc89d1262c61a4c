#include "plugins/dragonfly/dragonfly_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "common/fabric/counts.h"
#include "common/repair/around_missing.h"
#include "common/verify/verify.h"
#include "plugins/dragonfly/dragonfly_lanes.h"

namespace weft {

namespace {

bool closes_no_loop(const RouteRequest& request, const Routing& routing, Tables rows) {
  return verify({request.fabric, rows, routing.lanes, routing.sl2vl.get(), &routing.multicast},
                request.workers)
      .credit_loop_multicast.empty();
}

}  // namespace

bool drop_branches(MasterTree& tree) {
  bool has_any = false;
  for (MasterTree::Node& node : tree.nodes) {
    has_any |= node.depth > 0;
    if (node.depth > 0) node = {};
  }
  return has_any;
}

unsigned dragonfly_vls(const RouteRequest& request) {
  return std::min(fewest_data_vls(request.fabric), request.lanes.vls);
}

void require_minimal_vls(const RouteRequest& request, std::string_view what) {
  if (dragonfly_vls(request) >= kMinimalVls) return;
  throw CannotRoute(fmt::format("{} needs two virtual lanes{}", what,
                                request.lanes.vls < kMinimalVls
                                    ? ": set qos TRUE in opensm.conf"
                                    : ", but some link between switches has only one"));
}

DragonflyPaths dragonfly_paths(const RouteRequest& request, unsigned vls, unsigned detour_vls) {
  return vls >= detour_vls ? request.options.dragonfly_paths : DragonflyPaths::kMinimal;
}

void remark_on_vls(const RouteRequest& request, unsigned vls, unsigned detour_vls,
                   Routing& routing) {
  if (dragonfly_paths(request, vls, detour_vls) == request.options.dragonfly_paths) return;
  routing.remarks.push_back(
      fmt::format("links have {} VLs: paths through other groups need {}, so all paths are minimal",
                  vls, detour_vls));
}

Routing attach_missing(const RouteRequest& request, unsigned sls,
                       const std::vector<std::pair<Lid, SwitchIndex>>& missing, Routing routing,
                       Tables rows) {
  const TableBlock before(rows, request.fabric.max_lid(), request.workers);
  const LaneBudget lanes{.lanes = lanes_of_sls(0, sls)};
  const auto attach = [&] {
    fill_no_path(rows);
    return AroundMissing(request, request.fabric, before.tables(), routing, missing)
        .repaired(lanes, {}, Sparing::kNothing, true, rows);
  };
  Routing attached = attach();
  if (closes_no_loop(request, attached, rows)) return attached;
  if (drop_branches(routing.multicast.masters.front())) {
    attached = attach();
    if (closes_no_loop(request, attached, rows)) return attached;
  }
  throw CannotRoute(
      "there is no multicast tree that is free of credit loops with the unicast paths");
}

}  // namespace weft
