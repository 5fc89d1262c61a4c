// weft plan cables.
// Tested by tests/e2e/test_plan.py.
#ifndef WEFT_TOOLS_WEFT_PLAN_CABLES_H_
#define WEFT_TOOLS_WEFT_PLAN_CABLES_H_

#include <string>
#include <utility>

#include "common/fabric/fabric.h"
#include "tools/weft/commands.h"

namespace weft::tool {

// The command, and what runs it.
std::pair<CommandSyntax, Command> add_plan_cables(CommandSyntax plan);

// The fabric of a line as weft generate takes it, or of a file; without LIDs if it is of a line.
// Remarks go to standard error. Throws BadInput.
Fabric read_plan(const std::string& shape);

// Throws BadInput with the system's reason.
void make_directory(const std::string& path);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_PLAN_CABLES_H_
