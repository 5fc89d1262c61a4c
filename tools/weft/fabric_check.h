// weft check without tables: what is wrong with the cabling of a fabric.
// Tested by tests/e2e/test_cabling.py.
#ifndef WEFT_TOOLS_WEFT_FABRIC_CHECK_H_
#define WEFT_TOOLS_WEFT_FABRIC_CHECK_H_

#include <cstddef>

#include "common/base/workers.h"
#include "tools/weft/given_tables.h"

namespace weft::tool {

struct FabricCheck {
  TableArguments given;  // without tables
  std::size_t most = 0;  // findings that text has
  bool json = false;     // all of them
  bool brief = false;    // the verdict in one line
};

// Prints what was found, and returns the exit code: 1 if there are faults. Throws BadInput.
int check_fabric(const FabricCheck& check, const Workers& workers);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_FABRIC_CHECK_H_
