// weft plan cables.
// Tested by tests/e2e/test_plan.py.
#ifndef WEFT_TOOLS_WEFT_PLAN_CABLES_H_
#define WEFT_TOOLS_WEFT_PLAN_CABLES_H_

#include <string>
#include <utility>

#include "common/fabric/fabric.h"
#include "tools/weft/commands.h"

namespace weft::tool {

// Returns the command and the function that runs it.
std::pair<CommandSyntax, Command> add_plan_cables(CommandSyntax plan);

// The fabric of a line of weft generate (then without LIDs), or of a file. Prints remarks on
// standard error. Throws BadInput.
Fabric read_plan(const std::string& shape);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_PLAN_CABLES_H_
