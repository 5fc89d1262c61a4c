#include "common/repair/rebalance.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

#include "common/fabric/counts.h"
#include "common/graph/links.h"
#include "common/repair/allowed_turns.h"
#include "common/repair/fabric_match.h"
#include "common/repair/kept_steps.h"
#include "common/repair/pair_lanes.h"
#include "common/repair/paths_to_lid.h"

namespace weft {
namespace {

// Bound of the work, by the number of switches, and of paths from a switch to a LID, to look at. If
// the search does not succeed, a full recompute, which is already there, takes its place. 32 looks
// at each path take ten times as long; searches for a few new links take 1 to 3, and successful
// ones for many 6 to 30. Small fabrics get more, which takes 30 ms.
constexpr std::uint64_t kLooksAtEachPath = 32;
constexpr std::uint64_t kFewLooks = 2'000'000;
constexpr std::uint64_t kMostLooks = 200'000'000;
// Number of looks between two checks for a request to stop.
constexpr std::uint64_t kLooksAtOnce = 100'000;
// Entries of a row that are read in the time of one look.
constexpr std::uint64_t kEntriesOfALook = 16;
// The most rounds over all paths that use busy links, and the most paths that are moved to make
// room for one path.
constexpr int kMostRounds = 4;
constexpr unsigned kMostMoves = 4;

class Rebalancing {
 public:
  Rebalancing(const RebalanceTask& task, Tables rows)
      : fabric_(task.fabric),
        steps_(task.routing.steps),
        worse_percent_(
            static_cast<std::int64_t>(std::min<std::uint64_t>(task.worse_percent, 1000))),
        workers_(task.workers),
        rows_(rows),
        links_(fabric_),
        same_(fabric_, fabric_),
        same_everywhere_(task.map),
        turns_(task.evidence == nullptr
                   ? AllowedTurns(links_)
                   : AllowedTurns(*task.evidence, same_, links_, sl2vl(task.routing))),
        lanes_(fabric_, task.lanes, {}, task.granted,
               task.evidence != nullptr && task.evidence->replies, task.routing.lanes),
        paths_(fabric_, links_),
        leads_over_new_(fabric_.switch_count()),
        is_crowded_(fabric_.switch_count()),
        most_looks_(std::clamp(kLooksAtEachPath * fabric_.switch_count() * fabric_.lid_count(),
                               kFewLooks, kMostLooks)) {
    for (const Link& link : links_.all()) {
      const std::size_t position =
          fabric_.switches()[link.from].first_port + std::size_t{link.port};
      load_.push_back(static_cast<std::int64_t>(task.load[position]));
      wanted_.push_back(static_cast<std::int64_t>(task.wanted[position]));
      is_new_.push_back(static_cast<char>(task.is_new[position] != 0 && wanted_.back() > 0));
    }
  }

  // Moves paths to new links first, then off links that are too busy. Last come idle links, new or
  // not, if the recomputed routing has fewer.
  std::uint64_t run() {
    const std::int64_t busiest = std::ranges::max(wanted_);
    const std::int64_t limit = busiest + busiest * worse_percent_ / 100;
    const auto idle_recomputed = std::ranges::count(wanted_, 0);
    for (const bool is_strict : {true, false}) {
      is_strict_ = is_strict;
      use_new_links();
    }
    relieve_busy_links(limit);
    for (LinkIndex link = 0; link < links_.count(); ++link) is_new_[link] = load_[link] == 0;
    if (std::ranges::count(is_new_, 1) > idle_recomputed) {
      std::ranges::fill(wanted_, 0);
      use_new_links();
    }
    return moved_;
  }

 private:
  // On one lane all packets are on VL 0.
  const Sl2Vl& sl2vl(const Routing& routing) {
    if (std::holds_alternative<OneLane>(routing.lanes)) same_everywhere_ = Sl2Vl();
    return routing.sl2vl != nullptr ? *routing.sl2vl : same_everywhere_;
  }

  // False if the bound of the work is reached. Throws Stopped.
  bool has_looks() {
    if (looks_ >= next_check_) {
      workers_.check_stop();
      next_check_ = looks_ + kLooksAtOnce;
    }
    return looks_ < most_looks_;
  }

  void start(Lid lid) {
    paths_.start(lid, rows_);
    looks_ += fabric_.switch_count();
  }

  // Moves paths to the links of is_new_, LID by LID.
  void use_new_links() {
    new_links_.clear();
    for (LinkIndex link = 0; link < links_.count(); ++link) {
      if (is_new_[link] != 0) new_links_.push_back(link);
    }
    for (std::size_t l = 1; l <= fabric_.max_lid() && has_looks(); ++l) {
      const auto lid = static_cast<Lid>(l);
      if (fabric_.destination_switch(lid) == kNone || !may_use_new_links(lid)) continue;
      start(lid);
      make_shorter();
      if (paths_.leads_to_end_port()) fill();
    }
  }

  // Does a new link make a path to the LID shorter, or has a path over it room on all its links?
  bool may_use_new_links(Lid lid) {
    if (new_links_.size() > fabric_.switch_count() / 8) return true;
    looks_ += new_links_.size();
    return std::ranges::any_of(new_links_, [&](LinkIndex link) {
      const auto [hops, with_room] = walk(links_.to(link), lid);
      const unsigned hops_now = walk(links_[link].from, lid).hops;
      return hops != PathsToLid::kNowhere &&
             (hops + 1 < hops_now || (hops + 1 == hops_now && with_room && has_room(link)));
    });
  }

  struct Walk {
    unsigned hops;
    bool has_room;
  };
  Walk walk(SwitchIndex s, Lid lid) const {
    constexpr unsigned kLongestWay = 64;
    const SwitchIndex to = fabric_.destination_switch(lid);
    bool with_room = true;
    for (unsigned hops = 0; hops < kLongestWay; ++hops) {
      if (s == to) return {hops, with_room};
      const PortNum port = rows_.row(s)[lid];
      const LinkIndex next = port > fabric_.switches()[s].port_count ? kNone : links_.at(s, port);
      if (next == kNone) break;
      with_room = with_room && has_room(next);
      s = links_.to(next);
    }
    return {PathsToLid::kNowhere, false};
  }

  // Moves paths to the current LID to new links, as long as that makes some path shorter.
  void make_shorter() {
    ways_ = new_links_;
    bool is_shorter = false;
    while (!ways_.empty() && has_looks()) {
      const LinkIndex link = ways_.back();
      ways_.pop_back();
      const SwitchIndex s = links_[link].from;
      if (s != paths_.destination() && paths_.is_shorter(link) && move(link)) {
        start(paths_.lid());
        is_shorter = true;
        ways_ = new_links_;
        std::ranges::fill(leads_over_new_, 0);
      }
      // Paths of other switches can become shorter through this one now.
      if (is_shorter && paths_.next(s) == link) follow_back(s);
    }
  }

  // Adds the links that lead to a switch to the links to look at.
  void follow_back(SwitchIndex s) {
    if (std::exchange(leads_over_new_[s], 1) != 0) return;
    for (LinkIndex link = links_.first_of(s); link < links_.first_of(s) + links_.count_of(s);
         ++link) {
      ways_.push_back(links_.opposite(link));
    }
  }

  // Moves paths to the current LID to new links that have room, if no path becomes longer.
  void fill() {
    std::ranges::fill(leads_over_new_, 0);
    ways_ = new_links_;
    while (!ways_.empty() && has_looks()) {
      const LinkIndex link = ways_.back();
      ways_.pop_back();
      const SwitchIndex s = links_[link].from;
      if (s == paths_.destination() || !paths_.is_as_long(link) || !has_room_from(link)) continue;
      ++looks_;
      if (paths_.next(s) != link) try_to_move(link);
      // An entry whose path no end port uses can lead over any link.
      if (paths_.next(s) == link || paths_.flow(s) == 0) follow_back(s);
    }
  }

  bool has_room(LinkIndex link) const {
    return is_new_[link] == 0 || load_[link] == 0 || load_[link] < wanted_[link];
  }
  bool has_room_from(LinkIndex link) const {
    for (; link != kNone; link = paths_.next(links_.to(link))) {
      if (!has_room(link)) return false;
    }
    return true;
  }

  void try_to_move(LinkIndex link) {
    const SwitchIndex via = links_.to(link);
    const LinkIndex kept = paths_.next(via);
    if (paths_.flow(via) == 0 && kept != kNone) paths_.set_next(via, least_busy(via));
    if (!is_worth_it(link) || !move(link)) {
      paths_.set_next(via, kept);
    } else if (paths_.next(via) != kept) {
      rows_.row(via)[paths_.lid()] = links_[paths_.next(via)].port;
    }
  }

  // Of the links that begin a path of the same length, the one whose path exceeds the wanted load
  // least.
  LinkIndex least_busy(SwitchIndex s) const {
    LinkIndex best = paths_.next(s);
    std::int64_t least = most_above(best);
    for_each_way(s, [&](LinkIndex link) {
      const std::int64_t above = most_above(link);
      if (above >= least || leaves_part(steps_, s, links_[link].port, paths_.lid())) return;
      best = link;
      least = above;
    });
    return best;
  }

  std::int64_t most_above(LinkIndex link) const {
    std::int64_t most = INT64_MIN;
    for (; link != kNone; link = paths_.next(links_.to(link))) {
      most = std::max(most, load_[link] - wanted_[link]);
    }
    return most;
  }

  // Visits the first links of the other paths of a switch that are as long as its path.
  template <typename Visit>
  void for_each_way(SwitchIndex s, Visit visit) const {
    for (LinkIndex link = links_.first_of(s); link < links_.first_of(s) + links_.count_of(s);
         ++link) {
      if (link != paths_.next(s) && paths_.is_as_long(link)) visit(link);
    }
  }

  // See rebalance(). While is_strict_, a path is moved only if afterwards none of its links carries
  // less than wanted, or more. Otherwise one end of the path would lose load for the sake of the
  // other end, and would have to get it back later.
  bool is_worth_it(LinkIndex link) const {
    const std::int64_t flow = paths_.flow(links_[link].from);
    if (flow == 0) return false;
    std::int64_t most_left = INT64_MIN, most_taken = INT64_MIN, gain = 0;
    bool takes_back = false, takes_new = false;
    const bool fits = paths_.side_by_side(link, [&](LinkIndex old, LinkIndex now) {
      const std::int64_t left = load_[old] - wanted_[old];
      const std::int64_t taken = load_[now] - wanted_[now] + flow;
      const bool has_room = taken <= 0 || load_[now] == 0;
      takes_new = takes_new || is_new_[now] != 0;
      if (is_new_[now] == 0) most_taken = std::max(most_taken, taken);
      most_left = std::max(most_left, left);
      takes_back = takes_back || !has_room || left < flow;
      gain += left - taken;
      return has_room || is_new_[now] == 0;
    });
    if (!fits || !takes_new || most_left <= 0) return false;
    return is_strict_ ? !takes_back : most_taken <= most_left && gain > 0;
  }

  // Moves paths off the links that carry more than a limit: first single paths, then paths that
  // need others to be moved before.
  void relieve_busy_links(std::int64_t limit) {
    limit_ = limit;
    for (int round = 0; round < kMostRounds && std::ranges::max(load_) > limit_; ++round) {
      const std::uint64_t before = moved_;
      const std::vector<char> crowds = find_crowding_lids();
      for (std::size_t l = 1; l < crowds.size() && has_looks(); ++l) {
        if (crowds[l] != 0) move_off_busy_links(static_cast<Lid>(l));
      }
      if (moved_ == before) break;
    }
    for (LinkIndex link = 0; link < links_.count(); ++link) {
      for (unsigned others = 0; load_[link] > limit_ && others < kMostMoves; ++others) {
        while (load_[link] > limit_ && relieve(link, others)) {
        }
      }
    }
  }

  // By LID: does it belong to an end port, and does a path to it use a busy link?
  std::vector<char> find_crowding_lids() {
    std::vector<char> crowds(fabric_.max_lid() + std::size_t{1});
    for (LinkIndex link = 0; link < links_.count() && has_looks(); ++link) {
      if (load_[link] <= limit_) continue;
      looks_ += crowds.size() / kEntriesOfALook;
      const PortNum* const row = rows_.row(links_[link].from);
      for (std::size_t l = 1; l < crowds.size(); ++l) {
        crowds[l] = static_cast<char>(crowds[l] | (row[l] == links_[link].port));
      }
    }
    for (std::size_t l = 0; l < crowds.size(); ++l) {
      if (fabric_.owner(static_cast<Lid>(l)).kind != PeerKind::kEndPort) crowds[l] = 0;
    }
    return crowds;
  }

  void move_off_busy_links(Lid lid) {
    start(lid);
    for (const SwitchIndex s : paths_.nearest_first()) {
      const LinkIndex next = paths_.next(s);
      is_crowded_[s] = static_cast<char>(
          next != kNone && (load_[next] > limit_ || is_crowded_[links_.to(next)] != 0));
      if (is_crowded_[s] == 0 || paths_.flow(s) == 0) continue;
      looks_ += links_.count_of(s);
      for_each_way(s, [&](LinkIndex link) {
        if (relieves(link)) move(link);
      });
    }
  }

  // Does the sum of (load - limit)^2 over all links above the limit fall?
  bool relieves(LinkIndex link) const {
    const std::int64_t flow = paths_.flow(links_[link].from);
    double gain = 0;
    const auto squared = [&](std::int64_t load) {
      const double above = load > limit_ ? static_cast<double>(load - limit_) : 0;
      return above * above;
    };
    paths_.side_by_side(link, [&](LinkIndex old, LinkIndex now) {
      gain += squared(load_[old]) - squared(load_[old] - flow);
      gain -= squared(load_[now] + flow) - squared(load_[now]);
      return true;
    });
    return gain > 0;
  }

  // Moves a path off a busy link. With others == 0 the path must make no other link too busy, else
  // it may make one link too busy, off which up to `others` paths are moved. False, and nothing is
  // changed, if there is no such path.
  bool relieve(LinkIndex busy, unsigned others) {
    const SwitchIndex s = links_[busy].from;
    looks_ += fabric_.max_lid() / kEntriesOfALook;
    for (std::size_t l = 1; l <= fabric_.max_lid() && has_looks(); ++l) {
      const auto lid = static_cast<Lid>(l);
      if (rows_.row(s)[lid] != links_[busy].port) continue;
      if (fabric_.owner(lid).kind != PeerKind::kEndPort) continue;
      start(lid);
      for (const Way& way : ways_off(busy)) {
        const LinkIndex old = paths_.next(links_[way.link].from);
        if (way.too_busy == kNone) {
          if (others == 0 && move(way.link)) return true;
          continue;
        }
        if (others == 0 || !move(way.link)) continue;
        if (relieve(way.too_busy, others - 1)) return true;
        start(lid);
        shift(old);
        --moved_;
      }
    }
    return false;
  }

  struct Way {
    LinkIndex link;
    LinkIndex too_busy;  // after the move; kNone: none is
  };
  // Collects the paths to the current LID that avoid a busy link and make at most one other link
  // too busy.
  std::vector<Way> ways_off(LinkIndex busy) {
    std::vector<Way> ways;
    for (std::vector<SwitchIndex> senders = {links_[busy].from}; !senders.empty();) {
      const SwitchIndex s = senders.back();
      senders.pop_back();
      paths_.for_each_sender(s, [&](LinkIndex in) { senders.push_back(links_[in].from); });
      if (paths_.flow(s) == 0) continue;
      looks_ += links_.count_of(s);
      for_each_way(s, [&](LinkIndex link) {
        Way way = {link, kNone};
        bool leads_off = false;
        const bool fits = paths_.side_by_side(link, [&](LinkIndex old, LinkIndex now) {
          leads_off = leads_off || old == busy;
          return load_[now] + paths_.flow(s) <= limit_ || std::exchange(way.too_busy, now) == kNone;
        });
        if (fits && leads_off) ways.push_back(way);
      });
    }
    return ways;
  }

  // Moves all paths through a switch to another of its links, which makes none longer. False, and
  // nothing is changed, if the new turns are not allowed.
  bool move(LinkIndex link) {
    const SwitchIndex s = links_[link].from;
    if (leaves_part(steps_, s, links_[link].port, paths_.lid()) || joins_another_lid(link)) {
      return false;
    }
    turns_taken_.clear();
    for (LinkIndex l = link; links_.to(l) != paths_.destination();) {
      const LinkIndex next = paths_.next(links_.to(l));
      turns_taken_.push_back({l, next});
      l = next;
    }
    const SlSet sls = sls_through(s);
    if (!turns_.has_lanes(sls, link, turns_taken_)) return false;
    paths_.for_each_sender(s, [&](LinkIndex in) { turns_taken_.push_back({in, link}); });
    if (!turns_.add_turns(sls, turns_taken_)) return false;
    if (paths_.is_as_long(link)) {
      shift(link);
    } else {
      swap_loads(link);
      rows_.row(s)[paths_.lid()] = links_[link].port;
    }
    ++moved_;
    return true;
  }

  // The SLs of all paths that lead through a switch.
  SlSet sls_through(SwitchIndex s) const {
    if (lanes_.one_lane()) return 1;
    SlSet sls = 0;
    for (std::vector<SwitchIndex> senders = {s}; !senders.empty();) {
      const SwitchIndex at = senders.back();
      senders.pop_back();
      sls |= lanes_.sls(at, paths_.lid());
      paths_.for_each_sender(at, [&](LinkIndex in) { senders.push_back(links_[in].from); });
    }
    return sls;
  }

  void shift(LinkIndex link) {
    const std::int64_t flow = paths_.flow(links_[link].from);
    paths_.side_by_side(link, [&](LinkIndex old, LinkIndex now) {
      load_[old] -= flow;
      load_[now] += flow;
      return true;
    });
    paths_.lead_by(link);
    rows_.row(links_[link].from)[paths_.lid()] = links_[link].port;
  }

  void swap_loads(LinkIndex link) {
    const std::int64_t flow = paths_.flow(links_[link].from);
    const auto add = [&](LinkIndex first, std::int64_t paths) {
      for (LinkIndex l = first; l != kNone; l = paths_.next(links_.to(l))) load_[l] += paths;
    };
    add(paths_.next(links_[link].from), -flow);
    add(link, flow);
  }

  // Does the path of the switch to another LID of the same port begin with that neighbour?
  bool joins_another_lid(LinkIndex link) const {
    if (!paths_.leads_to_end_port()) return false;
    const SwitchIndex s = links_[link].from;
    const EndPort& owner = fabric_.end_ports()[fabric_.owner(paths_.lid()).index];
    for (const Lid lid : lids_of(owner)) {
      const PortNum port = rows_.row(s)[lid];
      if (lid == paths_.lid() || port > fabric_.switches()[s].port_count) continue;
      const LinkIndex taken = links_.at(s, port);
      if (taken != kNone && links_.to(taken) == links_.to(link)) return true;
    }
    return false;
  }

  const Fabric& fabric_;
  std::span<const RoutedStep> steps_;
  std::int64_t worse_percent_;
  const Workers& workers_;
  Tables rows_;
  Links links_;
  FabricMatch same_;
  Sl2Vl same_everywhere_;
  AllowedTurns turns_;
  PairLanes lanes_;
  PathsToLid paths_;
  // By link: the paths over it, the paths over it in the recomputed routing, and whether it should
  // get some.
  std::vector<std::int64_t> load_, wanted_;
  std::vector<char> is_new_;
  std::vector<LinkIndex> new_links_;  // those of is_new_
  bool is_strict_ = false;
  std::int64_t limit_ = 0;  // of relieve_busy_links()
  std::uint64_t looks_ = 0;
  std::uint64_t next_check_ = 0;  // of a request to stop, in looks
  std::uint64_t moved_ = 0;
  // Of the current LID:
  std::vector<LinkIndex> ways_;       // first links to look at
  std::vector<char> leads_over_new_;  // by switch
  std::vector<char> is_crowded_;      // by switch: does its path use a busy link?
  std::vector<LinkTurn> turns_taken_;
  const std::uint64_t most_looks_;
};

}  // namespace

std::uint64_t rebalance(const RebalanceTask& task, Tables rows) {
  return Rebalancing(task, rows).run();
}

}  // namespace weft
