// The order of compute nodes that a routing of a fat tree is made for: who gives ranks to processes
// in this order has shift patterns without contention.
#ifndef WEFT_ROUTING_CA_ORDER_H_
#define WEFT_ROUTING_CA_ORDER_H_

#include <span>
#include <string>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/routing/options.h"
#include "common/routing/tree_destinations.h"

namespace weft {

inline constexpr const char* kCaOrderDump = "opensm-ftree-ca-order.dump";

// Compute nodes by position, kNone where nobody has one; those that are not on leaf switches, and
// have no position, follow in the order of their GUIDs.
std::vector<EndPortIndex> order_of_cas(const Fabric& fabric, const Options& options,
                                       const TreeDestinations& destinations);

// Writes a line a position as stock OpenSM does, «0x%04x\t<node description>» with the base LID, or
// «0xFFFF\tDUMMY» for kNone. verify/rank_order.h reads it. It replaces whatever has its name.
// Throws BadInput.
void write_ca_order(const Fabric& fabric, std::span<const EndPortIndex> order,
                    const std::string& path);

}  // namespace weft

#endif  // WEFT_ROUTING_CA_ORDER_H_
