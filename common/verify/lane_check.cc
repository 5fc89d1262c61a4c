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

constexpr SlSet kSl0 = 1;  // of most groups

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
    const StraightWalk walk = {index_, rows_, view_.lanes, map, view_.granted};
    const StraightResult found = walk_straight(walk, columns, results, workers_);
    if (!found.straight || !trees_have((found.used & kRequests) | vl_of_groups(map)))
      return std::nullopt;

    LaneVerdict verdict;
    verdict.safe_on_one_lane = turns_on(index_.links(), found.turns, kRequests).acyclic();
    if (judge_straight(found, map, verdict)) return verdict;
    if (view_.granted.empty()) {
      return has_sls_beyond(found.used, map) ? std::nullopt : std::optional(std::move(verdict));
    }
    // With credit loops: which remain without the granted SLs?
    LaneVerdict of_now;
    const StraightWalk walk_now = {index_, rows_, view_.lanes, map};
    const StraightResult now = walk_straight(walk_now, columns, results, workers_);
    if (!judge_straight(now, map, of_now) && has_sls_beyond(now.used, map)) return std::nullopt;
    if (of_now.credit_loop.empty()) take_granted(verdict.credit_loop, verdict, of_now);
    of_now.safe_on_one_lane = verdict.safe_on_one_lane;
    // Only groups, or replies, may close a loop with the granted SLs.
    if (verdict.credit_loop.empty() && verdict.evidence.replies == of_now.evidence.replies) {
      of_now.evidence = std::move(verdict.evidence);
    } else {
      of_now.evidence.granted = false;
    }
    return of_now;
  }

  LaneVerdict exact(std::span<const Column> columns, std::span<ColumnResult> results) const {
    const SlSet sls_now = sls_in_use(view_.lanes);
    unsigned sls = sls_now;
    for (const LanePlan& plan : view_.granted) sls |= sls_in_use(plan);
    const LaneMap lanes(index_, view_.sl2vl, static_cast<SlSet>(sls));
    const LaneWalk walk{index_, rows_, view_.lanes, lanes, view_.granted};
    LaneVerdict verdict;
    const LaneTurns found = walk_lanes(walk, columns, results, workers_);
    const bool free = judge_exact(found, lanes, sls_now, verdict);
    // Packets on granted SLs may take turns where packets on the present SLs are dropped.
    if (view_.granted.empty() || (free && !lanes.drops())) return verdict;
    // With credit loops: which remain without the granted SLs?
    LaneVerdict of_now;
    const LaneWalk walk_now{index_, rows_, view_.lanes, lanes};
    judge_exact(walk_lanes(walk_now, columns, results, workers_), lanes, sls_now, of_now);
    if (of_now.credit_loop.empty()) {
      take_granted(cycle_of(found.requests, lanes), verdict, of_now);
    }
    return of_now;
  }

 private:
  // loop: one of paths, with those on granted SLs. Without one, groups count beside all of these.
  static void take_granted(std::vector<Channel> loop, const LaneVerdict& all, LaneVerdict& of_now) {
    of_now.credit_loop_granted = std::move(loop);
    if (!of_now.credit_loop_granted.empty()) return;
    of_now.credit_loop_multicast = all.credit_loop_multicast;
    of_now.multicast_loop_sls = all.multicast_loop_sls;
  }

  // True if there is no cycle of any kind.
  bool judge_straight(const StraightResult& found, const Sl2Vl::Map& map,
                      LaneVerdict& verdict) const {
    const VlSets used = found.used & kRequests;
    verdict.lanes_used = static_cast<unsigned>(std::popcount(used));
    const VlSets replied = either_way(found.used);
    // Requests, replies and multicast together close no cycle, nearly always; then none of them
    // does.
    const VlSets groups = used | vl_of_groups(map);
    const std::vector<VlSets> all = with_multicast(found.turns, groups);
    const VlSets suspects = cyclic({all, replied | groups, true});
    if (suspects == 0) {
      verdict.evidence = evidence(all, true);
      return true;
    }
    verdict.credit_loop = find_cycle({found.turns, suspects & used, false});
    if (!verdict.credit_loop.empty()) {
      verdict.credit_loop_reversed = verdict.credit_loop;
      return false;
    }
    verdict.credit_loop_reversed = find_cycle({found.turns, suspects, true});
    const VlSets loops = cyclic({all, suspects & groups, false});
    if (loops != 0) verdict.multicast_loop_sls = sls_on(loops, map);
    if ((verdict.multicast_loop_sls & 1) != 0) {
      verdict.credit_loop_multicast = find_cycle({all, vl_of_groups(map), false});
    }
    const bool replies = verdict.credit_loop_reversed.empty();
    const std::vector<VlSets> on_sl0 = with_multicast(found.turns, vl_of_groups(map));
    const bool trees = cyclic({on_sl0, replied | groups, replies}) == 0;
    verdict.evidence = evidence(trees ? on_sl0 : found.turns, replies);
    return false;
  }

  // The VL of groups on SL 0; none if there are no groups, or if their packets are dropped.
  VlSets vl_of_groups(const Sl2Vl::Map& map) const {
    const bool dropped = view_.sl2vl != nullptr && map[0] == kDropVl;
    return multicast_.empty() || dropped ? 0 : VlSets{1} << map[0];
  }

  // Those SLs that paths or most groups have.
  std::uint16_t sls_on(VlSets vls, const Sl2Vl::Map& map) const {
    unsigned sls = sls_in_use(view_.lanes);
    for (unsigned sl = 0; sl < kSls; ++sl) {
      if ((vls >> map[sl] & 1) == 0) sls &= ~(1u << sl);
    }
    return static_cast<std::uint16_t>(sls);
  }

  // Are there groups on VLs that no path between two switches has? Ports may fold such VLs onto
  // others.
  bool has_sls_beyond(VlSets used, const Sl2Vl::Map& map) const {
    if (multicast_.empty()) return false;
    const VlSets vls = (used & kRequests) | vl_of_groups(map);
    const unsigned sls = sls_in_use(view_.lanes);
    for (unsigned sl = 0; sl < kSls; ++sl) {
      if ((sls >> sl & 1) != 0 && (vls >> map[sl] & 1) == 0) return true;
    }
    return false;
  }

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

  // The dependencies of requests, and of replies if they count, on some VLs.
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

  // sls: those in use now. True if there is no cycle of any kind.
  bool judge_exact(const LaneTurns& found, const LaneMap& lanes, SlSet sls,
                   LaneVerdict& verdict) const {
    verdict.lanes_used = static_cast<unsigned>(std::popcount(found.used));
    // Requests, replies and multicast together close no cycle, nearly always; then none of them
    // does.
    bool free = false;
    workers_.parallel_for(2, 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        if (i == 0) free = with_groups(found.both, sls, lanes).acyclic();
        if (i == 1) verdict.safe_on_one_lane = found.on_one_lane.acyclic();
      }
    });
    if (free) {
      verdict.evidence = channel_evidence(with_groups(found.both, kSl0, lanes), lanes, true);
      return true;
    }
    verdict.credit_loop_reversed = cycle_of(found.both, lanes);
    if (!verdict.credit_loop_reversed.empty())
      verdict.credit_loop = cycle_of(found.requests, lanes);
    if (!verdict.credit_loop.empty()) {
      verdict.credit_loop_reversed = verdict.credit_loop;
      return false;
    }
    if (!multicast_.empty()) judge_groups({found.requests, lanes, sls}, verdict);
    const bool replies = verdict.credit_loop_reversed.empty();
    const Dependencies& packets = replies ? found.both : found.requests;
    const Dependencies all = with_groups(packets, kSl0, lanes);
    verdict.evidence = channel_evidence(all.acyclic() ? all : packets, lanes, replies);
    return false;
  }

  // No turns if there are more VLs than evidence can have.
  TurnEvidence channel_evidence(const Dependencies& acyclic, const LaneMap& lanes,
                                bool replies) const {
    for (unsigned lane = 0; lane < lanes.lane_count(); ++lane) {
      if (lanes.vl(lane) >= TurnEvidence::kPairedVls) return {};
    }
    TurnEvidence evidence{.replies = replies};
    evidence.vl_pairs.resize(index_.links().turn_count());
    for (std::uint32_t c = 0; c < acyclic.channel_count(); ++c) {
      acyclic.for_each_next(c, [&](std::uint32_t next) {
        const unsigned pair = lanes.vl(acyclic.lane_of(c)) * TurnEvidence::kPairedVls +
                              lanes.vl(acyclic.lane_of(next));
        evidence.vl_pairs[index_.links().turn(acyclic.link_of(c), acyclic.link_of(next))] |=
            std::uint64_t{1} << pair;
      });
    }
    return evidence;
  }

  // A cycle, if there is one.
  std::vector<Channel> cycle_of(const Dependencies& dependencies, const LaneMap& lanes) const {
    std::vector<Channel> found;
    for (const std::uint32_t c : dependencies.find_cycle()) {
      const Link& link = index_.links()[dependencies.link_of(c)];
      found.push_back({link.from, link.port, lanes.vl(dependencies.lane_of(c))});
    }
    return found;
  }

  struct Requests {
    const Dependencies& dependencies;  // free of cycles
    const LaneMap& lanes;
    SlSet sls;
  };

  // On which SLs groups close a cycle.
  void judge_groups(const Requests& requests, LaneVerdict& verdict) const {
    const auto with_group = [&](std::size_t sl) {
      return with_groups(requests.dependencies, static_cast<SlSet>(1u << sl), requests.lanes);
    };
    std::array<bool, kSls> loops = {};
    workers_.parallel_for(kSls, 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t sl = first; sl < last; ++sl) {
        loops[sl] = (requests.sls >> sl & 1) != 0 && !with_group(sl).acyclic();
      }
    });
    unsigned sls = 0;
    for (std::size_t sl = 0; sl < kSls; ++sl) sls |= unsigned{loops[sl]} << sl;
    verdict.multicast_loop_sls = static_cast<std::uint16_t>(sls);
    if (loops[0]) verdict.credit_loop_multicast = cycle_of(with_group(0), requests.lanes);
  }

  // Adds the turns of groups on some SLs. On the first link of a turn their packets may have any VL
  // of that link, whatever port they came to its switch by.
  Dependencies with_groups(const Dependencies& packets, SlSet sls, const LaneMap& lanes) const {
    Dependencies all = packets;
    LinkIndex last = kNone;
    LaneMap::SlsByLane before = {};
    for (const auto& [from, to] : multicast_) {
      const Link& first = index_.links()[from];
      const Link& second = index_.links()[to];
      if (from != last) before = sls_onto(first, lanes);
      last = from;
      const LaneMap::SlsByLane& then =
          lanes.spreads()[lanes.spread(second.from, first.in_port, second.port, second.data_vls)];
      for (unsigned a = 0; a < lanes.lane_count(); ++a) {
        if ((before[a] & sls) == 0) continue;
        for (unsigned b = 0; b < lanes.lane_count(); ++b) {
          if ((before[a] & then[b] & sls) != 0) all.add(from, a, to, b);
        }
      }
    }
    return all;
  }

  // The SLs that come onto each lane of the link, from all other ports of its switch.
  LaneMap::SlsByLane sls_onto(const Link& link, const LaneMap& lanes) const {
    LaneMap::SlsByLane all = {};
    for (std::size_t in = 0; in < view_.fabric.ports(link.from).size(); ++in) {
      if (in == link.port) continue;
      const LaneMap::SlsByLane& some = lanes.spreads()[lanes.spread(
          link.from, static_cast<PortNum>(in), link.port, link.data_vls)];
      for (std::size_t lane = 0; lane < all.size(); ++lane) {
        all[lane] = static_cast<SlSet>(all[lane] | some[lane]);
      }
    }
    return all;
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
