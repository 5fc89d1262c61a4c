// Makes node names safe for files. Hosts choose their names, and the formats have no quoting.
// Tested by tests/common/fabric/writers/fabric_writer_test.cc.
#ifndef WEFT_FABRIC_WRITERS_SAFE_NAME_H_
#define WEFT_FABRIC_WRITERS_SAFE_NAME_H_

#include <string>
#include <string_view>

namespace weft {

// At most 63 bytes of the name (a NodeDescription has 64). Control characters become blanks, double
// quotes become single ones, and braces become parentheses.
std::string safe_name(std::string_view name);

}  // namespace weft

#endif  // WEFT_FABRIC_WRITERS_SAFE_NAME_H_
