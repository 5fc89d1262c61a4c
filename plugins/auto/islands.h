// Islands: pieces of a fabric that no link joins and that are of different shapes, each with the
// engine that suits it.
// Tested by tests/plugins/auto/islands_test.cc.
#ifndef WEFT_PLUGINS_AUTO_ISLANDS_H_
#define WEFT_PLUGINS_AUTO_ISLANDS_H_

#include <optional>
#include <vector>

#include "common/fabric/part.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

// The pieces with links, each a part, and behind them what has none, all in one. Empty: there are
// not two with end ports, or all are trees, which engines for trees route together. Cost: that of
// recognise() for each.
std::vector<FabricPart> find_islands(const Fabric& fabric, const Workers& workers);

// Routes each with route_one, as if that were all there is, on the lanes of the request. Of what is
// said of each the words begin with «island 1», and so on; Routing::choice has the trials of all.
// Throws CannotRoute where one does, or where SL2VL maps of one leave no lanes to another.
Routing route_islands(const RouteRequest& request, const std::vector<FabricPart>& islands,
                      Routing (*route_one)(const RouteRequest& request, Tables rows), Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_AUTO_ISLANDS_H_
