// weft plan diff.
// Tested by tests/e2e/test_plan_diff.py.
#ifndef WEFT_TOOLS_WEFT_PLAN_DIFF_H_
#define WEFT_TOOLS_WEFT_PLAN_DIFF_H_

#include <utility>

#include "tools/weft/commands.h"

namespace weft::tool {

// Returns the command and the function that runs it.
std::pair<CommandSyntax, Command> add_plan_diff(CommandSyntax plan);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_PLAN_DIFF_H_
