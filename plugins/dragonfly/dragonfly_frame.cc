#include "plugins/dragonfly/dragonfly_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "common/fabric/counts.h"
#include "common/repair/around_missing.h"
#include "common/repair/fabric_match.h"
#include "common/repair/repair.h"
#include "common/verify/verify.h"
#include "plugins/dragonfly/dragonfly_lanes.h"

namespace weft {

namespace {

struct AttachTask {
  const RouteRequest& request;
  unsigned sls;
  const std::vector<std::pair<Lid, SwitchIndex>>& missing;
  ConstTables tables;
};

Routing attach(const AttachTask& task, const Routing& routing, Tables rows) {
  const Fabric& fabric = task.request.fabric;
  const Workers& workers = task.request.workers;
  const RoutingView view = {fabric, task.tables, routing.lanes, routing.sl2vl.get(),
                            &routing.multicast};
  const Verdict verdict = verify(view, workers);
  if (verdict.evidence == nullptr) {
    throw CannotRoute(fmt::format("the paths of the dragonfly close a credit loop: {}",
                                  describe_cycle(fabric, verdict.credit_loop)));
  }
  const std::vector<std::uint64_t> loads = measure_loads(view, workers).link_load;
  const FabricMatch match(fabric, fabric);
  const LaneBudget lanes{.lanes = lanes_of_sls(0, task.sls)};
  fill_no_path(rows);
  return repair({.accepted = {match, task.tables, routing, verdict.evidence.get(), loads},
                 .baseline = nullptr,
                 .lanes = lanes,
                 .map = Sl2Vl::kIdentity,
                 .granted = {},
                 .missing = task.missing,
                 .sparing = Sparing::kNothing,
                 .trees_first = true,
                 .workers = workers},
                rows);
}

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
                                    : ", but some switch port has only one"));
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
  const AttachTask task = {request, sls, missing, before.tables()};
  Routing attached = attach(task, routing, rows);
  if (closes_no_loop(request, attached, rows)) return attached;
  if (drop_branches(routing.multicast.masters.front())) {
    attached = attach(task, routing, rows);
    if (closes_no_loop(request, attached, rows)) return attached;
  }
  throw CannotRoute(
      "there is no multicast tree that is free of credit loops with the unicast paths");
}

}  // namespace weft
