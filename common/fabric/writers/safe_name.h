// Names of nodes for files. Hosts choose them, and the formats have no way to quote.
// Tested by tests/common/fabric/writers/fabric_writer_test.cc.
#ifndef WEFT_FABRIC_WRITERS_SAFE_NAME_H_
#define WEFT_FABRIC_WRITERS_SAFE_NAME_H_

#include <string>
#include <string_view>

namespace weft {

// At most 63 bytes of the name (a NodeDescription has 64), with control characters turned into
// blanks, double quotes into single ones, and braces into parentheses.
std::string safe_name(std::string_view name);

}  // namespace weft

#endif  // WEFT_FABRIC_WRITERS_SAFE_NAME_H_
