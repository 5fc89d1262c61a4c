// What the administrator's lists make of the end ports: compute nodes, I/O nodes.
#ifndef WEFT_ROUTING_NODE_ROLES_H_
#define WEFT_ROUTING_NODE_ROLES_H_

#include <cstdint>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/routing/options.h"

namespace weft {

enum class NodeRole : std::uint8_t {
  kCompute,  // what shift patterns run between
  kIo,       // may be reached over detours, see Options::max_reverse_hops
  kOther,
};

// By end port. As in stock OpenSM, cn_guid_file goes before io_guid_file, and without a
// cn_guid_file all CAs that are no I/O nodes are compute nodes, but for aggregation nodes. Cost:
// O((E + lines) log lines).
std::vector<NodeRole> node_roles(const Fabric& fabric, const Options& options);

}  // namespace weft

#endif  // WEFT_ROUTING_NODE_ROLES_H_
