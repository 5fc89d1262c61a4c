#include "plugins/fat_tree/order_of_cas.h"

#include "common/routing/node_roles.h"

namespace weft {

std::vector<EndPortIndex> order_of_cas(const Fabric& fabric, const Options& options,
                                       const TreeDestinations& destinations) {
  std::vector<EndPortIndex> order = destinations.compute_nodes;
  std::vector<bool> has_position(fabric.end_port_count());
  for (const EndPortIndex e : order) {
    if (e != kNone) has_position[e] = true;
  }
  const std::vector<NodeRole> roles = node_roles(fabric, options);
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    if (roles[e] == NodeRole::kCompute && !has_position[e] && fabric.end_ports()[e].lid != 0) {
      order.push_back(e);
    }
  }
  return order;
}

}  // namespace weft
