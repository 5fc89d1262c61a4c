// The command line of the weft tool: what main parses, and what the manual pages are made from.
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

// Makes an empty app that of the tool; returns its commands by name.
std::vector<std::pair<std::string, Command>> add_commands(CommandSyntax app);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_COMMAND_LINE_H_
