// The command line of the weft tool, for main and for the manual pages.
// Tested by tests/e2e/test_tool.py.
// Tested by tests/e2e/test_manual.py.
#ifndef WEFT_TOOLS_WEFT_COMMAND_LINE_H_
#define WEFT_TOOLS_WEFT_COMMAND_LINE_H_

#include <string>
#include <utility>
#include <vector>

#include "tools/weft/command_syntax.h"
#include "tools/weft/commands.h"

namespace weft::tool {

// Adds the tool's commands to an empty app; returns them by name.
std::vector<std::pair<std::string, Command>> add_commands(CommandSyntax app);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_COMMAND_LINE_H_
