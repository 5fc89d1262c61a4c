// Ways in the groups of a Dragonfly+: up to a spine and down from it, and from the wrong spine down
// to a leaf switch and up again.
#ifndef WEFT_PLUGINS_DRAGONFLY_LEAF_SPINE_WAYS_H_
#define WEFT_PLUGINS_DRAGONFLY_LEAF_SPINE_WAYS_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/routing/options.h"
#include "plugins/dragonfly/group_graph.h"
#include "plugins/dragonfly/group_ways.h"
#include "plugins/dragonfly/leaf_spine_groups.h"

namespace weft {

class LeafSpineWays {
 public:
  // Null: no switch of the group has a way.
  using Shared = std::shared_ptr<const GroupWays>;

  // turns: whether paths go down and up again in an intermediate group. The first two outlive it.
  // Cost: O(links of a group) for each pair of groups. Throws Stopped and std::bad_alloc.
  LeafSpineWays(const Fabric& fabric, const GroupGraph& graph, const LeafSpineGroups& groups,
                DownUpTurns turns, const Workers& workers);

  // Do all switches with end ports have minimal paths to the switches of all other groups?
  bool are_whole() const { return are_whole_; }

  // Does each switch of the group with end ports have one of these ways?
  bool serve(const GroupWays& ways, std::uint32_t group) const;

  // Ways inside the switch's group; the switch itself has none. Cost: O(links of the group).
  GroupWays to_member(SwitchIndex to) const;

  // The next functions return ways in the first group of a pair of linked groups
  // (GroupGraph::pairs()), to links by which packets can arrive: after such a link they go down to
  // a leaf switch that is linked to the spine, or to a spine by the turn for that. Hops are links
  // in the first group: 0 or 1, and 2 from spines by a turn. Cost: O(links of the group) if links
  // are missing, and for paths through other groups also with any option but kAllowed; else O(links
  // of the pair).

  // To a switch of the second group, with turns at leaf switches of this kind.
  Shared direct(std::uint32_t pair, SwitchIndex to, LeafTurn turn = LeafTurn::kBeforeLast) const;
  // Ways for the leaf switches of a group that have none of the given ways: up to a spine, which is
  // in the first half of the spines (LeafSpineGroups::turn), and down to a leaf switch that has
  // one. Three hops.
  Shared climbs(const GroupWays& ways, std::uint32_t group) const;
  // To the second group of `first`, and from there over a link of `second` to a switch.
  Shared through(std::uint32_t first, std::uint32_t second, SwitchIndex to) const;

 private:
  bool arrives(SwitchIndex spine, SwitchIndex to) const {
    return arrives_[first_arrival_[graph_.group_of(to)] +
                    std::size_t{graph_.position(spine)} *
                        graph_.members(graph_.group_of(to)).size() +
                    graph_.position(to)];
  }
  void find_arrivals(std::uint32_t group);
  bool reach_all(std::uint32_t pair) const;
  std::vector<GlobalLink> spine_links(std::uint32_t pair) const;
  Shared over(std::uint32_t pair, std::span<const GlobalLink> links, LeafTurn turn) const;

  const GroupGraph& graph_;
  const LeafSpineGroups& groups_;
  DownUpTurns turns_;
  std::vector<std::uint32_t> sources_;  // by switch: end ports
  // By group, then by the positions of two members: is the first a spine whose packets may go down
  // to the second, or by a turn kAfterLast to it?
  std::vector<std::size_t> first_arrival_;
  std::vector<bool> arrives_;
  // By pair: all links between spines.
  std::vector<std::vector<GlobalLink>> links_;
  std::vector<Shared> to_all_;        // turning kBeforeLast
  std::vector<Shared> first_to_all_;  // turning kBeforeFirstOfMany
  bool are_whole_ = false;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_LEAF_SPINE_WAYS_H_
