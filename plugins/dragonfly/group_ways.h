// Ways: the shortest paths in a group of a dragonfly, to links that lead to another group, or to a
// member.
//
// In groups of rows and columns, packets to a link to another group use the row before the column,
// and packets to a member the column before the row. So the turn shows on which part of their path
// they are (dragonfly_lanes.h).
#ifndef WEFT_PLUGINS_DRAGONFLY_GROUP_WAYS_H_
#define WEFT_PLUGINS_DRAGONFLY_GROUP_WAYS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "plugins/dragonfly/group_graph.h"

namespace weft {

// By position in the group: the ports that a switch's packets may take, each as often as its share;
// none if there is no way. The ports take turns, as evenly as their shares allow, so that
// successive LIDs leave by different ports.
struct GroupWays {
  static constexpr std::uint8_t kNoWay = 255;
  static constexpr std::uint8_t kMostHops = 3;

  std::vector<std::uint32_t> first;  // members + 1
  std::vector<PortNum> all_ports;
  // By the same position: the switch of another group to which the way by that port leads; kNone:
  // to none, or to several.
  std::vector<SwitchIndex> all_ends;
  std::vector<std::uint8_t> hops;  // links in the group, 0..kMostHops, or kNoWay

  std::span<const PortNum> ports(std::uint32_t position) const {
    return {all_ports.data() + first[position], first[position + 1] - first[position]};
  }
  std::span<const SwitchIndex> ends(std::uint32_t position) const {
    return {all_ends.data() + first[position], first[position + 1] - first[position]};
  }
};

// Builds the ways of a group, link by link.
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
  // A member takes the ways of a neighbour, each of its ports once.
  void extend(SwitchIndex s, const LinkBundle& bundle, std::uint8_t hops);
  // A member may take the ports of a bundle, each once.
  void add_ports(SwitchIndex s, const LinkBundle& bundle, std::uint8_t hops);

  GroupWays take() &&;

 private:
  struct Way {
    PortNum port;
    SwitchIndex end;
  };

  // Puts ways by one port far apart.
  static void take_turns(std::vector<Way>& ways);

  const GroupGraph& graph_;
  std::vector<std::vector<Way>> ways_;  // by position, as hops_
  std::vector<std::uint8_t> hops_;
};

// Ways to the links from a group to another one; those of a switch are consecutive. Cost: O(links
// of the group).
GroupWays ways_to_links(const GroupGraph& graph, std::uint32_t group,
                        std::span<const GlobalLink> links);

// Keeps the ways to the links that end nearest to a switch. to_switch: the ways to the switch in
// the group that the links lead to. Cost: O(ways).
GroupWays nearest_ways(const GroupGraph& graph, const GroupWays& ways, const GroupWays& to_switch);

// The links of a pair at whose end the ways onwards have at most one link in the group: packets
// that come in may take no more (dragonfly_lanes.h).
std::vector<GlobalLink> links_through(const GroupGraph& graph, std::uint32_t pair,
                                      const GroupWays& onwards);

// Ways to a member of the group; the member itself has none. A switch that is not linked to it may
// send through another member of the row or column of both, if packets have a VL for that last
// link (dragonfly_lanes.h): around_missing. Cost: O(links of the group).
GroupWays ways_to_member(const GroupGraph& graph, SwitchIndex to, bool around_missing);

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_GROUP_WAYS_H_
