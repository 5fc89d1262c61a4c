// Fat-tree routing: the position of the destination in the tree chooses among the shortest
// up*/down* paths, so that shift patterns over the compute nodes have no contention (D-mod-K). See
// fat_tree_routing.h.
#include "plugins/fat_tree/ftree.h"

#include "plugins/fat_tree/fat_tree_routing.h"

namespace weft {
namespace {

Routing route_ftree(const RouteRequest& request, Tables rows) {
  return route_fat_tree(request, nullptr, rows);
}

}  // namespace

const EngineInfo& ftree_engine() {
  static constexpr EngineInfo kEngine = {
      "ftree", "fat trees, without contention in shift patterns, free of credit loops",
      Claims{.credit_loop_free = true}, &route_ftree};
  return kEngine;
}

}  // namespace weft
