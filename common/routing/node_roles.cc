#include "common/routing/node_roles.h"

#include <algorithm>
#include <optional>

namespace weft {
namespace {

std::vector<Guid> sorted(const std::optional<std::vector<Guid>>& guids) {
  std::vector<Guid> result = guids.value_or(std::vector<Guid>());
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace

std::vector<NodeRole> node_roles(const Fabric& fabric, const Options& options) {
  const std::vector<Guid> compute = sorted(options.compute_nodes);
  const std::vector<Guid> io = sorted(options.io_nodes);
  std::vector<NodeRole> roles;
  roles.reserve(fabric.end_port_count());
  for (const EndPort& port : fabric.end_ports()) {
    const bool is_ca = port.type == NodeType::kCa;
    if (is_ca && std::binary_search(compute.begin(), compute.end(), port.port_guid)) {
      roles.push_back(NodeRole::kCompute);
    } else if (std::binary_search(io.begin(), io.end(), port.port_guid)) {
      roles.push_back(NodeRole::kIo);
    } else {
      roles.push_back(is_ca && !options.compute_nodes ? NodeRole::kCompute : NodeRole::kOther);
    }
  }
  return roles;
}

}  // namespace weft
