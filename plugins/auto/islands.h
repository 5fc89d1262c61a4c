// Islands of different shapes, each with the engine that suits it.
// Tested by tests/plugins/auto/islands_test.cc.
#ifndef WEFT_PLUGINS_AUTO_ISLANDS_H_
#define WEFT_PLUGINS_AUTO_ISLANDS_H_

#include <optional>
#include <vector>

#include "common/fabric/part.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

// A part for each island with links, and one last part for all switches without links. Empty: fewer
// than two islands have end ports, or all are trees, which engines for trees route together. Cost:
// that of recognise() for each.
std::vector<FabricPart> find_islands(const Fabric& fabric, const Workers& workers);

// Routes each island with route_one, as a separate fabric, on the lanes of the request. Warnings
// and remarks begin with «island 1», and so on; Routing::choice has the trials of all. An island
// whose SL2VL maps leave no lanes to another is routed again without the engine that it had. Throws
// CannotRoute if route_one does.
Routing route_islands(const RouteRequest& request, const std::vector<FabricPart>& islands,
                      Routing (*route_one)(const RouteRequest& request, Tables rows), Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_AUTO_ISLANDS_H_
