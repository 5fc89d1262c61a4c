// Options on a command line: --set key=value, as in opensm.conf.
// Tested by tests/e2e/test_tool.py, tests/e2e/test_options.py.
#ifndef WEFT_TOOLS_WEFT_SETTINGS_H_
#define WEFT_TOOLS_WEFT_SETTINGS_H_

#include <string>
#include <vector>

#include "common/base/workers.h"
#include "common/options/configuration.h"

namespace weft::tool {

// Files that options name are read, those of a routing chain too, into `routing`. Warnings, and the
// mistakes in policy files, go to standard error. Throws BadInput.
Configuration parse_settings(const std::vector<std::string>& settings, const Workers& workers);

// From a file as weft_drain_file names one; no path: nothing. Mistakes in it are warned of. Throws
// BadInput and Stopped.
void set_drained(const std::string& path, const Workers& workers, Configuration& settings);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_SETTINGS_H_
