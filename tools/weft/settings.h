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

// Reads the files that options name, including those of a routing chain, into `routing`. Prints
// warnings on standard error. Other options stay as in `before`, whose files are read. Throws
// BadInput.
Configuration parse_settings(const std::vector<std::string>& settings, const Workers& workers,
                             Configuration before = {});

// Reads only policy files; null: none are named.
std::shared_ptr<const ChainPolicy> read_policy(const PolicyPaths& paths, const Workers& workers);

// Reads parts to drain from a file in the format of weft_drain_file, with the groups of the policy
// files. Prints errors in it as warnings. Throws BadInput and Stopped.
void set_drained(const std::string& path, const Workers& workers, Configuration& settings);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_SETTINGS_H_
