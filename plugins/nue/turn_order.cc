#include "plugins/nue/turn_order.h"

#include <algorithm>

#include "common/graph/switch_graph.h"
#include "common/routing/lane_master.h"
#include "common/topology/product_labels.h"
#include "common/topology/whole_product.h"

namespace weft {

// The rank of a link up grows with the height of its beginning; the ranks of links down are higher,
// and grow with its depth.
TurnOrder up_down_turns(const Links& links, const Orientation& direction) {
  const std::uint32_t switches = links.switch_count();
  TurnOrder order;
  order.rank.reserve(links.count());
  for (const Link& link : links.all()) {
    const std::uint32_t place = direction.place[link.from];
    order.rank.push_back(direction.goes_up(link.from, link.to) ? switches - place
                                                               : switches + 1 + place);
  }
  return order;
}

std::optional<TurnOrder> dimension_order_turns(const Fabric& fabric, const Links& links) {
  const SwitchGraph graph(fabric);
  const ProductLabels labels = find_products(graph);
  if (labels.products.size() != 1 || !are_whole(graph, labels)) return std::nullopt;
  const Product& product = labels.products.front();
  if (product.switches.size() != fabric.switch_count()) return std::nullopt;
  std::uint32_t largest = 0;
  for (const Dimension& dimension : product.dimensions) {
    largest = std::max(largest, dimension.size);
  }
  TurnOrder order;
  order.rank.reserve(links.count());
  for (const Link& link : links.all()) {
    const ProductStep step = labels.step(link.from, link.to);
    if (step.dimension == kNone) return std::nullopt;
    const auto& [kind, size] = product.dimensions[step.dimension];
    std::uint32_t within = 0;  // in a clique there are no turns from one of its links to another
    if (kind != DimensionKind::kClique) {
      const std::uint32_t at = product.place(labels.row_of[link.from])[step.dimension];
      // In a ring, the step down from the first switch is the last.
      within = step.up ? at : (at == 0 ? size : size - at) - 1;
    }
    order.rank.push_back(step.dimension * largest + within);
  }
  return order;
}

AcyclicTurns all_turns(const Links& links, const TurnOrder& order) {
  AcyclicTurns turns(links, {}, kMostMasterWork);
  turns.add_where([&](LinkTurn turn) { return order.allows(turn.from, turn.to); });
  return turns;
}

}  // namespace weft
