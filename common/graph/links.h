// Links: the directed links between the switches of a fabric by number, and the turns from one to
// another. On each virtual lane a directed link is a channel, and a turn a dependency of channels
// (Dally, Seitz: Deadlock-Free Message Routing in Multiprocessor Interconnection Networks, IEEE
// Trans. Computers, 1987).
#ifndef WEFT_GRAPH_LINKS_H_
#define WEFT_GRAPH_LINKS_H_

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"

namespace weft {

using LinkIndex = std::uint32_t;

// A link between two switches, or of a switch to itself, in one direction.
struct Link {
  SwitchIndex from;
  SwitchIndex to;
  PortNum port;     // of `from`
  PortNum in_port;  // of `to`
  std::uint8_t data_vls;
};

// A turn: from a link to one that begins where the first ends.
struct LinkTurn {
  LinkIndex from;
  LinkIndex to;

  // NOLINTNEXTLINE(modernize-use-nullptr): what is compared with 0 where this is used is no pointer
  friend auto operator<=>(const LinkTurn&, const LinkTurn&) = default;
};

// Links are numbered in the order of their senders and ports. Cost and memory: O(ports).
class Links {
 public:
  explicit Links(const Fabric& fabric);
  // The channels of links with `vls` VLs each, 1..16, as parallel links. VL v of link l is number
  // l x vls + v; at() finds VL 0.
  Links(const Links& links, unsigned vls);

  std::span<const Link> all() const { return links_; }
  std::uint32_t switch_count() const { return static_cast<std::uint32_t>(first_.size() - 1); }
  std::uint32_t count() const { return static_cast<std::uint32_t>(links_.size()); }
  const Link& operator[](LinkIndex link) const { return links_[link]; }

  // The links out of a switch are first_of(s) .. first_of(s) + count_of(s) - 1. Their opposites
  // lead to it.
  LinkIndex first_of(SwitchIndex s) const { return first_[s]; }
  std::uint32_t count_of(SwitchIndex s) const { return first_[s + 1] - first_[s]; }
  // The switches that these links lead to.
  std::span<const SwitchIndex> neighbours(SwitchIndex s) const {
    return {to_.data() + first_[s], count_of(s)};
  }
  // The switch that a link leads to, in denser memory than (*this)[link].
  SwitchIndex to(LinkIndex link) const { return to_[link]; }
  // The other direction of the link.
  LinkIndex opposite(LinkIndex link) const { return opposite_[link]; }
  // The link out of a port, 0..port_count; kNone if that leads to no switch.
  LinkIndex at(SwitchIndex s, PortNum port) const { return at_port_[first_port_[s] + port]; }

  // Turns, also those straight back, have numbers: the turns from a link to each link out of the
  // switch that it leads to are consecutive.
  struct TurnsFrom {
    std::uint64_t first;
    LinkIndex first_link;  // the link that the first turn leads to
    std::uint32_t count;
  };
  std::uint64_t turn_count() const { return turn_count_; }
  const TurnsFrom& turns_from(LinkIndex link) const { return turns_[link]; }
  std::uint64_t turn(LinkIndex from, LinkIndex to) const {
    return turns_[from].first + (to - turns_[from].first_link);
  }
  // The turn of the reversed path.
  LinkTurn way_back(LinkTurn turn) const { return {opposite_[turn.to], opposite_[turn.from]}; }
  // Calls visit(turn, its number) for all turns, in the order of their first links.
  template <typename Visit>
  void for_each_turn(Visit visit) const;

 private:
  void number_turns();

  std::vector<Link> links_;
  std::vector<SwitchIndex> to_;   // by link, denser than links_
  std::vector<LinkIndex> first_;  // S + 1
  std::vector<LinkIndex> opposite_;
  std::vector<std::uint32_t> first_port_;  // S: of a switch's port 0 in at_port_
  std::vector<LinkIndex> at_port_;         // as Fabric::all_ports()
  std::vector<TurnsFrom> turns_;
  std::uint64_t turn_count_ = 0;
};

template <typename Visit>
void Links::for_each_turn(Visit visit) const {
  for (LinkIndex from = 0; from < count(); ++from) {
    const TurnsFrom& turns = turns_[from];
    for (std::uint32_t i = 0; i < turns.count; ++i) {
      visit(LinkTurn{from, turns.first_link + i}, turns.first + i);
    }
  }
}

}  // namespace weft

#endif  // WEFT_GRAPH_LINKS_H_
