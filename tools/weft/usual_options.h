// Options that most commands have, with one meaning and one text.
// Tested by tests/e2e/test_tool.py.
#ifndef WEFT_TOOLS_WEFT_USUAL_OPTIONS_H_
#define WEFT_TOOLS_WEFT_USUAL_OPTIONS_H_

#include <CLI/CLI.hpp>
#include <string>

namespace weft::tool {

// --threads. What it fills must live until the line is parsed.
void add_threads_option(CLI::App& command, unsigned& threads);

// --json; what: is printed then.
CLI::Option* add_json_option(CLI::App& command, bool& json,
                             const std::string& what = "Print one JSON object");

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_USUAL_OPTIONS_H_
