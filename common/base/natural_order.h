// The order that people count in.
// Tested by tests/common/export/hostlist_test.cc, tests/common/fabric/hosts_test.cc.
#ifndef WEFT_BASE_NATURAL_ORDER_H_
#define WEFT_BASE_NATURAL_ORDER_H_

#include <string_view>

namespace weft {

// «c9» before «c10». Numbers that are equal, as in «c1» and «c01», leave it to the rest of the
// texts, and in the end to the bytes. A strict order of all texts.
bool natural_less(std::string_view a, std::string_view b);

}  // namespace weft

#endif  // WEFT_BASE_NATURAL_ORDER_H_
