// Min-hop routing the slow, obvious way: what the fast engine is held against.
#ifndef WEFT_TESTS_SUPPORT_SLOW_MINHOP_H_
#define WEFT_TESTS_SUPPORT_SLOW_MINHOP_H_

#include <vector>

#include "common/fabric/fabric.h"
#include "common/routing/routing.h"

namespace weft {

// [from][to] in links, by breadth-first search; -1: no path.
std::vector<std::vector<int>> slow_distances(const Fabric& fabric);

// [switch][LID]: stock OpenSM's min-hop tables, one LID after the other as ucast_mgr makes them.
std::vector<std::vector<PortNum>> slow_minhop(const Fabric& fabric, const Options& options,
                                              const Live* live);

}  // namespace weft

#endif  // WEFT_TESTS_SUPPORT_SLOW_MINHOP_H_
