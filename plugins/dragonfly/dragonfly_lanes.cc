#include "plugins/dragonfly/dragonfly_lanes.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "plugins/dragonfly/group_halves.h"
#include "plugins/dragonfly/group_lines.h"
#include "plugins/dragonfly/side_maps.h"

namespace weft {
namespace {

// The kind of a port, on which VLs depend.
struct Side {
  enum Kind : std::uint8_t { kEnd, kRow, kColumn, kGlobal } kind = kEnd;
  std::uint32_t group = kNone;  // of kGlobal: the group at the other end

  // NOLINTNEXTLINE(modernize-use-nullptr): what is compared with 0 where this is used is no pointer
  friend auto operator<=>(const Side&, const Side&) = default;
};

class DragonflyMaps {
 public:
  DragonflyMaps(const DragonflyLanes& lanes, std::uint32_t group) : lanes_(lanes), group_(group) {}

  Sl2Vl::Map map(const Side& in, const Side& out) const {
    Sl2Vl::Map map = {};
    for (unsigned sl = 0; sl < map.size(); ++sl) {
      const bool is_own = lanes_.has_detours() && sl > kMinimalSl && sl < sl_count(lanes_.sls);
      map[sl] = vl(is_own ? static_cast<Sl>(sl) : kMinimalSl, in, out);
    }
    return map;
  }

 private:
  Vl vl(Sl sl, const Side& in, const Side& out) const {
    if (out.kind == Side::kEnd) return 0;
    if (sl == kMinimalSl && lanes_.has_lines() && lanes_.vls >= kMulticastVls) {
      return in.kind == Side::kEnd ? 0 : kMulticastVls - 1;
    }
    if (out.kind == Side::kGlobal) {
      if (sl != kMinimalSl) return is_second(sl, group_, out.group) ? 1 : 0;
      return in.kind == Side::kGlobal ? around() : 0;
    }
    if (in.kind == Side::kEnd) return 0;
    if (in.kind == Side::kGlobal) {
      return behind(sl != kMinimalSl && is_second(sl, in.group, group_) ? 1 : 0);
    }
    if (in.kind == Side::kRow && out.kind == Side::kColumn) return 0;
    if (in.kind == Side::kColumn && out.kind == Side::kRow) {
      return behind(sl == kMinimalSl ? 0 : 1);
    }
    return around();
  }
  Vl around() const {
    if (lanes_.vls >= kAroundVls) return kAroundVls - 1;
    return lanes_.is_direct ? 0 : 1;
  }
  // The VL of links in a group after a link between groups.
  Vl behind(Vl global) const { return static_cast<Vl>(lanes_.is_direct ? global : global + 1); }
  bool is_second(Sl sl, std::uint32_t from, std::uint32_t to) const {
    return lanes_.has_lines() ? is_on_line(sl, to) : is_second_link(sl, from, to);
  }

  const DragonflyLanes& lanes_;
  std::uint32_t group_;
};

// By port: its kind.
std::vector<Side> sides_of(const Fabric& fabric, const GroupGraph& graph, SwitchIndex s) {
  std::vector<Side> sides;
  sides.reserve(fabric.ports(s).size());
  for (const Port& port : fabric.ports(s)) {
    Side side;
    if (port.kind == PeerKind::kSwitch && port.peer != s) {
      if (graph.group_of(port.peer) != graph.group_of(s)) {
        side = {Side::kGlobal, graph.group_of(port.peer)};
      } else {
        side.kind = graph.share_row(s, port.peer) ? Side::kRow : Side::kColumn;
      }
    }
    sides.push_back(side);
  }
  return sides;
}

}  // namespace

unsigned sl_count(DetourSls sls) { return sls == DetourSls::kHalves ? kDragonflySls : kLineSls; }

DragonflyLanes choose_lanes(const GroupGraph& graph, unsigned vls, bool congestion) {
  DragonflyLanes lanes = {.vls = vls, .sls = DetourSls::kHalves, .is_direct = false};
  if (congestion && vls >= kAroundVls) {
    lanes.sls = DetourSls::kLines;
    return lanes;
  }
  std::uint64_t all = 0;
  std::uint64_t direct = 0;
  for (const GroupGraph::Pair& pair : graph.pairs()) {
    for (const SwitchIndex s : graph.members(pair.from)) {
      ++all;
      direct += graph.has_link(s, pair.to) ? 1 : 0;
    }
  }
  lanes.is_direct = direct == all || (vls < kMinimalVls && 4 * direct >= 3 * all);
  return lanes;
}

std::shared_ptr<const Sl2Vl> dragonfly_sl2vl(const Fabric& fabric, const GroupGraph& graph,
                                             const DragonflyLanes& lanes) {
  auto sl2vl = std::make_shared<Sl2Vl>(Sl2Vl::Map{});
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const DragonflyMaps maps(lanes, graph.group_of(s));
    const std::vector<Side> sides = sides_of(fabric, graph, s);
    set_side_maps(s, sides, maps, *sl2vl);
  }
  return sl2vl;
}

}  // namespace weft
