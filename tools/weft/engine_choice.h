// The engine that a command line names, and what it is given.
// Tested by tests/e2e/test_tool.py.
#ifndef WEFT_TOOLS_WEFT_ENGINE_CHOICE_H_
#define WEFT_TOOLS_WEFT_ENGINE_CHOICE_H_

#include <string>
#include <string_view>

#include "common/fabric/fabric.h"
#include "common/routing/routing.h"
#include "tools/weft/command_syntax.h"

namespace weft::tool {

// A line for each, for a help text: «name: what it is».
std::string list_of_engines();

// --engine, which the command needs.
void add_engine_option(CommandSyntax command, std::string& engine);

// By its name, with or without «weft-». Throws BadInput, with all that there are.
const EngineInfo& find_engine(std::string_view name);

// As many lanes as the links between switches have, as OpenSM's own start.
unsigned lanes_of(const Fabric& fabric);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_ENGINE_CHOICE_H_
