#include "common/verify/lane_check.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>
#include <variant>

#include "common/verify/dependencies.h"
#include "common/verify/lane_map.h"
#include "common/verify/lane_walk.h"
#include "common/verify/straight_walk.h"

namespace weft {
namespace {

class LaneCheck {
 public:
  LaneCheck(const RoutingView& view, const FabricIndex& index, Rows rows,
            std::span<const LinkTurn> multicast, const Workers& workers)
      : view_(view), index_(index), rows_(rows), multicast_(multicast), workers_(workers) {}

  // Nothing if some packet changes its VL.
  std::optional<LaneVerdict> straight(std::span<const Column> columns,
                                      std::span<ColumnResult> results) const {
    if (view_.sl2vl != nullptr && !view_.sl2vl->uniform()) return std::nullopt;
    const Sl2Vl::Map& map = view_.sl2vl != nullptr ? view_.sl2vl->base() : Sl2Vl::kIdentity;
    StraightResult found =
        walk_straight({index_, rows_, view_.lanes, map}, columns, results, workers_);
    const VlSets used = found.used & kRequestVls;
    if (!found.straight || !trees_have(used)) return std::nullopt;

    LaneVerdict verdict;
    verdict.lanes_used = static_cast<unsigned>(std::popcount(used));
    const VlSets replied = either_way(found.used);
    // Requests, replies and multicast together close no cycle, nearly always; then none of them
    // does.
    const std::vector<VlSets> all = with_multicast(found.turns, used);
    const VlSets suspects = cyclic({all, replied, true});
    if (suspects == 0) {
      verdict.evidence = evidence(all, true);
      return verdict;
    }
    verdict.credit_loop = find_cycle({found.turns, suspects & used, false});
    if (!verdict.credit_loop.empty()) {
      verdict.credit_loop_reversed = verdict.credit_loop;
      return verdict;
    }
    verdict.credit_loop_reversed = find_cycle({found.turns, suspects, true});
    verdict.credit_loop_multicast = find_cycle({all, suspects & used, false});
    // All three together close a cycle: replies go before multicast.
    const bool replies = verdict.credit_loop_reversed.empty();
    const bool trees = !replies && verdict.credit_loop_multicast.empty();
    verdict.evidence = evidence(trees ? all : found.turns, replies);
    return verdict;
  }

  LaneVerdict exact(std::span<const Column> columns, std::span<ColumnResult> results) const {
    const unsigned sls = sls_in_use(view_.lanes);
    const LaneMap lanes(index_, view_.sl2vl, sls);
    const LaneWalk walk{index_, rows_, view_.lanes, sls, lanes};
    Dependencies dependencies(index_.links(), std::max(1u, lanes.lane_count()));
    const unsigned used =
        walk_lanes(walk, PacketKind::kRequests, columns, results, dependencies, workers_);
    LaneVerdict verdict;
    verdict.lanes_used = static_cast<unsigned>(std::popcount(used));

    const auto find_cycle = [&] {
      std::vector<Channel> found;
      for (const std::uint32_t c : dependencies.find_cycle()) {
        const Link& link = index_.links()[dependencies.link_of(c)];
        found.push_back({link.from, link.port, lanes.vl(dependencies.lane_of(c))});
      }
      return found;
    };
    verdict.credit_loop = find_cycle();
    if (!verdict.credit_loop.empty()) {
      verdict.credit_loop_reversed = verdict.credit_loop;
      return verdict;
    }
    Dependencies requests = dependencies;
    if (!std::holds_alternative<OneLane>(view_.lanes)) {
      add_replies(walk, columns, dependencies);
      verdict.credit_loop_reversed = find_cycle();
    }
    if (multicast_.empty()) return verdict;
    dependencies = std::move(requests);
    for (unsigned rest = used; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      for (const auto& [from, to] : multicast_) {
        dependencies.add(from, lanes.fold(lane, index_.links()[from].data_vls), to,
                         lanes.fold(lane, index_.links()[to].data_vls));
      }
    }
    verdict.credit_loop_multicast = find_cycle();
    return verdict;
  }

 private:
  // Do all links of the master trees have these VLs?
  bool trees_have(VlSets vls) const {
    const auto wide = [&](LinkIndex link) { return vls >> index_.links()[link].data_vls == 0; };
    return std::all_of(multicast_.begin(), multicast_.end(),
                       [&](LinkTurn turn) { return wide(turn.from) && wide(turn.to); });
  }

  static TurnEvidence evidence(std::span<const VlSets> turns, bool with_replies) {
    TurnEvidence evidence{.replies = with_replies};
    evidence.turns.reserve(turns.size());
    for (const VlSets turn : turns) {
      evidence.turns.push_back(static_cast<std::uint16_t>(with_replies ? either_way(turn) : turn));
    }
    return evidence;
  }

  std::vector<VlSets> with_multicast(const std::vector<VlSets>& turns, VlSets vls) const {
    std::vector<VlSets> all = turns;
    for (const auto& [from, to] : multicast_) all[index_.links().turn(from, to)] |= vls;
    return all;
  }

  // Of some VLs, the dependencies of requests, and of replies where they count.
  struct Turns {
    std::span<const VlSets> sets;
    VlSets vls;
    bool replies;

    Dependencies on(const Links& links, Vl vl) const {
      const VlSets bit = VlSets{1} << vl;
      return turns_on(links, sets, replies ? bit | as_replies(bit) : bit);
    }
  };

  // On which VLs there are cycles.
  VlSets cyclic(const Turns& turns) const {
    std::array<bool, kSls> found = {};
    workers_.parallel_for(kSls, 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t vl = first; vl < last; ++vl) {
        if ((turns.vls >> vl & 1) == 0) continue;
        found[vl] = !turns.on(index_.links(), static_cast<Vl>(vl)).acyclic();
      }
    });
    VlSets vls = 0;
    for (std::size_t vl = 0; vl < found.size(); ++vl) vls |= VlSets{found[vl]} << vl;
    return vls;
  }

  // A cycle on the lowest VL that has one.
  std::vector<Channel> find_cycle(const Turns& turns) const {
    const VlSets vls = cyclic(turns);
    std::vector<Channel> found;
    if (vls == 0) return found;
    const auto vl = static_cast<Vl>(std::countr_zero(vls));
    for (const LinkIndex l : turns.on(index_.links(), vl).find_cycle()) {
      found.push_back({index_.links()[l].from, index_.links()[l].port, vl});
    }
    return found;
  }

  void add_replies(const LaneWalk& walk, std::span<const Column> columns,
                   Dependencies& dependencies) const {
    std::vector<Column> base;
    for (const Column& c : columns) {
      const EndPortIndex owner = view_.fabric.owner(static_cast<Lid>(c.entry)).index;
      if (view_.fabric.end_ports()[owner].lid == c.entry) base.push_back(c);
    }
    std::vector<ColumnResult> ignored(base.size());
    walk_lanes(walk, PacketKind::kReplies, base, ignored, dependencies, workers_);
  }

  const RoutingView& view_;
  const FabricIndex& index_;
  Rows rows_;
  std::span<const LinkTurn> multicast_;
  const Workers& workers_;
};

}  // namespace

LaneVerdict check_lanes(const RoutingView& view, const FabricIndex& index, Rows rows,
                        std::span<const LinkTurn> multicast, std::span<const Column> columns,
                        std::span<ColumnResult> results, const Workers& workers) {
  const LaneCheck check(view, index, rows, multicast, workers);
  if (auto verdict = check.straight(columns, results)) return std::move(*verdict);
  return check.exact(columns, results);
}

}  // namespace weft
