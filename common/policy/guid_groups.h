// Replaces the port groups in option files with nodes and switches by GUIDs (option_row.h:
// LinesFile).
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
  std::string_view group;  // refers to the options
};
// The groups in all files for engines, so not in weft_drain_file.
std::vector<GroupName> named_groups(const Options& options);

// True if these files or weft_drain_file name a group, so that pgrp_policy_file is to be read.
bool names_groups(const Configuration& all);
bool names_groups(const Options& options);

// Returns the options with GUID lines instead of group lines (Options::port_groups): first the
// switches with ports in the group, then its CA ports, each in ascending order. Without a policy
// there are the predefined groups. A group that does not exist, or without ports, is left out with
// a warning. A file without remaining lines counts as none. Cost: that of evaluate_groups(), if
// there are groups. Throws Stopped and std::bad_alloc.
Options with_nodes_of_groups(Options options, const Fabric& fabric, const Workers& workers,
                             std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_POLICY_GUID_GROUPS_H_
