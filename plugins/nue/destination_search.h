// The search of Nue: next hops from everywhere to one destination, by the turns of one lane.
#ifndef WEFT_PLUGINS_NUE_DESTINATION_SEARCH_H_
#define WEFT_PLUGINS_NUE_DESTINATION_SEARCH_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/graph/links.h"
#include "common/graph/up_down.h"

namespace weft {

// A lane has all turns that do not go up after they went down. A path is a switch's link and the
// path of the switch behind it, so a search from the destination only has to look at one turn for
// each link.
//
// It never gets stuck. Of the switches that got a path, the highest goes down from there, since it
// has nothing above to go up to. Were there one above it that met it, that one could go down
// through it; so it is the root. And below the root, everyone can go up to the one that met it.
class DestinationSearch {
 public:
  // Uses links with min_vls data VLs at least; over these every switch but the highest has one
  // above it. sources: end ports by switch. All of them must outlive this.
  DestinationSearch(const Links& links, const Orientation& direction,
                    std::span<const std::uint32_t> sources, std::uint8_t min_vls);

  // Cost: O(links).
  void set_destination(SwitchIndex destination);

  // New paths to the destination. Minimal ones, each switch taking the link over which the sum of
  // the loads up to the destination is least, while there are such for all; from the first
  // destination on that has none for some switch, by a Dijkstra search over the loads, in which a
  // link that is loaded more than others weighs more than its share. load: paths over each link.
  // Cost: O(links on minimal paths); O(links log links) for a Dijkstra search.
  void route(std::span<const std::uint32_t> load);

  // The switches that reach the destination, itself included.
  std::span<const SwitchIndex> reached() const { return order_; }
  // kNone at the destination.
  LinkIndex next(SwitchIndex s) const { return next_[s]; }
  // Adds the paths of all end ports to the loads.
  void add_paths(std::span<std::uint32_t> load);

 private:
  struct Offer {
    std::uint64_t weight;
    std::uint32_t hops;
    LinkIndex link;
    bool operator>(const Offer& other) const;
  };

  bool usable(LinkIndex link) const {
    return (*links_)[link].data_vls >= min_vls_ && (*links_)[link].from != (*links_)[link].to;
  }
  SwitchIndex behind(LinkIndex link) const { return (*links_)[link].to; }
  bool may_turn(LinkIndex link) const;
  bool route_minimal(std::span<const std::uint32_t> load);
  void route_by_load(std::span<const std::uint32_t> load);
  void weigh_links(std::span<const std::uint32_t> load);
  void offer_links_to(SwitchIndex s);

  const Links* links_;
  std::span<const std::uint32_t> sources_;
  std::uint8_t min_vls_;
  std::vector<char> goes_up_;  // by link
  bool minimal_ = true;        // all paths so far

  // Of the destination.
  SwitchIndex destination_ = kNone;
  std::vector<SwitchIndex> order_;       // that reach it, the nearest first
  std::vector<std::uint32_t> distance_;  // by switch
  std::vector<std::uint32_t> first_;     // by position in order_, in minimal_links_
  std::vector<LinkIndex> minimal_links_;

  // Of the paths, by switch.
  std::vector<LinkIndex> next_;
  std::vector<std::uint64_t> weight_;
  std::vector<std::uint32_t> hops_;

  std::vector<std::uint64_t> cost_;  // by link
  std::vector<Offer> offers_;        // a heap
  std::vector<std::uint32_t> flows_;
  std::vector<std::uint32_t> waiting_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_NUE_DESTINATION_SEARCH_H_
