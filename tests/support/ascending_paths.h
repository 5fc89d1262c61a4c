// Which pairs of switches have a path in some order of the links: the slow obvious way.
#ifndef WEFT_TESTS_SUPPORT_ASCENDING_PATHS_H_
#define WEFT_TESTS_SUPPORT_ASCENDING_PATHS_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "common/graph/distances.h"
#include "common/graph/links.h"
#include "common/graph/switch_graph.h"
#include "common/topology/spread_order.h"
#include "plugins/layered/lane_orders.h"

namespace weft::test {

class AscendingPaths {
 public:
  AscendingPaths(const Fabric& fabric, const Links& links, const LaneOrders& orders)
      : links_(links),
        orders_(orders),
        switches_(fabric.switch_count()),
        all_(switches_),
        distances_(distances(SwitchGraph(fabric))) {}

  // Pairs of different switches, one of which can reach the other, for which no lane has a shortest
  // path that ascends; with both ways, pairs in no order, and that path and one back.
  std::size_t pairs_without(Ways ways) const {
    std::vector<std::uint32_t> lanes(std::size_t{switches_} * switches_, 0);
    for (std::uint32_t lane = 0; lane < orders_.orders.size(); ++lane) {
      for (const SwitchIndex to : all_) add_lane(lane, to, lanes);
    }
    std::size_t pairs = 0;
    for (const SwitchIndex from : all_) {
      for (const SwitchIndex to : all_) {
        if (from == to || hops(from, to) == kFar || (ways == Ways::kBoth && from > to)) continue;
        const std::uint32_t back = ways == Ways::kBoth ? lanes[pair(to, from)] : ~0u;
        if ((lanes[pair(from, to)] & back) == 0) ++pairs;
      }
    }
    return pairs;
  }

  // The pairs that are left without a lane where there is one next link by switch and destination:
  // trees that grow from one destination after the other, with links on which the path has a lane
  // that the pair still can have; of these that of the planned path, else that of most lanes.
  std::size_t pairs_without_in_trees(const ProductLabels& labels, Ways ways) const {
    const std::vector<std::vector<std::uint32_t>> places = places_by_lane();
    std::vector<std::uint32_t> left(std::size_t{switches_} * switches_, ~0u);
    std::size_t pairs = 0;
    for (const SwitchIndex to : spread_order(labels)) {
      std::vector<LinkIndex> next(switches_, kNone);
      std::vector<std::uint32_t> lanes(switches_, 0);
      for (const SwitchIndex from : nearest_first(to)) {
        std::uint32_t& may = left[ways == Ways::kBoth ? pair(std::min(from, to), std::max(from, to))
                                                      : pair(from, to)];
        int best = 0;
        for (const LinkIndex link : links_to(from, to)) {
          const SwitchIndex via = links_[link].to;
          std::uint32_t ascend = lanes[via];
          if (via == to) ascend = (1u << places.size()) - 1;
          for (std::size_t lane = 0; lane < places.size() && via != to; ++lane) {
            if (places[lane][link] > places[lane][next[via]]) ascend &= ~(1u << lane);
          }
          if (next[from] == kNone) next[from] = link;
          if ((ascend & may) == 0) continue;
          const bool planned = begins_planned_path(orders_, labels, links_, link, to);
          const int score = std::popcount(ascend & may) + (planned ? 100 : 0);
          if (score <= best) continue;
          best = score;
          next[from] = link;
          lanes[from] = ascend;
        }
        may &= lanes[from];
        if (best == 0) ++pairs;
      }
    }
    return pairs;
  }

 private:
  Distances distances(const SwitchGraph& graph) {
    std::iota(all_.begin(), all_.end(), 0u);
    return distances_to(graph, all_, Workers(1));
  }
  std::size_t pair(SwitchIndex from, SwitchIndex to) const {
    return std::size_t{from} * switches_ + to;
  }
  Hops hops(SwitchIndex from, SwitchIndex to) const { return distances_.from(from)[to]; }

  // The first links of shortest paths.
  std::vector<LinkIndex> links_to(SwitchIndex from, SwitchIndex to) const {
    std::vector<LinkIndex> found;
    const LinkIndex first = links_.first_of(from);
    for (LinkIndex link = first; link < first + links_.count_of(from); ++link) {
      if (hops(links_[link].to, to) + 1 == hops(from, to)) found.push_back(link);
    }
    return found;
  }

  void add_lane(std::uint32_t lane, SwitchIndex to, std::vector<std::uint32_t>& lanes) const {
    const std::vector<LinkIndex>& order = orders_.orders[lane];
    std::vector<bool> leads_there(links_.count(), false);
    for (std::size_t i = order.size(); i-- > 0;) {
      const Link& link = links_[order[i]];
      if (hops(link.to, to) + 1 != hops(link.from, to)) continue;
      bool leads = link.to == to;
      const LinkIndex first = links_.first_of(link.to);
      for (LinkIndex next = first; next < first + links_.count_of(link.to); ++next) {
        leads = leads || leads_there[next];
      }
      leads_there[order[i]] = leads;
      if (leads) lanes[pair(link.from, to)] |= 1u << lane;
    }
  }

  std::vector<std::vector<std::uint32_t>> places_by_lane() const {
    std::vector<std::vector<std::uint32_t>> places;
    for (const std::vector<LinkIndex>& order : orders_.orders) {
      places.emplace_back(order.size());
      for (std::uint32_t i = 0; i < order.size(); ++i) places.back()[order[i]] = i;
    }
    return places;
  }

  std::vector<SwitchIndex> nearest_first(SwitchIndex to) const {
    std::vector<SwitchIndex> order;
    for (const SwitchIndex s : all_) {
      if (s != to && hops(s, to) != kFar) order.push_back(s);
    }
    std::ranges::stable_sort(
        order, [&](SwitchIndex a, SwitchIndex b) { return hops(a, to) < hops(b, to); });
    return order;
  }

  const Links& links_;
  const LaneOrders& orders_;
  std::uint32_t switches_;
  std::vector<SwitchIndex> all_;
  Distances distances_;
};

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_ASCENDING_PATHS_H_
