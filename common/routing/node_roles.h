// The roles of end ports by the administrator's lists: compute nodes, I/O nodes.
#ifndef WEFT_ROUTING_NODE_ROLES_H_
#define WEFT_ROUTING_NODE_ROLES_H_

#include <cstdint>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/routing/options.h"

namespace weft {

enum class NodeRole : std::uint8_t {
  kCompute,  // shift patterns run between these
  kIo,       // paths to these may be detours, see Options::max_reverse_hops
  kOther,
};

// By end port. As in stock OpenSM, cn_guid_file has priority over io_guid_file; without a
// cn_guid_file all CAs are compute nodes except I/O nodes and aggregation nodes. Cost:
// O((E + lines) log lines).
std::vector<NodeRole> node_roles(const Fabric& fabric, const Options& options);

}  // namespace weft

#endif  // WEFT_ROUTING_NODE_ROLES_H_
