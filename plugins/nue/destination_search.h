// The search of Nue: next hops from all switches to one destination, by the turns of one lane.
#ifndef WEFT_PLUGINS_NUE_DESTINATION_SEARCH_H_
#define WEFT_PLUGINS_NUE_DESTINATION_SEARCH_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/graph/links.h"
#include "plugins/nue/first_hop.h"
#include "plugins/nue/load_search.h"
#include "plugins/nue/minimal_search.h"
#include "plugins/nue/turn_order.h"

namespace weft {

// A lane has all turns of an order. A path is a switch's link and the path of the switch behind it,
// so a search from the destination only has to look at one turn for each link.
//
// It never gets stuck. With up*/down*: take the highest switch with a path; its path begins down,
// since no higher switch has a path. If a switch above had met it in grow_direction(), that switch
// could go down through it, and would have a path too; so it is the root. Every switch below the
// root can go up to the switch that met it. In dimension order: a switch whose first coordinates
// are those of the destination has a neighbour that is nearer in the next dimension; that
// neighbour's path begins in this dimension or a later one, so the turn is allowed.
class DestinationSearch {
 public:
  // Uses links with min_vls data VLs at least. By these links every switch but the highest must
  // have a switch above it, or the order must be that of dimensions. sources: sources_by_switch().
  // expected_mean: the final mean load of all links. All arguments must outlive this.
  DestinationSearch(const Links& links, const TurnOrder& order,
                    std::span<const std::uint32_t> sources, std::uint8_t min_vls,
                    std::uint64_t expected_mean)
      : sources_(sources),
        flows_(sources.begin(), sources.end()),
        minimal_search_(links, order, sources, min_vls),
        load_search_(links, order, min_vls, expected_mean) {}

  // Cost: O(links) as long as all paths are minimal, O(1) afterwards.
  void set_destination(SwitchIndex destination) {
    destination_ = destination;
    if (minimal_) minimal_search_.set_destination(destination);
  }

  // New paths to the destination. As long as all switches with end ports have minimal paths to each
  // destination, paths are minimal, and each switch takes the link with the least sum of loads up
  // to the destination. From the first destination on that some of these cannot reach minimally, a
  // Dijkstra search over the loads finds them, in which a link with more than the mean load weighs
  // more than its share. load: paths over each link, none less than in the previous call. Cost:
  // that of minimal_search.h or load_search.h.
  void route(std::span<const std::uint32_t> load) {
    minimal_ = minimal_ && minimal_search_.route(load);
    if (!minimal_) load_search_.route(destination_, load);
  }

  // The first hops of the switches that reach the destination, each after that of the switch behind
  // it.
  std::span<const FirstHop> hops() const {
    return minimal_ ? minimal_search_.hops() : load_search_.hops();
  }

  // Adds the paths of all end ports to the loads. Cost: O(S).
  void add_paths(std::span<std::uint32_t> load) {
    const std::span<const FirstHop> hops = this->hops();
    for (std::size_t i = hops.size(); i-- > 0;) {
      const FirstHop& hop = hops[i];
      const std::uint32_t flow = flows_[hop.from];
      flows_[hop.from] = sources_[hop.from];
      load[hop.link] += flow;
      flows_[hop.to] += flow;
    }
    flows_[destination_] = sources_[destination_];
  }

 private:
  std::span<const std::uint32_t> sources_;
  std::vector<std::uint32_t> flows_;  // by switch; sources_ between two calls
  SwitchIndex destination_ = kNone;
  bool minimal_ = true;  // all paths so far
  MinimalSearch minimal_search_;
  LoadSearch load_search_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_NUE_DESTINATION_SEARCH_H_
