// Min-hop routing the slow, obvious way: what the fast engine is held against.
#ifndef WEFT_TESTS_SUPPORT_SLOW_MINHOP_H_
#define WEFT_TESTS_SUPPORT_SLOW_MINHOP_H_

#include <vector>

#include "common/fabric/fabric.h"
#include "common/routing/routing.h"

namespace weft {

// [from][to] in links, by breadth-first search; -1: no path.
std::vector<std::vector<int>> slow_distances(const Fabric& fabric);

// [switch][LID]: stock OpenSM's min-hop tables, one LID after the other as ucast_mgr makes them,
// with all of its routing options; with dor, those of its engine dor.
//
// drawn: tables with the ports that were drawn where scatter_ports draws. They are taken if the
// rule allows them; where it does not, the entry is kNoPath.
std::vector<std::vector<PortNum>> slow_minhop(
    const Fabric& fabric, const Options& options, bool dor = false,
    const std::vector<std::vector<PortNum>>* drawn = nullptr);

}  // namespace weft

#endif  // WEFT_TESTS_SUPPORT_SLOW_MINHOP_H_
