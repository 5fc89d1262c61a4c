// From the command line to a Fabric.
// Tested by tests/e2e/test_tool.py.
#ifndef WEFT_TOOLS_WEFT_LOAD_H_
#define WEFT_TOOLS_WEFT_LOAD_H_

#include <optional>
#include <string>

#include "common/fabric/fabric.h"

namespace weft::tool {

// Reads a fabric. Where it has no LIDs, or `lmc` asks for others than it has, it gets new ones.
// lmc_esp0: for enhanced ports 0 of switches too. Warnings go to standard error. Throws BadInput.
Fabric load_fabric(const std::string& path, std::optional<unsigned> lmc, bool lmc_esp0 = false);

// A sentence on standard error.
void warn(const std::string& sentence);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_LOAD_H_
