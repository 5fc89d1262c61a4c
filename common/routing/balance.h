// Balance: which of the candidate ports does each LID take? Both ways write complete rows of
// tables; engines differ in what their candidates are.
#ifndef WEFT_ROUTING_BALANCE_H_
#define WEFT_ROUTING_BALANCE_H_

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/graph/distances.h"
#include "common/routing/options.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "common/routing/targets.h"

namespace weft {

// Stock OpenSM's rule, to the letter (OpenSM 3.3.23, min-hop): at each switch for itself, each LID
// in the order of the targets takes the candidate that carries the fewest LIDs so far, the lowest
// port among equals. Among the LIDs of one port: ports to systems that none of them uses yet, then
// to switches that none uses yet, then the fewest LIDs; the search starts behind the port of the
// LID before. Live entries stay while they are candidates. LIDs of switches are counted only with
// port_profile_switch_nodes.
// Cost: O(S L) byte writes without LMC and live tables, else O(S L candidates).
void balance_by_switch(const RouteRequest& request, const Targets& targets,
                       const Distances& distances, Tables rows);

// The same counters, but they count what will really cross them: the paths of a LID that arrive at
// a switch, from its own end ports and from all switches that chose it as their next hop. So the
// choice at one switch spreads what the choices before it have brought together, where counting
// table entries alone repeats the same choice at every level of a tree. (On a whole tree the
// outcome is that of D-mod-K: Zahavi, D-Mod-K Routing Providing Non-Blocking Traffic for Shift
// Permutations on Real Life Fat Trees, 2010.) Of the LIDs of one port, paths prefer other systems,
// then other switches, then the least load. Live entries stay while they are candidates. Cost: O(S
// L) byte writes and O(S' L candidates) comparisons, S' = switches that other traffic crosses.
void balance_over_fabric(const RouteRequest& request, const Targets& targets,
                         const Distances& distances, Tables rows);

}  // namespace weft

#endif  // WEFT_ROUTING_BALANCE_H_
