#include "plugins/dragonfly/dfp_lanes.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "plugins/dragonfly/dragonfly_lanes.h"
#include "plugins/dragonfly/group_halves.h"
#include "plugins/dragonfly/side_maps.h"

namespace weft {
namespace {

// The kind of a port, on which VLs depend.
struct DfpSide {
  enum Kind : std::uint8_t { kEnd, kSpine, kLeaf, kGlobal, kOther } kind = kEnd;
  std::uint32_t group = kNone;  // of kGlobal: the group at the other end

  // NOLINTNEXTLINE(modernize-use-nullptr): what is compared with 0 where this is used is no pointer
  friend auto operator<=>(const DfpSide&, const DfpSide&) = default;
};

// The maps of a switch.
class DfpMaps {
 public:
  DfpMaps(unsigned vls, std::uint32_t group, LeafTurn turn)
      : vls_(vls),
        has_detours_(vls >= kDetourVls),
        last_(has_detours_ ? 2 : 1),
        group_(group),
        turn_(turn) {}

  Sl2Vl::Map map(const DfpSide& in, const DfpSide& out) const {
    Sl2Vl::Map map = {};
    for (unsigned sl = 0; sl < map.size(); ++sl) {
      const bool is_detour = has_detours_ && sl != kMinimalSl;
      map[sl] = is_detour ? detour_vl(static_cast<Sl>(sl), in, out) : minimal_vl(in, out);
    }
    return map;
  }

 private:
  Vl minimal_vl(const DfpSide& in, const DfpSide& out) const {
    if (out.kind == DfpSide::kGlobal) return static_cast<Vl>(last_ - 1);
    if (out.kind == DfpSide::kEnd || in.kind == DfpSide::kEnd) return 0;
    if (out.kind == DfpSide::kSpine && turn_ == LeafTurn::kBeforeLast) return 0;
    return last_;
  }
  Vl detour_vl(Sl sl, const DfpSide& in, const DfpSide& out) const {
    if (out.kind == DfpSide::kGlobal) return is_second_link(sl, group_, out.group) ? 1 : 0;
    if (out.kind == DfpSide::kEnd || in.kind == DfpSide::kEnd) return 0;
    if (out.kind == DfpSide::kSpine && turn_ == LeafTurn::kBeforeFirstOfMany) return 0;
    if (out.kind == DfpSide::kSpine && turn_ == LeafTurn::kBeforeLast) return 1;
    if (in.kind == DfpSide::kGlobal && !is_second_link(sl, in.group, group_)) return 1;
    if (in.kind == DfpSide::kLeaf && out.kind == DfpSide::kLeaf) {
      return turn_ == LeafTurn::kBeforeLast ? 1 : static_cast<Vl>(std::min(vls_ - 1, 3u));
    }
    return last_;
  }

  unsigned vls_;
  bool has_detours_;
  Vl last_;
  std::uint32_t group_;
  LeafTurn turn_;
};

DfpSide side_of(const GroupGraph& graph, const LeafSpineGroups& groups, SwitchIndex s,
                SwitchIndex peer) {
  if (groups.is_leaf[s] != groups.is_leaf[peer]) {
    return {groups.is_leaf[s] ? DfpSide::kSpine : DfpSide::kLeaf, kNone};
  }
  if (groups.is_leaf[s] || graph.group_of(s) == graph.group_of(peer))
    return {DfpSide::kOther, kNone};
  return {DfpSide::kGlobal, graph.group_of(peer)};
}

}  // namespace

std::shared_ptr<const Sl2Vl> dfp_sl2vl(const Fabric& fabric, const GroupGraph& graph,
                                       const LeafSpineGroups& groups, unsigned vls) {
  auto sl2vl = std::make_shared<Sl2Vl>(Sl2Vl::Map{});
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const DfpMaps maps(vls, graph.group_of(s), groups.turn[s]);
    std::vector<DfpSide> sides;
    sides.reserve(fabric.ports(s).size());
    for (const Port& port : fabric.ports(s)) {
      const bool is_link = port.kind == PeerKind::kSwitch && port.peer != s;
      sides.push_back(is_link ? side_of(graph, groups, s, port.peer) : DfpSide{});
    }
    set_side_maps(s, sides, maps, *sl2vl);
  }
  return sl2vl;
}

}  // namespace weft
