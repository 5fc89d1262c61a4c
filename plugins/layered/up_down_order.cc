#include "plugins/layered/up_down_order.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "common/fabric/counts.h"
#include "common/topology/tree_roots.h"

namespace weft {

Orientation likely_orientation(const RouteRequest& request, const SwitchGraph& graph) {
  const Fabric& fabric = request.fabric;
  const std::vector<SwitchIndex> all = all_switches(fabric);
  const auto roots = likely_roots(fabric, distances_to(graph, all, request.workers));
  std::vector<Hops> ranks = ranks_below(graph, roots.front());
  lift_dead_ends(fabric, graph, ranks);
  return order_by_rank(ranks, guids_by_switch(fabric));
}

std::vector<LinkIndex> up_down_order(const Links& links, const Orientation& orientation) {
  std::vector<std::pair<std::int64_t, LinkIndex>> keyed;
  keyed.reserve(links.count());
  for (LinkIndex l = 0; l < links.count(); ++l) {
    const std::int64_t place = orientation.place[links[l].from];
    keyed.emplace_back(orientation.goes_up(links[l].from, links[l].to) ? -1 - place : 1 + place, l);
  }
  std::sort(keyed.begin(), keyed.end());
  std::vector<LinkIndex> order;
  order.reserve(keyed.size());
  for (const auto& [key, link] : keyed) order.push_back(link);
  return order;
}

}  // namespace weft
