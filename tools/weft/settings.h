// Options on a command line: --set key=value, as in opensm.conf.
// Tested by tests/e2e/test_tool.py, tests/e2e/test_options.py.
#ifndef WEFT_TOOLS_WEFT_SETTINGS_H_
#define WEFT_TOOLS_WEFT_SETTINGS_H_

#include <string>
#include <vector>

#include "common/base/workers.h"
#include "common/routing/options.h"

namespace weft::tool {

struct Settings {
  Options routing;
  bool lmc_esp0 = false;
};

// Files that options name are read, those of a routing chain too. Warnings, and the mistakes in
// policy files, go to standard error. Throws BadInput.
Settings parse_settings(const std::vector<std::string>& settings, const Workers& workers);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_SETTINGS_H_
