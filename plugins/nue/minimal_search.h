// Minimal paths from all switches to one destination, by the turns of one lane and over the links
// with the least load.
#ifndef WEFT_PLUGINS_NUE_MINIMAL_SEARCH_H_
#define WEFT_PLUGINS_NUE_MINIMAL_SEARCH_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/graph/links.h"
#include "plugins/nue/first_hop.h"
#include "plugins/nue/turn_order.h"

namespace weft {

// Loads only grow, and so do the weights of a switch's steps. So from one LID of a destination
// to the next most switches need not search their best step again: it is still the best if its
// weight is unchanged; else any other step of that weight is the best. Only if the path of a
// neighbour now begins with a link of a higher rank, so that more turns lead to it, a switch
// looks at all its steps.
//
// In a tree that has lost links, minimal paths from switches in the middle and from spines to some
// leaf switches have valleys, which no order of turns allows for all. These switches send only
// answers to management, and take detours over the paths of the others.
class MinimalSearch {
 public:
  // As DestinationSearch.
  MinimalSearch(const Links& links, const TurnOrder& order, std::span<const std::uint32_t> sources,
                std::uint8_t min_vls);

  // Cost: O(links).
  void set_destination(SwitchIndex destination);

  // Each switch takes the link with the least sum of loads up to the destination, the first among
  // equals. Switches without end ports that have no minimal path by the turns of the lane take
  // a longer one, over as few others of this kind as possible. False, and the paths cannot be used,
  // if a switch with end ports has no minimal path, or a quarter of all switches. Since
  // set_destination() no load may have become less. Cost: O(links on minimal paths) the first time,
  // then O(S) and the steps that are looked at; and the links of the switches that take detours.
  bool route(std::span<const std::uint32_t> load);

  // The first hops of the switches that reach the destination, each after that of the switch behind
  // it. Switches that take detours are not in this order; no other paths lead over them.
  std::span<const FirstHop> hops() const { return hops_; }

 private:
  // A position in steps_, and its weight.
  struct Best {
    std::uint32_t step;
    std::uint64_t weight;
  };

  bool allowed(std::uint32_t rank, SwitchIndex to) const { return rank < end_[to]; }
  bool is_stuck(SwitchIndex s) const { return weight_[s] == kFarthest; }
  Best least(std::uint32_t first, std::uint32_t last, std::uint64_t enough,
             std::span<const std::uint32_t> load) const;
  Best best_of_all(std::size_t i, std::span<const std::uint32_t> load) const;
  Best best_of_growing(std::size_t i, std::span<const std::uint32_t> load) const;
  void begin_with(std::size_t i, LinkIndex link);
  void look_again_beyond(SwitchIndex s);
  bool add_detours(std::span<const std::uint32_t> load);
  LinkIndex shortest_detour(SwitchIndex s, std::span<const std::uint32_t> load) const;

  const Links* links_;
  std::span<const std::uint32_t> rank_;     // by link
  std::span<const std::uint32_t> sources_;  // by switch
  // By link: the switch that it leads to. Of a link that cannot be used, the switch that it comes
  // from, so that it is never a step.
  std::vector<SwitchIndex> to_;

  std::vector<FirstHop> hops_;
  // By position in hops_: where its steps begin in steps_ (all minimal), and the one that is taken.
  std::vector<std::uint32_t> first_step_;  // and one more
  std::vector<std::uint32_t> best_;
  std::vector<LinkIndex> steps_;
  // By switch.
  std::vector<std::uint32_t> distance_;
  std::vector<std::uint64_t> weight_;  // kFarthest: not known, so that all steps are looked at
  std::vector<std::uint32_t> end_;     // links to it must have lower ranks; 0: it has no path
  std::vector<std::uint32_t> at_;      // its position in hops_, if it is in stuck_
  // Switches that have no minimal path.
  std::vector<SwitchIndex> stuck_;
  std::vector<SwitchIndex> on_detours_;  // those of stuck_ that got a longer path
};

}  // namespace weft

#endif  // WEFT_PLUGINS_NUE_MINIMAL_SEARCH_H_
