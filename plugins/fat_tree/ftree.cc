// Fat-tree routing: of the shortest up*/down* paths, those that the position of the destination in
// the tree asks for, so that a shift pattern over the compute nodes meets no contention (D-mod-K).
// fat_tree_routing.h tells how.
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
