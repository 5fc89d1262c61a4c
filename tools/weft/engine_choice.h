// Finds the engine that a command line names, and its lanes.
// Tested by tests/e2e/test_tool.py.
#ifndef WEFT_TOOLS_WEFT_ENGINE_CHOICE_H_
#define WEFT_TOOLS_WEFT_ENGINE_CHOICE_H_

#include <string>
#include <string_view>

#include "common/fabric/fabric.h"
#include "common/routing/routing.h"
#include "tools/weft/command_syntax.h"

namespace weft::tool {

// A line per engine for a help text: «name: description».
std::string list_of_engines();

// Adds --engine, which is required.
void add_engine_option(CommandSyntax command, std::string& engine);

// Finds an engine by name, with or without «weft-». Throws BadInput, with all names.
const EngineInfo& find_engine(std::string_view name);

// As many lanes as all links between switches have, like OpenSM's own start.
unsigned lanes_of(const Fabric& fabric);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_ENGINE_CHOICE_H_
