// Tested by tests/e2e/test_manual.py.
#ifndef WEFT_TOOLS_WEFT_VERSION_H_
#define WEFT_TOOLS_WEFT_VERSION_H_

#include <string>

namespace weft::tool {

// Version and revision, the OpenSM of the headers that it was built with, and the libraries: those
// that can be asked as they are now, the others as they were when it was built.
std::string version_text();

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_VERSION_H_
