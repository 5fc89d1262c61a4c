// Port groups of a policy in root_guid_file, cn_guid_file and io_guid_file.
// Tested by tests/common/policy/guid_groups_test.cc.
#ifndef WEFT_POLICY_GUID_GROUPS_H_
#define WEFT_POLICY_GUID_GROUPS_H_

#include <string>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/options/configuration.h"
#include "common/routing/options.h"

namespace weft {

// Does some option name a port group, so that pgrp_policy_file has to be read?
bool names_groups(const Configuration& all);
// Does one of these files, not weft_drain_file?
bool names_groups(const Options& options);

// The same options, with GUIDs in the place of groups (Options::root_groups and so on, of
// Options::port_groups): of the switches that have ports in a group, and of its CA ports. A group
// that the policy does not have, or that takes no port, is left out, which a warning says. Cost:
// that of evaluate_groups(), if there are groups. Throws Stopped and std::bad_alloc.
Options with_nodes_of_groups(Options options, const Fabric& fabric, const Workers& workers,
                             std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_POLICY_GUID_GROUPS_H_
