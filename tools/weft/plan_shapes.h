// weft plan shapes.
// Tested by tests/e2e/test_plan.py.
#ifndef WEFT_TOOLS_WEFT_PLAN_SHAPES_H_
#define WEFT_TOOLS_WEFT_PLAN_SHAPES_H_

#include <utility>

#include "tools/weft/commands.h"

namespace weft::tool {

// Returns the command and the function that runs it.
std::pair<CommandSyntax, Command> add_plan_shapes(CommandSyntax plan);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_PLAN_SHAPES_H_
