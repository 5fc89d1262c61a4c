// The search of Nue: next hops from everywhere to one destination, by the turns of one lane.
#ifndef WEFT_PLUGINS_NUE_DESTINATION_SEARCH_H_
#define WEFT_PLUGINS_NUE_DESTINATION_SEARCH_H_

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/graph/links.h"
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
                    std::uint64_t expected_mean);

  // Cost: O(links) as long as all paths are minimal, O(1) afterwards.
  void set_destination(SwitchIndex destination);

  // New paths to the destination. Minimal ones, each switch taking the link over which the sum of
  // the loads up to the destination is least, while there are such for all; from the first
  // destination on that has none for some switch, by a Dijkstra search over the loads, in which a
  // link that is loaded more than others weighs more than its share. load: paths over each link.
  // Cost: O(links on minimal paths); O(links log links) for a Dijkstra search.
  void route(std::span<const std::uint32_t> load);

  // The switches that reach the destination, itself first.
  std::span<const SwitchIndex> reached() const { return order_; }
  // kNone at the destination.
  LinkIndex next(SwitchIndex s) const { return paths_[s].next; }
  // Adds the paths of all end ports to the loads.
  void add_paths(std::span<std::uint32_t> load);

 private:
  // The best found so far; all kNone and kFarthest where there is none.
  struct Path {
    std::uint64_t weight = kFarthest;
    std::uint32_t hops = kNone;
    LinkIndex next = kNone;
  };
  struct Offer {
    std::uint64_t weight;
    std::uint32_t hops;
    LinkIndex link;
    SwitchIndex from;
    bool operator>(const Offer& other) const {
      if (weight != other.weight) return weight > other.weight;
      return hops != other.hops ? hops > other.hops : link > other.link;
    }
  };
  // A link seen from where it leads to.
  struct Approach {
    LinkIndex link;
    SwitchIndex from;
    std::uint32_t rank;
  };
  // The same from where it begins.
  struct Step {
    LinkIndex link;
    SwitchIndex to;
  };

  static constexpr std::uint64_t kFarthest = std::numeric_limits<std::uint64_t>::max();

  bool usable(LinkIndex link) const;
  std::span<const Approach> approaches(SwitchIndex s) const;
  bool may_turn(const Step& step) const;
  void forget_paths();
  void find_minimal_steps();
  bool route_minimal(std::span<const std::uint32_t> load);
  void route_by_load(std::span<const std::uint32_t> load);
  void offer_paths_through(SwitchIndex s, std::span<const std::uint32_t> load);
  void weigh_mean(std::span<const std::uint32_t> load);
  std::uint64_t cost(std::uint64_t paths) const;

  const Links* links_;
  std::span<const std::uint32_t> sources_;
  std::uint8_t min_vls_;
  const std::vector<std::uint32_t>* rank_;  // by link
  std::uint64_t expected_mean_;
  std::vector<Approach> approaches_;           // by switch, and in ascending order of ranks
  std::vector<std::uint32_t> first_approach_;  // by switch, and one more
  bool minimal_ = true;                        // all paths so far

  // Of the destination.
  SwitchIndex destination_ = kNone;
  std::vector<std::uint32_t> first_;  // by position in order_, in minimal_steps_
  std::vector<Step> minimal_steps_;

  std::vector<Path> paths_;         // by switch
  std::vector<SwitchIndex> order_;  // that have one: each after the switch behind its link

  std::uint64_t inverse_of_mean_ = 0;  // of the loads, by 2^32
  std::uint64_t detour_ = 0;           // what a link weighs by itself
  std::vector<Offer> offers_;          // a heap
  std::vector<std::uint32_t> flows_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_NUE_DESTINATION_SEARCH_H_
