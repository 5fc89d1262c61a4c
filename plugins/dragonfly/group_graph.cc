#include "plugins/dragonfly/group_graph.h"

#include <algorithm>
#include <tuple>

namespace weft {

GroupGraph::GroupGraph(const Fabric& fabric, const SwitchGraph& graph, const SwitchGroups& groups)
    : graph_(graph), groups_(groups), first_member_(groups.count + 1), position_(groups.of.size()) {
  std::vector<std::vector<SwitchIndex>> members(groups.count);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    position_[s] = static_cast<std::uint32_t>(members[groups.of[s]].size());
    members[groups.of[s]].push_back(s);
  }
  members_.reserve(fabric.switch_count());
  for (std::uint32_t group = 0; group < groups.count; ++group) {
    members_.insert(members_.end(), members[group].begin(), members[group].end());
    first_member_[group + 1] = static_cast<std::uint32_t>(members_.size());
    for (const SwitchIndex s : members[group]) {
      for (const LinkBundle& bundle : graph.bundles(s)) {
        if (is_local(s, bundle)) continue;
        for (const PortNum port : graph.ports(bundle)) links_.push_back({s, port, bundle.peer});
      }
    }
  }
  std::ranges::sort(links_, {}, [&](const GlobalLink& link) {
    return std::tuple(groups.of[link.from], groups.of[link.to], link.from, link.port);
  });
  for (std::uint32_t i = 0; i < links_.size(); ++i) {
    const std::uint32_t from = groups.of[links_[i].from];
    const std::uint32_t to = groups.of[links_[i].to];
    if (pairs_.empty() || pairs_.back().from != from || pairs_.back().to != to) {
      pairs_.push_back({from, to, i, 0});
    }
    ++pairs_.back().link_count;
  }
  std::uint32_t pair = 0;
  for (std::uint32_t group = 0; group <= groups.count; ++group) {
    while (pair < pairs_.size() && pairs_[pair].from < group) ++pair;
    first_pair_.push_back(pair);
  }
}

std::uint32_t GroupGraph::find_pair(std::uint32_t from, std::uint32_t to) const {
  const auto pairs = pairs_of(from);
  const auto found = std::ranges::lower_bound(pairs, to, {}, &Pair::to);
  if (found == pairs.end() || found->to != to) return kNone;
  return first_pair_[from] + static_cast<std::uint32_t>(found - pairs.begin());
}

}  // namespace weft
