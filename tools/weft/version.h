// Tested by tests/e2e/test_manual.py.
#ifndef WEFT_TOOLS_WEFT_VERSION_H_
#define WEFT_TOOLS_WEFT_VERSION_H_

#include <string>

namespace weft::tool {

// Version, revision, the OpenSM of the headers at compilation, and the libraries: current versions
// of those that report them, else versions at compilation.
std::string version_text();

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_VERSION_H_
