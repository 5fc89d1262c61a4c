// Port groups of a policy in files that name nodes and switches (option_row.h: LinesFile).
// Tested by tests/common/policy/guid_groups_test.cc.
#ifndef WEFT_POLICY_GUID_GROUPS_H_
#define WEFT_POLICY_GUID_GROUPS_H_

#include <string>
#include <string_view>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/options/configuration.h"
#include "common/routing/options.h"

namespace weft {

// A port group that a file names, and the option that names the file.
struct GroupName {
  std::string_view key;
  std::string_view group;  // of the options
};
// Those of all files that engines are handed, which weft_drain_file is not.
std::vector<GroupName> named_groups(const Options& options);

// Is there one, or one in weft_drain_file, so that pgrp_policy_file has to be read?
bool names_groups(const Configuration& all);
bool names_groups(const Options& options);

// The same options, with lines of GUIDs in the place of lines of groups (of Options::port_groups):
// of the switches that have ports in the group, and then of its CA ports, each in ascending order.
// A group that the policy does not have, or that takes no port, is left out, which a warning says;
// a file of which nothing is left counts as none. Cost: that of evaluate_groups(), if there are
// groups. Throws Stopped and std::bad_alloc.
Options with_nodes_of_groups(Options options, const Fabric& fabric, const Workers& workers,
                             std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_POLICY_GUID_GROUPS_H_
