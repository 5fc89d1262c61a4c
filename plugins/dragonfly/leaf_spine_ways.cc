#include "plugins/dragonfly/leaf_spine_ways.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "common/fabric/counts.h"

namespace weft {
namespace {

// Searches the ways of the members of a group, the shortest first.
class LeafSpineSearch {
 public:
  LeafSpineSearch(const GroupGraph& graph, const LeafSpineGroups& groups, std::uint32_t group,
                  WayOrder order = WayOrder::kAsAdded)
      : graph_(graph),
        groups_(groups),
        members_(graph.members(group)),
        ways_(graph, group, order) {}

  GrowingWays& ways() { return ways_; }

  // Leaf switches without a way take the ways of spines with one link less, once for each port.
  void go_up(std::uint8_t hops) {
    for (const SwitchIndex s : members_) {
      if (groups_.is_leaf[s]) add_ways(s, hops, [](SwitchIndex) { return true; });
    }
  }
  // The same for spines, which send down to leaf switches.
  void go_down(std::uint8_t hops) {
    for (const SwitchIndex s : members_) {
      if (!groups_.is_leaf[s]) add_ways(s, hops, [](SwitchIndex) { return true; });
    }
  }
  // Ways of spines down to leaf switches that serve this kind of turn.
  void turn(std::uint8_t hops, LeafTurn turn) {
    for (const SwitchIndex s : members_) {
      if (groups_.is_leaf[s]) continue;
      add_ways(s, hops, [&](SwitchIndex leaf) { return groups_.turn[leaf] == turn; });
    }
  }

  void climb(const GroupWays& ways) {
    for (const SwitchIndex s : members_) {
      if (!groups_.is_leaf[s] || ways.hops[graph_.position(s)] != GroupWays::kNoWay) continue;
      for (const LinkBundle& bundle : graph_.bundles(s)) {
        const SwitchIndex peer = bundle.peer;
        if (!graph_.is_local(s, bundle) || groups_.is_leaf[peer]) continue;
        if (ways.hops[graph_.position(peer)] != 2 || groups_.turn[peer] != LeafTurn::kBeforeLast)
          continue;
        ways_.add_ports(s, bundle, 3);
      }
    }
  }

 private:
  template <typename IsAllowed>
  void add_ways(SwitchIndex s, std::uint8_t hops, IsAllowed is_allowed) {
    if (ways_.hops(s) < hops) return;
    for (const LinkBundle& bundle : graph_.bundles(s)) {
      const SwitchIndex peer = bundle.peer;
      if (!graph_.is_local(s, bundle) || groups_.is_leaf[peer] == groups_.is_leaf[s]) continue;
      if (ways_.hops(peer) + 1 == hops && is_allowed(peer)) ways_.extend(s, bundle, hops);
    }
  }

  const GroupGraph& graph_;
  const LeafSpineGroups& groups_;
  std::span<const SwitchIndex> members_;
  GrowingWays ways_;
};

}  // namespace

LeafSpineWays::LeafSpineWays(const Fabric& fabric, const GroupGraph& graph,
                             const LeafSpineGroups& groups, DownUpTurns turns,
                             const Workers& workers)
    : graph_(graph), groups_(groups), turns_(turns), sources_(sources_by_switch(fabric)) {
  for (std::uint32_t group = 0; group < graph.count(); ++group) find_arrivals(group);
  links_.resize(graph.pairs().size());
  to_all_.resize(graph.pairs().size());
  first_to_all_.resize(graph.pairs().size());
  workers.parallel_for(links_.size(), 16, [&](std::size_t begin, std::size_t end) {
    workers.check_stop();
    for (std::size_t i = begin; i < end; ++i) {
      const auto pair = static_cast<std::uint32_t>(i);
      links_[pair] = spine_links(pair);
      to_all_[pair] = over(pair, links_[pair], LeafTurn::kBeforeLast);
      first_to_all_[pair] = over(pair, links_[pair], LeafTurn::kBeforeFirstOfMany);
    }
  });
  are_whole_ = graph.pairs().size() == std::size_t{graph.count()} * (graph.count() - 1);
  for (std::uint32_t pair = 0; are_whole_ && pair < graph.pairs().size(); ++pair) {
    are_whole_ = reach_all(pair);
  }
}

bool LeafSpineWays::reach_all(std::uint32_t pair) const {
  const auto last = graph_.members(graph_.pairs()[pair].to);
  return std::ranges::all_of(last, [&](SwitchIndex to) {
    const Shared ways = direct(pair, to);
    return ways != nullptr && serve(*ways, graph_.pairs()[pair].from);
  });
}

bool LeafSpineWays::serve(const GroupWays& ways, std::uint32_t group) const {
  const auto members = graph_.members(group);
  return std::ranges::all_of(members, [&](SwitchIndex s) {
    return sources_[s] == 0 || ways.hops[graph_.position(s)] != GroupWays::kNoWay;
  });
}

void LeafSpineWays::find_arrivals(std::uint32_t group) {
  const auto members = graph_.members(group);
  const std::size_t first = arrives_.size();
  first_arrival_.push_back(first);
  arrives_.resize(first + members.size() * members.size());
  const auto set = [&](SwitchIndex spine, SwitchIndex to) {
    arrives_[first + std::size_t{graph_.position(spine)} * members.size() + graph_.position(to)] =
        true;
  };
  std::vector<SwitchIndex> spines;  // above the current leaf switch
  for (const SwitchIndex s : members) {
    if (!groups_.is_leaf[s]) {
      set(s, s);
      continue;
    }
    spines.clear();
    for (const LinkBundle& bundle : graph_.bundles(s)) {
      if (graph_.is_local(s, bundle) && !groups_.is_leaf[bundle.peer]) {
        spines.push_back(bundle.peer);
      }
    }
    for (const SwitchIndex spine : spines) {
      set(spine, s);
      if (groups_.turn[s] != LeafTurn::kAfterLast) continue;
      for (const SwitchIndex other : spines) set(spine, other);
    }
  }
}

std::vector<GlobalLink> LeafSpineWays::spine_links(std::uint32_t pair) const {
  std::vector<GlobalLink> links;
  for (const GlobalLink& link : graph_.links(pair)) {
    if (!groups_.is_leaf[link.from] && !groups_.is_leaf[link.to]) links.push_back(link);
  }
  return links;
}

LeafSpineWays::Shared LeafSpineWays::over(std::uint32_t pair, std::span<const GlobalLink> links,
                                          LeafTurn turn) const {
  if (links.empty()) return nullptr;
  LeafSpineSearch search(graph_, groups_, graph_.pairs()[pair].from, WayOrder::kInTurns);
  for (const GlobalLink& link : links) search.ways().begin_by(link);
  search.go_up(1);
  search.turn(2, turn);
  return std::make_shared<const GroupWays>(std::move(search.ways()).take());
}

GroupWays LeafSpineWays::to_member(SwitchIndex to) const {
  LeafSpineSearch search(graph_, groups_, graph_.group_of(to));
  search.ways().begin_at(to);
  if (groups_.is_leaf[to]) {
    search.go_down(1);
    search.go_up(2);
    search.turn(3, LeafTurn::kBeforeLast);
  } else {
    search.go_up(1);
    search.turn(2, LeafTurn::kAfterLast);
    search.go_up(3);
  }
  return std::move(search.ways()).take();
}

LeafSpineWays::Shared LeafSpineWays::direct(std::uint32_t pair, SwitchIndex to,
                                            LeafTurn turn) const {
  const auto& all = links_[pair];
  const auto among = [&](auto is_taken) {
    std::vector<GlobalLink> links;
    std::ranges::copy_if(all, std::back_inserter(links), is_taken);
    return over(pair, links, turn);
  };
  const auto ends_there = [&](const GlobalLink& link) { return link.to == to; };
  const auto arrives_there = [&](const GlobalLink& link) { return arrives(link.to, to); };
  if (std::ranges::any_of(all, ends_there)) {
    Shared ways = among(ends_there);
    if (serve(*ways, graph_.pairs()[pair].from)) return ways;
  }
  if (!std::ranges::all_of(all, arrives_there)) return among(arrives_there);
  return turn == LeafTurn::kBeforeLast ? to_all_[pair] : first_to_all_[pair];
}

LeafSpineWays::Shared LeafSpineWays::climbs(const GroupWays& ways, std::uint32_t group) const {
  LeafSpineSearch search(graph_, groups_, group);
  search.climb(ways);
  return std::make_shared<const GroupWays>(std::move(search.ways()).take());
}

LeafSpineWays::Shared LeafSpineWays::through(std::uint32_t first, std::uint32_t second,
                                             SwitchIndex to) const {
  const Shared onwards = direct(second, to);
  if (onwards == nullptr) return nullptr;
  std::vector<GlobalLink> links;
  std::vector<GlobalLink> without_turn;
  for (const GlobalLink& link : links_[first]) {
    const std::uint8_t hops = onwards->hops[graph_.position(link.to)];
    if (hops == 0) without_turn.push_back(link);
    if (hops != GroupWays::kNoWay) links.push_back(link);
  }
  const bool is_short = turns_ == DownUpTurns::kNever ||
                        (turns_ == DownUpTurns::kIfNoneIsShorter && !without_turn.empty());
  if (is_short) links.swap(without_turn);
  if (links.size() == links_[first].size()) return first_to_all_[first];
  return over(first, links, LeafTurn::kBeforeFirstOfMany);
}

}  // namespace weft
