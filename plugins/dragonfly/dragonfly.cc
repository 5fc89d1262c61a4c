#include "plugins/dragonfly/dragonfly.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/fabric/counts.h"
#include "common/graph/switch_graph.h"
#include "common/repair/around_missing.h"
#include "common/repair/fabric_match.h"
#include "common/repair/repair.h"
#include "common/topology/switch_groups.h"
#include "common/verify/verify.h"
#include "plugins/dragonfly/dragonfly_lanes.h"
#include "plugins/dragonfly/dragonfly_tables.h"
#include "plugins/dragonfly/dragonfly_tree.h"
#include "plugins/dragonfly/giving_way.h"
#include "plugins/dragonfly/group_graph.h"
#include "plugins/dragonfly/group_halves.h"
#include "plugins/dragonfly/group_lines.h"
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
        groups_(find_groups(switches_)),
        vls_(std::min(fewest_data_vls(fabric_), request.lanes.vls)),
        sls_(request.options.congestion && vls_ >= kAroundVls ? DetourSls::kLines
                                                              : DetourSls::kHalves) {}

  Routing route() {
    if (!groups_.found())
      throw CannotRoute(
          "the fabric is no dragonfly: no groups of switches that are joined, and that links join "
          "to each other");
    check_vls();
    const GroupGraph graph(fabric_, switches_, groups_);
    const bool has_detours = vls_ >= kDetourVls && sls_ == DetourSls::kHalves;
    const DragonflyLids lids = choose_intermediate_groups(
        fabric_, graph, has_detours ? request_.options.dragonfly_paths : DragonflyPaths::kMinimal);
    DragonflyTables tables =
        write_dragonfly_tables({fabric_, graph, lids, vls_, sls_, request_.workers}, rows_);
    Routing routing;
    routing.lanes = std::move(tables.sls);
    routing.sl2vl = dragonfly_sl2vl(fabric_, graph, vls_, sls_);
    routing.qos_levels = {static_cast<VlSet>((1u << std::min(vls_, most_vls())) - 1)};
    DragonflyTree tree = grow_dragonfly_tree(fabric_, graph);
    routing.multicast.masters.push_back(std::move(tree.master));
    if (!tables.missing.empty() || !tree.is_regular) {
      routing = attach(tables.missing, std::move(routing));
    }
    say_what_it_is(routing);
    return routing;
  }

 private:
  void check_vls() const {
    if (vls_ >= kMinimalVls) return;
    throw CannotRoute(
        request_.lanes.vls < kMinimalVls
            ? "a dragonfly needs two virtual lanes: set qos TRUE in opensm.conf"
            : "a dragonfly needs two virtual lanes, and some port of a switch has one");
  }

  // Entries on any of the SLs, and the tree again from its root on; the tables have no credit loop
  // without the entries that are missing.
  Routing attach(const std::vector<std::pair<Lid, SwitchIndex>>& missing, Routing routing) {
    for (MasterTree::Node& node : routing.multicast.masters.front().nodes) {
      if (node.depth > 0) node = {};
    }
    const TableBlock before(rows_, fabric_.max_lid(), request_.workers);
    const RoutingView view = {fabric_, before.tables(), routing.lanes, routing.sl2vl.get(),
                              &routing.multicast};
    const Verdict verdict = verify(view, request_.workers);
    if (verdict.evidence == nullptr) {
      throw CannotRoute(fmt::format("the paths of the dragonfly close a credit loop: {}",
                                    describe_cycle(fabric_, verdict.credit_loop)));
    }
    const std::vector<std::uint64_t> loads = measure(view, request_.workers).link_load;
    const FabricMatch match(fabric_, fabric_);
    const LaneBudget lanes{.lanes = lanes_of_sls(0, sl_count())};
    fill_no_path(rows_);
    Routing attached =
        repair({.accepted = {match, before.tables(), routing, verdict.evidence.get(), loads},
                .home = nullptr,
                .lanes = lanes,
                .map = Sl2Vl::kIdentity,
                .granted = {},
                .missing = missing,
                .sparing = Sparing::kNothing,
                .trees_first = true,
                .workers = request_.workers},
               rows_);
    if (!verify({fabric_, rows_, attached.lanes, attached.sl2vl.get(), &attached.multicast},
                request_.workers)
             .credit_loop_multicast.empty()) {
      throw CannotRoute(
          "no tree for multicast groups is left that closes no credit loop with paths");
    }
    return attached;
  }

  unsigned most_vls() const { return sls_ == DetourSls::kLines ? kMulticastVls : kAroundVls; }
  unsigned sl_count() const {
    if (vls_ < kDetourVls) return 1;
    return sls_ == DetourSls::kHalves ? kDragonflySls : kLineSls;
  }

  void say_what_it_is(Routing& routing) const {
    std::vector<std::uint32_t> members(groups_.count);
    for (const std::uint32_t group : groups_.of) ++members[group];
    const auto [least, most] = std::ranges::minmax(members);
    routing.remarks.push_back(
        fmt::format("a dragonfly of {} groups of {}{} switches", groups_.count,
                    least == most ? std::string() : fmt::format("{} to ", least), most));
    const bool wants_detours = request_.options.dragonfly_paths != DragonflyPaths::kMinimal;
    if (vls_ < kDetourVls && wants_detours) {
      routing.remarks.push_back(fmt::format(
          "links have {} VLs: paths through other groups need {}, so that all are minimal", vls_,
          kDetourVls));
    }
    if (request_.options.congestion && sls_ == DetourSls::kHalves) {
      routing.remarks.push_back(fmt::format(
          "links have {} VLs: weft_congestion needs {}, and is without effect", vls_, kAroundVls));
    }
  }

  const RouteRequest& request_;
  const Fabric& fabric_;
  Tables rows_;
  SwitchGraph switches_;
  SwitchGroups groups_;
  unsigned vls_;
  DetourSls sls_;
};

Routing route(const RouteRequest& request, Tables rows) { return Dragonfly(request, rows).route(); }

}  // namespace

const EngineInfo& dragonfly_engine() {
  static constexpr EngineInfo kEngine = {
      .name = "dragonfly",
      .description = "dragonflies: minimal paths, and others through other groups",
      .claims = {.credit_loop_free = true},
      .route = &route,
      .gives_way = &kDragonflyGivesWay};
  return kEngine;
}

}  // namespace weft
