// Options on a command line: --set key=value, as in opensm.conf.
// Tested by tests/e2e/test_tool.py, tests/e2e/test_options.py.
#ifndef WEFT_TOOLS_WEFT_SETTINGS_H_
#define WEFT_TOOLS_WEFT_SETTINGS_H_

#include <memory>
#include <string>
#include <vector>

#include "common/base/workers.h"
#include "common/options/configuration.h"
#include "common/policy/chain_policy.h"

namespace weft::tool {

// Files that options name are read, those of a routing chain too, into `routing`. Warnings, and the
// mistakes in policy files, go to standard error. What is not named stays as in `before`, whose
// files are read. Throws BadInput.
Configuration parse_settings(const std::vector<std::string>& settings, const Workers& workers,
                             Configuration before = {});

// The same of policy files alone; null: none is named.
std::shared_ptr<const ChainPolicy> read_policy(const PolicyPaths& paths, const Workers& workers);

// From a file as weft_drain_file names one, with the groups of the policy files. Mistakes in it are
// warned of. Throws BadInput and Stopped.
void set_drained(const std::string& path, const Workers& workers, Configuration& settings);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_SETTINGS_H_
