#include "common/routing/node_roles.h"

#include <algorithm>
#include <optional>

#include "common/fabric/counts.h"

namespace weft {
namespace {

std::vector<Guid> sorted_guids(const std::optional<std::vector<NamedNode>>& nodes) {
  std::vector<Guid> result;
  for (const NamedNode& node : nodes.value_or(std::vector<NamedNode>())) {
    result.push_back(node.guid);
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace

std::vector<NodeRole> node_roles(const Fabric& fabric, const Options& options) {
  const std::vector<Guid> compute = sorted_guids(options.compute_nodes);
  const std::vector<Guid> io = sorted_guids(options.io_nodes);
  std::vector<NodeRole> roles;
  roles.reserve(fabric.end_port_count());
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const EndPort& port = fabric.end_ports()[e];
    const bool is_ca = port.type == NodeType::kCa;
    if (is_ca && std::binary_search(compute.begin(), compute.end(), port.port_guid)) {
      roles.push_back(NodeRole::kCompute);
    } else if (std::binary_search(io.begin(), io.end(), port.port_guid)) {
      roles.push_back(NodeRole::kIo);
    } else {
      const bool computes = !options.compute_nodes && is_host_port(fabric, e);
      roles.push_back(computes ? NodeRole::kCompute : NodeRole::kOther);
    }
  }
  return roles;
}

}  // namespace weft
