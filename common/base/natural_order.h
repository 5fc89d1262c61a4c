// Natural sort order.
// Tested by tests/common/export/hostlist_test.cc, tests/common/fabric/hosts_test.cc.
#ifndef WEFT_BASE_NATURAL_ORDER_H_
#define WEFT_BASE_NATURAL_ORDER_H_

#include <string_view>

namespace weft {

// «c9» is before «c10». If numbers are equal, as in «c1» and «c01», the rest of the texts decides,
// and finally the bytes. A strict total order.
bool natural_less(std::string_view a, std::string_view b);

}  // namespace weft

#endif  // WEFT_BASE_NATURAL_ORDER_H_
