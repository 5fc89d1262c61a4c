// weft check without tables: checks the cabling of a fabric.
// Tested by tests/e2e/test_cabling.py.
#ifndef WEFT_TOOLS_WEFT_FABRIC_CHECK_H_
#define WEFT_TOOLS_WEFT_FABRIC_CHECK_H_

#include <cstddef>

#include "common/base/workers.h"
#include "tools/weft/given_tables.h"

namespace weft::tool {

struct FabricCheck {
  TableArguments given;  // without tables
  std::size_t most = 0;  // limit of findings in text
  bool json = false;     // prints all findings
  bool brief = false;    // prints the verdict in one line
};

// Prints the findings and returns the exit code: 1 if there are faults. Throws BadInput.
int check_fabric(const FabricCheck& check, const Workers& workers);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_FABRIC_CHECK_H_
