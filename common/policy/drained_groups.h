// Replaces port groups of a policy by the switches and links to drain.
// Tested by tests/common/policy/drained_groups_test.cc.
#ifndef WEFT_POLICY_DRAINED_GROUPS_H_
#define WEFT_POLICY_DRAINED_GROUPS_H_

#include <span>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/drain.h"
#include "common/fabric/fabric.h"
#include "common/policy/chain_policy.h"

namespace weft {

// Replaces a group by one part for each switch with links in the group: the switch, if all its
// links are in the group, or else these links. A group that does not exist, or without such a
// switch, stays. A group that is named again is left out. policy: null: there are only the
// predefined groups. Cost: that of
// evaluate_groups(), if a part is a group. Throws Stopped and std::bad_alloc.
std::vector<DrainedPart> expand_groups(std::span<const DrainedPart> parts,
                                       const ChainPolicy* policy, const Fabric& fabric,
                                       const Workers& workers);

}  // namespace weft

#endif  // WEFT_POLICY_DRAINED_GROUPS_H_
