// The search of Nue: next hops from everywhere to one destination, by the turns of one lane.
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
// It never gets stuck. With up*/down*: of the switches that got a path, the highest goes down from
// there, since it has nothing above to go up to. Were there one above it that met it, that one
// could go down through it; so it is the root. And below the root, everyone can go up to the one
// that met it. In dimension order: a switch that is where the destination is in the first
// dimensions has a neighbour nearer in the next one whose path begins in that or a later one, since
// no other may come before a path's first dimension.
class DestinationSearch {
 public:
  // Uses links with min_vls data VLs at least; over these every switch but the highest has one
  // above it, or the order is that of dimensions. sources: sources_by_switch(). expected_mean: the
  // mean load of all links in the end. All of them must outlive this.
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

  // New paths to the destination. Minimal ones, each switch taking the link over which the sum of
  // the loads up to the destination is least, while there are such for all that have end ports;
  // from the first destination on that has none for some of these, by a Dijkstra search over the
  // loads, in which a link that is loaded more than others weighs more than its share. load: paths
  // over each link, none less than in the call before. Cost: that of minimal_search.h or
  // load_search.h.
  void route(std::span<const std::uint32_t> load) {
    minimal_ = minimal_ && minimal_search_.route(load);
    if (!minimal_) load_search_.route(destination_, load);
  }

  // Those of the switches that reach the destination, each after the one of the switch behind it.
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
