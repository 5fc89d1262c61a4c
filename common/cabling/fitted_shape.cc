#include "common/cabling/fitted_shape.h"

#include <utility>

#include "common/cabling/lonely_links.h"
#include "common/topology/tree_fit.h"
#include "common/topology/typical_shape.h"

namespace weft {
namespace {

FittedShape look(const Fabric& fabric, const SwitchGraph& graph, const Workers& workers) {
  FittedShape fitted;
  fitted.shape = recognise(fabric, {}, workers);
  fitted.odd = find_odd_links(graph, fitted.shape);
  fitted.explained = explain_odd_links(fitted.odd.links);
  if (fitted.shape.kind == ShapeKind::kTree) {
    const TreeShape typical = typical_shape(fabric, fitted.shape.tree);
    const TreeFit fit = fit_tree(fabric, fitted.shape.tree, typical);
    fitted.lost_switches = fit.lost_switches;
    fitted.describe_tree = describe_fit(typical, fit);
  }
  return fitted;
}

std::size_t odd_parts(const FittedShape& fitted) {
  return fitted.explained.moved.size() + fitted.explained.rest.size() + fitted.odd.switches.size() +
         fitted.odd.groups.size();
}

}  // namespace

FittedShape fit_shape(const Fabric& fabric, const SwitchGraph& graph, const Workers& workers) {
  std::uint64_t links = 0;  // between switches
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (const LinkBundle& bundle : graph.bundles(s)) {
      if (s < bundle.peer) links += bundle.port_count;
    }
  }
  FittedShape best = look(fabric, graph, workers);
  for (const auto& pairs : find_lonely_links(graph)) {
    if (odd_parts(best) == 0 && best.odd.matched == links) break;
    FittedShape other = look(without_links(fabric, graph, pairs), graph, workers);
    const bool is_better =
        other.odd.matched > best.odd.matched ||
        (other.odd.matched == best.odd.matched && odd_parts(other) < odd_parts(best));
    if (is_better) best = std::move(other);
  }
  // Links between groups of a dragonfly are not matched one by one.
  const ShapeKind kind = best.shape.kind;
  best.are_links_judged = kind == ShapeKind::kGroups
                              ? best.odd.matched > 0
                              : kind != ShapeKind::kOther && 4 * best.odd.matched >= 3 * links;
  return best;
}

}  // namespace weft
