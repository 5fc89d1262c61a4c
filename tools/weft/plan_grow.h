// weft plan grow.
// Tested by tests/e2e/test_plan.py.
#ifndef WEFT_TOOLS_WEFT_PLAN_GROW_H_
#define WEFT_TOOLS_WEFT_PLAN_GROW_H_

#include <utility>

#include "tools/weft/commands.h"

namespace weft::tool {

// Returns the command and the function that runs it.
std::pair<CommandSyntax, Command> add_plan_grow(CommandSyntax plan);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_PLAN_GROW_H_
