// Next hops of whole fabrics, asked for one by one.
#ifndef WEFT_TESTS_SUPPORT_CANDIDATES_H_
#define WEFT_TESTS_SUPPORT_CANDIDATES_H_

#include <cstdint>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/graph/next_hops.h"

namespace weft::test {

// The ports of switch s that paths to the i-th destination of the table may take.
inline std::vector<PortNum> candidates(const Fabric& fabric, const HopTable& table, SwitchIndex s,
                                       std::size_t i) {
  NextHops next_hops(fabric, table, table.distances.columns());
  std::vector<std::uint64_t> sets(table.distances.columns() * next_hops.words());
  next_hops.fill(s, 0, table.distances.columns(), sets.data());
  std::vector<PortNum> ports(256);
  ports.resize(list_ports({sets.data() + i * next_hops.words(), next_hops.words()}, ports.data()));
  return ports;
}

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_CANDIDATES_H_
