// The groups of a dragonfly, and the links between them.
// Tested by tests/plugins/dragonfly/group_ways_test.cc.
#ifndef WEFT_PLUGINS_DRAGONFLY_GROUP_GRAPH_H_
#define WEFT_PLUGINS_DRAGONFLY_GROUP_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/switch_graph.h"
#include "common/topology/switch_groups.h"

namespace weft {

// A link between two groups, in one direction.
struct GlobalLink {
  SwitchIndex from;
  PortNum port;  // of `from`
  SwitchIndex to;
};

class GroupGraph {
 public:
  // All arguments must outlive it. Requires: groups were found. Cost: O(ports x log of the ports).
  // Memory: O(switches + links).
  GroupGraph(const Fabric& fabric, const SwitchGraph& graph, const SwitchGroups& groups);

  const SwitchGroups& groups() const { return groups_; }
  std::uint32_t count() const { return groups_.count; }
  std::uint32_t group_of(SwitchIndex s) const { return groups_.of[s]; }

  // In ascending order.
  std::span<const SwitchIndex> members(std::uint32_t group) const {
    return {members_.data() + first_member_[group],
            first_member_[group + 1] - first_member_[group]};
  }
  // The position of a switch among the members of its group.
  std::uint32_t position(SwitchIndex s) const { return position_[s]; }

  // Two linked groups, in one direction. Pairs are in the order of the first group, then
  // of the second.
  struct Pair {
    std::uint32_t from;
    std::uint32_t to;
    std::uint32_t first_link;
    std::uint32_t link_count;
  };
  std::span<const Pair> pairs() const { return pairs_; }
  std::span<const Pair> pairs_of(std::uint32_t group) const {
    return {pairs_.data() + first_pair_[group], first_pair_[group + 1] - first_pair_[group]};
  }
  // The position in pairs(); kNone: the groups are not linked. Cost: O(log of the group's pairs).
  std::uint32_t find_pair(std::uint32_t from, std::uint32_t to) const;
  bool has_link(SwitchIndex s, std::uint32_t group) const {
    return groups_.joins[std::size_t{s} * groups_.count + group];
  }
  // In the order of their senders and ports.
  std::span<const GlobalLink> links(std::uint32_t pair) const {
    return {links_.data() + pairs_[pair].first_link, pairs_[pair].link_count};
  }

  // The links of a switch to its neighbours in its group.
  std::span<const LinkBundle> bundles(SwitchIndex s) const { return graph_.bundles(s); }
  bool is_local(SwitchIndex s, const LinkBundle& bundle) const {
    return groups_.of[bundle.peer] == groups_.of[s];
  }
  bool share_row(SwitchIndex a, SwitchIndex b) const { return groups_.row[a] == groups_.row[b]; }
  // Should the two switches be linked?
  bool share_line(SwitchIndex a, SwitchIndex b) const {
    return share_row(a, b) || groups_.column[a] == groups_.column[b];
  }
  std::span<const PortNum> ports(const LinkBundle& bundle) const { return graph_.ports(bundle); }

 private:
  const SwitchGraph& graph_;
  const SwitchGroups& groups_;
  std::vector<SwitchIndex> members_;
  std::vector<std::uint32_t> first_member_;  // count + 1
  std::vector<std::uint32_t> position_;
  std::vector<GlobalLink> links_;
  std::vector<Pair> pairs_;
  std::vector<std::uint32_t> first_pair_;  // count + 1
};

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_GROUP_GRAPH_H_
