// Fat-tree routing by a closed formula over a known structure (D-mod-K): a host's position in the
// complete tree chooses its way, even if parts are missing. Jobs on aligned blocks of hosts have no
// contention inside. The vendor's engine of this name is for parallel ports generalised fat
// trees and quasi fat trees (tree_shape.h). See fat_tree_routing.h.
#include "plugins/fat_tree/pqft.h"

#include "plugins/fat_tree/fat_tree_routing.h"

namespace weft {
namespace {

Routing route_pqft(const RouteRequest& request, Tables rows) {
  const auto& structure = request.options.pqft_structure;
  return route_fat_tree(request, structure ? &*structure : nullptr, rows);
}

}  // namespace

const EngineInfo& pqft_engine() {
  static constexpr EngineInfo kEngine = {
      "pqft",
      "fat trees of a given structure, without contention inside aligned blocks of hosts",
      Claims{.credit_loop_free = true},
      &route_pqft,
      {"pqft"}};
  return kEngine;
}

}  // namespace weft
