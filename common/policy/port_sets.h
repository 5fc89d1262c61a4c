// Finds the ports of a fabric in the groups of a policy.
#ifndef WEFT_POLICY_PORT_SETS_H_
#define WEFT_POLICY_PORT_SETS_H_

#include <span>
#include <string>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/fabric/port_selection.h"
#include "common/policy/port_groups.h"

namespace weft {

// Returns the sets of the requested groups, in their order. Checks all groups: `warnings` name the
// first few GUIDs that the fabric does not have, and the first few empty groups. Cost: O(nodes) for
// each hundred regular expressions; memory for the sets that are still needed. Throws Stopped and
// std::bad_alloc.
std::vector<PortSelection> evaluate_groups(const Fabric& fabric, const PortGroups& groups,
                                           std::span<const GroupIndex> wanted,
                                           const Workers& workers,
                                           std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_POLICY_PORT_SETS_H_
