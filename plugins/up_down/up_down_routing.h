// Up*/down* routing: the engines updn and dnup, and what those of fat trees share with them.
//
// Idea. The switches have an order, and a link leads up to the end that comes first in it. A path
// goes up and then down, never up after it went down, so that no cycle of channel dependencies can
// close: one lane is enough (Schroeder et al., Autonet: a High-speed, Self-configuring Local Area
// Network Using Point-to-point Links, 1991; Current OpenSM Routing, 2007, section UPDN). Of such
// paths the shortest are taken, and the balance that all engines share picks one for each LID.
// updn has the order from roots, ranks being distances from them: those that root_guid_file gives,
// or those that are found; dnup has it from the leaves, whose distance says how high a switch is.
// Equals are told apart by their GUIDs.
//
// Between two roots, say, no path goes up and then down. Such missing routes are added: over a few
// hubs, where paths may turn up again, and otherwise one by one as far as they close no cycle. What
// stays without a path is counted and named.
//
// Cost with S switches, E links, L LIDs: a bit-parallel search over O(E) links for each 256
// switches, O(E S) vector comparisons for the distances and for the candidates, O(S L) byte writes.
// Without given roots about that again, but for the writing, for each set of roots that is weighed.
// Missing routes cost nothing where none is missing, else a second at most.
//
// Data. An Orientation is the position of each switch in the order, 4 bytes. The HopTable has 2
// bytes for each pair of switches: the hops, and two bits for the first step, up or down or either
// (kUpFirst, kUpOrDown), since who comes down must not be sent up again.
//
// To change
//   which switches are roots                     tree_ranking.h, common/topology/tree_roots.h
//   which order follows from ranks               order_by_rank in common/graph/up_down.h
//   which paths there are                        common/graph/up_down.h, next_hops.h
//   which of them a LID takes                    common/balance/balance.h
//   what is done where there is none             missing_routes.h, hubs.h, valley_paths.h
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

// Writes up*/down* tables, balanced as the options say, and the missing routes that can be added.
// What stays without a path is counted in unrouted_pairs and named in the warnings. roots:
// switches that connect_roots is about; returned in Routing::roots.
Routing route_up_down(const RouteRequest& request, const SwitchGraph& graph,
                      Orientation orientation, std::vector<SwitchIndex> roots, Tables rows);

// What is done with the up*/down* paths that share links with missing routes that were added.
enum class OtherPaths : std::uint8_t { kMakeRoom, kStay };

// The part of it that follows when the up*/down* paths of the table stand in the rows.
Routing complete_up_down(const RouteRequest& request, const Targets& targets, const HopTable& table,
                         std::vector<SwitchIndex> roots, OtherPaths others, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_UP_DOWN_UP_DOWN_ROUTING_H_
