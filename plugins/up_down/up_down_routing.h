// Up*/down* routing: the engines updn and dnup, and the parts that engines of fat trees share with
// them.
//
// Idea. The switches have an order, and a link leads up to the end that comes first in it. A path
// goes up and then down, never up after it went down, so that no cycle of channel dependencies can
// close: one lane is enough (Schroeder et al., Autonet: a High-speed, Self-configuring Local Area
// Network Using Point-to-point Links, 1991; Current OpenSM Routing, 2007, section UPDN). The
// shortest of these paths are taken, and the balance of all engines chooses one for each LID.
// In updn the order is that of ranks, the distances from the roots: from root_guid_file, or found.
// In dnup it is that of the distances from the leaf switches. GUIDs decide between equals.
//
// Between two roots, for example, there is no up*/down* path. Such missing routes are added: over a
// few hubs, where paths may turn up again, and otherwise one by one if they close no cycle. Pairs
// that stay without a path are counted and named.
//
// Cost with S switches, E links, L LIDs: a bit-parallel search over O(E) links for each 256
// switches, O(E S) vector comparisons for the distances and for the candidates, O(S L) byte writes.
// Without given roots about the same again, except for the writes, for each set of roots that is
// weighed. Missing routes cost two seconds at most, and nothing if none is missing.
//
// Data. An Orientation is the position of each switch in the order, 4 bytes. The HopTable has 2
// bytes for each pair of switches: the hops, and two bits for the first step, up or down or either
// (kUpFirst, kUpOrDown), since a packet that came down must not be sent up again.
//
// To change
//   which switches are roots                     tree_ranking.h, common/topology/tree_roots.h
//   the order by ranks                           order_by_rank in common/graph/up_down.h
//   the shortest up*/down* paths                 common/graph/up_down.h, next_hops.h
//   the path of a LID                            common/balance/balance.h
//   paths for pairs that have none               missing_routes.h, hubs.h, valley_paths.h
//
// Read common/graph/up_down.h, tree_ranking.h, this file, common/balance/balance.h,
// missing_routes.h, hubs.h, valley_paths.h, path_adder.h. Tests: tests/plugins/up_down and
// tests/common/graph/up_down_test.cc, with the slow reference tests/support/slow_updown.h.
// Tested by tests/plugins/up_down/updn_test.cc.
// Tested by tests/plugins/up_down/dnup_test.cc.
#ifndef WEFT_PLUGINS_UP_DOWN_UP_DOWN_ROUTING_H_
#define WEFT_PLUGINS_UP_DOWN_UP_DOWN_ROUTING_H_

#include <cstdint>
#include <vector>

#include "common/graph/next_hops.h"
#include "common/graph/switch_graph.h"
#include "common/graph/up_down.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "common/routing/targets.h"

namespace weft {

// Writes up*/down* tables, balanced by the options, and the missing routes that can be added.
// Pairs that stay without a path are counted in unrouted_pairs and named in the warnings. roots:
// the switches of connect_roots; returned in Routing::roots.
Routing route_up_down(const RouteRequest& request, const SwitchGraph& graph,
                      Orientation orientation, std::vector<SwitchIndex> roots, Tables rows);

// Whether up*/down* paths that share links with added paths move off these links.
enum class OtherPaths : std::uint8_t { kMakeRoom, kStay };

// The second part of route_up_down(): needs rows that hold the up*/down* paths of the table.
Routing complete_up_down(const RouteRequest& request, const Targets& targets, const HopTable& table,
                         std::vector<SwitchIndex> roots, OtherPaths others, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_UP_DOWN_UP_DOWN_ROUTING_H_
