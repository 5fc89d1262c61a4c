// Routing over shortest paths, balanced: the engines minhop and dor.
//
// Idea. The distances between switches give the candidate ports, the same for a switch and
// all its end ports, and the balance chooses one (Current OpenSM Routing, 2007, Min Hop;
// Zahavi and Kalka, OpenSM Unicast Routing Enhancements for Scalability, 2005, 4d). dor uses only
// the neighbour behind the first candidate port (the same document, DOR). One lane, and no claim to
// be free of credit loops.
//
// Cost with S switches, E links, L LIDs: O(S/256 x diameter x E) for the distances, O(E S) vector
// comparisons for the candidates, O(S L) byte writes. Data: a HopTable, 2 bytes for each pair of
// switches; sets of candidate ports only of what is in the cache.
//
// Read common/graph/distances.h, next_hops.h, common/balance/balance.h. The choice among the
// candidates is in common/balance. Tests: tests/plugins/shortest and tests/common/balance,
// with the slow reference tests/support/slow_minhop.h.
// Tested by tests/plugins/shortest/minhop_test.cc.
// Tested by tests/plugins/shortest/dor_test.cc.
#ifndef WEFT_PLUGINS_SHORTEST_SHORTEST_PATH_ROUTING_H_
#define WEFT_PLUGINS_SHORTEST_SHORTEST_PATH_ROUTING_H_

#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

// Writes tables over the paths with the fewest hops, or the least sum of hop weights if the
// options have some, balanced by the options. one_neighbour: only over paths through the neighbour
// that is first in the search order of a switch's ports.
Routing route_shortest_paths(const RouteRequest& request, bool one_neighbour, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_SHORTEST_SHORTEST_PATH_ROUTING_H_
