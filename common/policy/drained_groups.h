// Port groups of a policy among what is drained.
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

// In the place of a group there is a part for each switch whose links are in it: the switch, if all
// of them are, or these links. A group that the policy does not have, or that has no such switch,
// stays as it is. policy: null: it has none. Cost: that of evaluate_groups(), if a part is a group.
// Throws Stopped and std::bad_alloc.
std::vector<DrainedPart> expand_groups(std::span<const DrainedPart> parts,
                                       const ChainPolicy* policy, const Fabric& fabric,
                                       const Workers& workers);

}  // namespace weft

#endif  // WEFT_POLICY_DRAINED_GROUPS_H_
