// Paths from all switches to one destination, by the turns of one lane, that avoid links with more
// than the mean load.
#ifndef WEFT_PLUGINS_NUE_LOAD_SEARCH_H_
#define WEFT_PLUGINS_NUE_LOAD_SEARCH_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/graph/links.h"
#include "plugins/nue/first_hop.h"
#include "plugins/nue/radix_queue.h"
#include "plugins/nue/turn_order.h"

namespace weft {

// Dijkstra's search. Switches whose weights differ by less than the lightest link are settled
// together, without sorting, since none of them is on the path of another (Dinitz 1978; Denardo,
// Fox: Shortest-Route Methods 1, Operations Research, 1979).
class LoadSearch {
 public:
  // As DestinationSearch.
  LoadSearch(const Links& links, const TurnOrder& order, std::uint8_t min_vls,
             std::uint64_t expected_mean);

  // Cost: O(links log(weight of a path / weight of a link)).
  void route(SwitchIndex destination, std::span<const std::uint32_t> load);

  // The first hops of the switches that reach the destination, each after that of the switch behind
  // it.
  std::span<const FirstHop> hops() const { return hops_; }

 private:
  // The best path so far; kNone and kFarthest: there is none.
  struct Path {
    std::uint64_t weight = kFarthest;
    std::uint32_t hops = kNone;
    LinkIndex next = kNone;
  };
  // The weight of a link.
  struct Cost {
    std::uint64_t inverse_of_mean = 0;  // of the loads, by 2^32
    std::uint64_t detour = 0;           // of any link, at any load

    std::uint64_t of(std::uint64_t paths) const {
      const std::uint64_t means = paths * inverse_of_mean >> 28;  // in sixteenths
      return detour + paths + paths * means / 16;
    }
  };
  // A link, from the view of the switch that it leads to.
  struct Approach {
    LinkIndex link;
    SwitchIndex from;
    std::uint32_t rank;
  };

  void offer_paths_through(SwitchIndex s, std::uint32_t end, std::span<const std::uint32_t> load);
  void weigh_mean(std::span<const std::uint32_t> load);
  std::uint64_t key(std::uint64_t weight) const { return weight >> settled_together_; }

  const Links* links_;
  std::span<const std::uint32_t> rank_;  // by link
  std::uint64_t expected_mean_;
  std::vector<Approach> approaches_;           // by switch, then in ascending order of ranks
  std::vector<std::uint32_t> first_approach_;  // by switch, and one more

  Cost cost_;
  unsigned settled_together_ = 0;  // 2 to this power is at most the detour
  RadixQueue queue_;               // of switches
  std::vector<Path> paths_;        // by switch
  std::vector<FirstHop> hops_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_NUE_LOAD_SEARCH_H_
