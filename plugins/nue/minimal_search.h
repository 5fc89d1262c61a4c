// Minimal paths from everywhere to one destination, by the turns of one lane and over the links
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

// Loads only grow, and with them what the steps of a switch weigh. So from one LID of a destination
// to the next most switches need not look for their best step again: it is still the best if it
// weighs what it did, and if not, any other that weighs as much is. Only where the path of a
// neighbour has come to begin with a link of a higher rank, so that more turns lead to it, a switch
// looks at all of its steps.
//
// In a tree that has lost links, minimal paths from switches in the middle and from spines to some
// leaf switches go down and up again, which no order of turns allows for all. Nothing but answers
// to management comes from there: these take detours by what the others found.
class MinimalSearch {
 public:
  // As DestinationSearch.
  MinimalSearch(const Links& links, const TurnOrder& order, std::span<const std::uint32_t> sources,
                std::uint8_t min_vls);

  // Cost: O(links).
  void set_destination(SwitchIndex destination);

  // Each switch takes the link over which the sum of the loads up to the destination is least, of
  // several the first. Switches without end ports that have no such path which makes only turns of
  // the lane take one that does, over as few of each other as can be. False, and the paths are of
  // no use, if a switch with end ports has none, or a quarter of all. Since set_destination() no
  // load may have become less. Cost: O(links on minimal paths) the first time, then O(S) and the
  // steps that are looked at; and the links of the switches that take detours.
  bool route(std::span<const std::uint32_t> load);

  // Those of the switches that reach the destination, each after the one of the switch behind it,
  // but for those that take detours, over which nobody else's paths lead.
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
  // By link: where it leads to; where it comes from, which is never a step, if it is not usable.
  std::vector<SwitchIndex> to_;

  std::vector<FirstHop> hops_;
  // By position in hops_: those of steps_, which are minimal, and which of them the hop is.
  std::vector<std::uint32_t> first_step_;  // and one more
  std::vector<std::uint32_t> best_;
  std::vector<LinkIndex> steps_;
  // By switch.
  std::vector<std::uint32_t> distance_;
  std::vector<std::uint64_t> weight_;  // kFarthest: not known, so that all steps are looked at
  std::vector<std::uint32_t> end_;     // links to there must have lower ranks; 0: there is no path
  std::vector<std::uint32_t> at_;      // in hops_, if it is in stuck_
  // Switches that have no minimal path.
  std::vector<SwitchIndex> stuck_;
  std::vector<SwitchIndex> on_detours_;  // those of them that have got another
};

}  // namespace weft

#endif  // WEFT_PLUGINS_NUE_MINIMAL_SEARCH_H_
