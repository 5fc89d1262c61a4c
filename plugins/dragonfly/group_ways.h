// Ways: the shortest paths in a group of a dragonfly, to links that lead to another group, or to a
// member.
//
// In groups of rows and columns, packets to a link to another group use the row before the column,
// and packets to a member the column before the row. So the turn shows on which part of their path
// they are (dragonfly_lanes.h).
#ifndef WEFT_PLUGINS_DRAGONFLY_GROUP_WAYS_H_
#define WEFT_PLUGINS_DRAGONFLY_GROUP_WAYS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "plugins/dragonfly/group_graph.h"
#include "plugins/dragonfly/intermediate_groups.h"

namespace weft {

// By position in the group: the ports that a switch's packets may take, each as often as its share;
// none if there is no way.
struct GroupWays {
  static constexpr std::uint8_t kNoWay = 255;
  static constexpr std::uint8_t kMostHops = 3;

  std::vector<std::uint32_t> first;  // members + 1
  std::vector<PortNum> all_ports;
  // By the same position: the switch of another group to which the way by that port leads; kNone:
  // to none, or to several.
  std::vector<SwitchIndex> all_ends;
  std::vector<std::uint8_t> hops;  // links in the group, 0..kMostHops, or kNoWay
  // In turns: the number of links to another group to which the ways lead. 1 for other ways.
  std::uint32_t links = 1;

  std::span<const PortNum> ports(std::uint32_t position) const {
    return {all_ports.data() + first[position], first[position + 1] - first[position]};
  }
  std::span<const SwitchIndex> ends(std::uint32_t position) const {
    return {all_ends.data() + first[position], first[position + 1] - first[position]};
  }

  // The place in ports() for a LID, of ways in turns or inside the group. All members send to it
  // over the same link, so that successive LIDs, as those of a shift, share no link. The LIDs that
  // are left over when each link has equally many go over different ones.
  std::size_t place(std::uint32_t position, LidTurn lid) const {
    const bool is_shared = lid.number < lid.alike / links * links;
    return (lid.begin + lid.number + (is_shared ? 0 : position)) % ports(position).size();
  }
};

// The order of a member's ports in GroupWays.
enum class WayOrder : std::uint8_t {
  // That in which its ways were added.
  kAsAdded,
  // Of ways to links of begin_by(). All members have these links in one order, in which successive
  // links are of different members, as far as they have links. The i-th port of a member with ways
  // to all links, modulo their number, leads towards link i modulo `links`, and so does that of a
  // member that sends over this link: it sends on over the link for which it was chosen. Members
  // take parallel cables in turns. Without all_ends.
  kInTurns,
};

// Builds the ways of a group, link by link.
class GrowingWays {
 public:
  GrowingWays(const GroupGraph& graph, std::uint32_t group, WayOrder order = WayOrder::kAsAdded);

  std::uint8_t hops(SwitchIndex s) const { return hops_[graph_.position(s)]; }
  // A way begins at a member, or by one of its ports.
  void begin_at(SwitchIndex s) { hops_[graph_.position(s)] = 0; }
  void begin_by(const GlobalLink& link);
  // A member takes the ways of a neighbour, each of its ports once; in turns, over each of its
  // ports.
  void extend(SwitchIndex s, const LinkBundle& bundle, std::uint8_t hops);
  // A member may take the ports of a bundle, each once.
  void add_ports(SwitchIndex s, const LinkBundle& bundle, std::uint8_t hops);

  // Cost: O(members x links), times 64 at most for parallel cables.
  GroupWays take() &&;

 private:
  struct Way {
    PortNum port;
    std::uint32_t link;  // in links_; kNone: it does not lead to one
  };

  GroupWays take_as_added() &&;
  GroupWays take_in_turns() &&;
  // By number, the place of a link in turns.
  std::vector<std::uint32_t> places() const;

  const GroupGraph& graph_;
  WayOrder order_;
  std::vector<GlobalLink> links_;
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
