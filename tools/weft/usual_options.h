// Options of most commands, with the same meaning and text.
// Tested by tests/e2e/test_tool.py.
#ifndef WEFT_TOOLS_WEFT_USUAL_OPTIONS_H_
#define WEFT_TOOLS_WEFT_USUAL_OPTIONS_H_

#include <string>

#include "tools/weft/command_syntax.h"

namespace weft::tool {

// Adds --threads. The variable must live until the line is parsed.
void add_threads_option(CommandSyntax command, unsigned& threads);

// Adds --json; what: the content of the output.
OptionSyntax add_json_option(CommandSyntax command, bool& json,
                             const std::string& what = "Print one JSON object");

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_USUAL_OPTIONS_H_
