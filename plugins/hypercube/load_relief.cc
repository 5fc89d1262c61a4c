#include "plugins/hypercube/load_relief.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/fabric/counts.h"
#include "common/graph/links.h"
#include "common/repair/allowed_turns.h"
#include "common/repair/fabric_match.h"
#include "common/repair/pair_lanes.h"
#include "common/verify/verify.h"

namespace weft {
namespace {

// Only links with this share of the highest load are relieved at first, before other paths take the
// turns that this needs.
constexpr double kBusiest = 0.9;
constexpr std::uint64_t kMostWork = 30'000'000;  // switches and turns looked at
constexpr std::size_t kColumns = 64;             // between two checks for a request to stop

class LoadRelief {
 public:
  LoadRelief(const ReliefTask& task, LanePlan& plan, Tables rows)
      : task_(task),
        fabric_(task.fabric),
        rows_(rows),
        links_(fabric_),
        match_(fabric_, fabric_),
        turns_(task.evidence, match_, links_, task.sl2vl),
        lanes_(fabric_, task.lanes, {}, {}, task.evidence.replies, plan),
        sources_(sources_by_switch(fabric_)),
        busy_(static_cast<std::uint64_t>(
            std::max(task.figures.mean_link_load * task.even,
                     static_cast<double>(task.figures.max_link_load) * kBusiest))),
        load_(links_.count()),
        next_(fabric_.switch_count()),
        hops_(fabric_.switch_count()),
        flow_(fabric_.switch_count()),
        cost_(fabric_.switch_count()) {
    for (LinkIndex l = 0; l < links_.count(); ++l) {
      const Switch& from = fabric_.switches()[links_[l].from];
      load_[l] = task.figures.link_load[from.first_port + std::size_t{links_[l].port}];
    }
  }

  std::size_t run() {
    std::size_t moved = 0;
    for (std::size_t l = 1; l <= fabric_.max_lid() && work_ < kMostWork; ++l) {
      if (l % kColumns == 0) task_.workers.check_stop();
      const auto lid = static_cast<Lid>(l);
      if (fabric_.owner(lid).kind == PeerKind::kEndPort) moved += relieve(lid);
    }
    return moved;
  }

 private:
  std::size_t relieve(Lid lid) {
    read(lid);
    std::size_t moved = 0;
    // Farthest first: few paths lead over these switches, so they are the easiest to move.
    for (std::size_t i = nearest_first_.size(); i-- > 1;) {
      const SwitchIndex s = nearest_first_[i];
      if (flow_[s] != 0 && is_busy_[s] && relieve(lid, s)) ++moved;
    }
    return moved;
  }

  // A breadth-first search against the entries.
  void read(Lid lid) {
    const SwitchIndex destination = fabric_.destination_switch(lid);
    std::ranges::fill(hops_, kNone);
    nearest_first_.assign(1, destination);
    is_busy_.assign(fabric_.switch_count(), false);
    hops_[destination] = 0;
    cost_[destination] = 0;
    for (std::size_t i = 0; i < nearest_first_.size(); ++i) {
      const SwitchIndex s = nearest_first_[i];
      for (std::uint32_t k = 0; k < links_.count_of(s); ++k) {
        const LinkIndex back = links_.opposite(links_.first_of(s) + k);
        const SwitchIndex from = links_[back].from;
        if (hops_[from] != kNone || rows_.row(from)[lid] != links_[back].port) continue;
        next_[from] = back;
        hops_[from] = hops_[s] + 1;
        cost_[from] = cost_[s] + load_[back];
        is_busy_[from] = is_busy_[s] || load_[back] > busy_;
        nearest_first_.push_back(from);
      }
    }
    for (const SwitchIndex s : nearest_first_) flow_[s] = sources_[s];
    for (std::size_t i = nearest_first_.size(); i-- > 1;) {
      flow_[links_.to(next_[nearest_first_[i]])] += flow_[nearest_first_[i]];
    }
    work_ += nearest_first_.size();
  }

  bool relieve(Lid lid, SwitchIndex s) {
    candidates_.clear();
    for (std::uint32_t k = 0; k < links_.count_of(s); ++k) {
      const LinkIndex link = links_.first_of(s) + k;
      const SwitchIndex n = links_.to(link);
      if (link == next_[s] || n == s || hops_[n] == kNone || hops_[n] + 1 != hops_[s]) continue;
      if (relieves(s, link)) candidates_.emplace_back(cost_[n] + load_[link], link);
    }
    if (candidates_.empty()) return false;
    std::ranges::sort(candidates_);
    find_senders(s);
    for (const auto& [cost, link] : candidates_) {
      if (!take_turns(lid, s, link) && !take_lane(lid, s, link)) continue;
      rows_.row(s)[lid] = links_[link].port;
      add_load(s, ~flow_[s] + 1);
      next_[s] = link;
      add_load(s, flow_[s]);
      cost_[s] = cost;
      return true;
    }
    return false;
  }

  // Is the path from s that begins with the link better? Compares the two paths, of the same
  // length, up to the switch where they meet.
  bool relieves(SwitchIndex s, LinkIndex link) const {
    std::uint64_t left = 0;
    std::uint64_t taken = 0;
    std::uint64_t most_left = 0;
    std::uint64_t most_taken = 0;
    for (LinkIndex old = next_[s];; old = next_[links_.to(old)], link = next_[links_.to(link)]) {
      left += load_[old];
      taken += load_[link] + flow_[s];
      most_left = std::max(most_left, load_[old]);
      most_taken = std::max(most_taken, load_[link] + flow_[s]);
      if (links_.to(old) == links_.to(link)) break;
    }
    return taken < left && most_taken <= most_left;
  }

  // Takes the turns of all packets through a switch, of senders_: from its neighbours to the link,
  // and along the path to the end.
  bool take_turns(Lid lid, SwitchIndex s, LinkIndex link) {
    path_.clear();
    SlSet sls = 0;
    for (const SwitchIndex from : senders_) {
      sls |= lanes_.sls(from, lid);
      if (from != s && links_.to(next_[from]) == s) path_.push_back({next_[from], link});
    }
    add_way(link);
    return turns_.has_lanes(sls, link, path_) && turns_.add_turns(sls, path_);
  }

  // Gives all switches that send through s another lane to the LID, if there is one for all of them
  // and for their replies.
  bool take_lane(Lid lid, SwitchIndex s, LinkIndex link) {
    if (lanes_.one_lane()) return false;
    const SwitchIndex destination = nearest_first_.front();
    const EndPort& to = fabric_.end_ports()[fabric_.owner(lid).index];
    const bool replies = lanes_.replies() && to.lid == lid;
    path_.clear();
    for (const SwitchIndex from : senders_) {
      if (from == s) continue;
      const SwitchIndex next = links_.to(next_[from]);
      path_.push_back({next_[from], next == s ? link : next_[next]});
    }
    add_way(link);
    for (const SwitchIndex from : senders_) {
      if (!replies || sources_[from] == 0) continue;
      add_ways(destination, lanes_.lids_at(from));
      for (const Lid other : lanes_.lids_at(destination)) {
        if (other != lid) add_ways(from, {&other, 1});
      }
    }
    for (const Lane& lane : lanes_.budget()) {
      const auto sl = static_cast<SlSet>(1u << lane.sl);
      if (!turns_.has_lanes(sl, link, path_) || !turns_.add_turns(sl, path_)) continue;
      for (const SwitchIndex from : senders_) {
        if (sources_[from] == 0) continue;
        lanes_.set_sl(from, lid, lane.sl);
        if (!replies) continue;
        for (const Lid back : lanes_.lids_at(from)) lanes_.set_sl(destination, back, lane.sl);
      }
      return true;
    }
    return false;
  }

  // Fills senders_: a switch and all switches that send through it.
  void find_senders(SwitchIndex s) {
    senders_.assign(1, s);
    for (std::size_t i = 0; i < senders_.size(); ++i) {
      const SwitchIndex to = senders_[i];
      for (std::uint32_t k = 0; k < links_.count_of(to); ++k) {
        const LinkIndex back = links_.opposite(links_.first_of(to) + k);
        const SwitchIndex from = links_[back].from;
        if (hops_[from] == hops_[to] + 1 && next_[from] == back && flow_[from] != 0) {
          senders_.push_back(from);
        }
      }
    }
    work_ += senders_.size();
  }

  // Adds the turns from a link on to the current LID.
  void add_way(LinkIndex link) {
    for (; hops_[links_.to(link)] > 0; link = next_[links_.to(link)]) {
      path_.push_back({link, next_[links_.to(link)]});
    }
    work_ += path_.size();
  }
  // The same for other LIDs.
  void add_ways(SwitchIndex from, std::span<const Lid> lids) {
    for (const Lid lid : lids) {
      const SwitchIndex to = fabric_.destination_switch(lid);
      LinkIndex link = from == to ? kNone : links_.at(from, rows_.row(from)[lid]);
      while (link != kNone && links_.to(link) != to) {
        const LinkIndex next = links_.at(links_.to(link), rows_.row(links_.to(link))[lid]);
        path_.push_back({link, next});
        link = next;
      }
    }
  }

  // Modulo 2^64.
  void add_load(SwitchIndex from, std::uint64_t flow) {
    for (SwitchIndex s = from; hops_[s] > 0; s = links_.to(next_[s])) {
      load_[next_[s]] += flow;
      if (s != from) flow_[s] += flow;
    }
  }

  const ReliefTask& task_;
  const Fabric& fabric_;
  Tables rows_;
  Links links_;
  FabricMatch match_;
  AllowedTurns turns_;
  PairLanes lanes_;
  std::vector<std::uint32_t> sources_;
  std::uint64_t busy_;               // a link that carries more is
  std::vector<std::uint64_t> load_;  // by link: the paths over it
  std::uint64_t work_ = 0;
  // Of the current LID, by switch:
  std::vector<SwitchIndex> nearest_first_;  // those that reach it, its own the first
  std::vector<LinkIndex> next_;
  std::vector<std::uint32_t> hops_;  // kNone: it does not reach it
  std::vector<std::uint64_t> flow_;  // paths over it
  std::vector<std::uint64_t> cost_;  // the loads on its path, as they were
  std::vector<bool> is_busy_;        // is a link on its path?
  // Scratch memory:
  std::vector<LinkTurn> path_;
  std::vector<SwitchIndex> senders_;
  std::vector<std::pair<std::uint64_t, LinkIndex>> candidates_;  // with the loads on the path
};

}  // namespace

std::size_t relieve_links(const ReliefTask& task, LanePlan& plan, Tables rows) {
  return LoadRelief(task, plan, rows).run();
}

}  // namespace weft
