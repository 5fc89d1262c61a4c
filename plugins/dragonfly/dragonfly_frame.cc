#include "plugins/dragonfly/dragonfly_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <variant>

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

// Some SL that no path has; kSls: there is none.
unsigned find_free_sl(const SlBySwitch& sls) {
  std::bitset<kSls> is_used;
  for (const std::vector<Sl>& row : sls.rows) {
    for (const Sl sl : row) is_used[sl] = true;
  }
  unsigned sl = 0;
  while (sl < kSls && is_used[sl]) ++sl;
  return sl;
}

// The same maps, except that between switches SL 0 is on a VL of its own, and another SL where it
// was.
Sl2Vl with_sl_moved(const Fabric& fabric, const Sl2Vl& sl2vl, Sl to, Vl alone) {
  Sl2Vl moved(sl2vl.base());
  std::vector<Sl2Vl::Number> numbers;
  for (Sl2Vl::Map map : sl2vl.maps()) {
    map[to] = map[0];
    map[0] = alone;
    numbers.push_back(moved.number_of(map));
  }
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    for (std::size_t out = ports.size(); out-- > 1;) {
      if (ports[out].kind != PeerKind::kSwitch) continue;
      for (std::size_t in = ports.size(); in-- > 0;) {
        const auto from = static_cast<PortNum>(in);
        const auto port = static_cast<PortNum>(out);
        moved.set_number(s, from, port, numbers[sl2vl.number(s, from, port)]);
      }
    }
  }
  return moved;
}

// Gives multicast groups, which are on SL 0, a VL alone, and the paths there another SL. False: all
// VLs or SLs are in use.
bool set_groups_apart(const RouteRequest& request, Routing& routing) {
  auto* const sls = std::get_if<SlBySwitch>(&routing.lanes);
  // Where paths avoid busy links, their SLs say where they may go (group_lines.h).
  if (sls == nullptr || request.options.congestion) return false;
  const auto vl = static_cast<Vl>(std::bit_width(routing.qos_levels.front()));
  const auto to = static_cast<Sl>(find_free_sl(*sls));
  if (vl >= dragonfly_vls(request) || to == kSls) return false;
  for (std::vector<Sl>& row : sls->rows) std::ranges::replace(row, Sl{0}, to);
  routing.sl2vl =
      std::make_shared<const Sl2Vl>(with_sl_moved(request.fabric, *routing.sl2vl, to, vl));
  routing.qos_levels.front() |= static_cast<VlSet>(1u << vl);
  routing.multicast = plan_multicast(request.fabric);
  // Several close loops with each other.
  if (routing.multicast.masters.size() > 1) routing.multicast.masters.resize(1);
  routing.remarks.push_back(
      fmt::format("paths around missing links leave no room for multicast trees beside them: "
                  "groups on SL 0 have VL {} alone, and paths SL {} instead",
                  vl, to));
  return true;
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
  throw CannotRoute(
      fmt::format("{} needs two virtual lanes{}", what,
                  request.lanes.vls < kMinimalVls
                      ? ": set qos TRUE in opensm.conf"
                      : ", but some link between switches has only one (see max_op_vls)"));
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
  if (set_groups_apart(request, attached)) return attached;
  throw CannotRoute(
      "there is no multicast tree that is free of credit loops with the unicast paths");
}

}  // namespace weft
