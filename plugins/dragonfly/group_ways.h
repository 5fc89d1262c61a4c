// Ways in a group of a dragonfly: to links that lead to another group, and to a member.
//
// In groups of rows and columns packets go along the row before the column towards a link to
// another group, and along the column before the row towards a member: which of both turns they
// make tells on which part of their path they are (dragonfly_lanes.h).
#ifndef WEFT_PLUGINS_DRAGONFLY_GROUP_WAYS_H_
#define WEFT_PLUGINS_DRAGONFLY_GROUP_WAYS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "plugins/dragonfly/group_graph.h"

namespace weft {

// By position in the group: ports that a switch's packets may take, each of them as often as it is
// to be taken; none where no way is left. Ways are the shortest that there are.
struct GroupWays {
  static constexpr std::uint8_t kNoWay = 255;
  static constexpr std::uint8_t kMostHops = 3;

  std::vector<std::uint32_t> first;  // members + 1
  std::vector<PortNum> all_ports;
  // Of each of these ports: the switch of another group that the link there ends at; kNone: it
  // leads to none, or to several.
  std::vector<SwitchIndex> all_ends;
  std::vector<std::uint8_t> hops;  // links in the group, 0..kMostHops, or kNoWay

  std::span<const PortNum> ports(std::uint32_t position) const {
    return {all_ports.data() + first[position], first[position + 1] - first[position]};
  }
  std::span<const SwitchIndex> ends(std::uint32_t position) const {
    return {all_ends.data() + first[position], first[position + 1] - first[position]};
  }
};

// Ways of a group that get longer by one link after the other.
class GrowingWays {
 public:
  GrowingWays(const GroupGraph& graph, std::uint32_t group);

  std::uint8_t hops(SwitchIndex s) const { return hops_[graph_.position(s)]; }
  // A way begins at a member, or by one of its ports.
  void begin_at(SwitchIndex s) { hops_[graph_.position(s)] = 0; }
  void begin_by(const GlobalLink& link) {
    ways_[graph_.position(link.from)].push_back({link.port, link.to});
    begin_at(link.from);
  }
  // A member takes those of a neighbour, as often as that has ports.
  void extend(SwitchIndex s, const LinkBundle& bundle, std::uint8_t hops);
  // A member may take the ports of a bundle, each once.
  void add_ports(SwitchIndex s, const LinkBundle& bundle, std::uint8_t hops);

  GroupWays take() &&;

 private:
  struct Way {
    PortNum port;
    SwitchIndex end;
  };

  const GroupGraph& graph_;
  std::vector<std::vector<Way>> ways_;  // by position, as hops_
  std::vector<std::uint8_t> hops_;
};

// To links that lead from a group to another one; those of a switch stand together. Cost: O(links
// of the group).
GroupWays ways_to_links(const GroupGraph& graph, std::uint32_t group,
                        std::span<const GlobalLink> links);

// Of ways to links those to the links that end nearest to a switch. to_switch: the ways to it of
// the group that the links lead to. Cost: O(ways).
GroupWays nearest_ways(const GroupGraph& graph, const GroupWays& ways, const GroupWays& to_switch);

// Those links of a pair that lead to a switch which is at most one link away from one where its
// group's ways onwards begin: packets that come in may take no more (dragonfly_lanes.h).
std::vector<GlobalLink> links_through(const GroupGraph& graph, std::uint32_t pair,
                                      const GroupWays& onwards);

// To a member of the group. Of the member itself there are none. Whoever is not joined to it may go
// through another one of the row or column that both are in, if packets have a VL for that last
// link (dragonfly_lanes.h). Cost: O(links of the group).
GroupWays ways_to_member(const GroupGraph& graph, SwitchIndex to, bool around_missing);

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_GROUP_WAYS_H_
