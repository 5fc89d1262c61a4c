// Balance: which of the candidate ports does each LID take? Both ways write complete rows of
// tables; engines differ in what their candidates are.
// Tested by tests/common/balance/balance_by_switch_test.cc.
// Tested by tests/common/balance/balance_over_fabric_test.cc.
#ifndef WEFT_BALANCE_BALANCE_H_
#define WEFT_BALANCE_BALANCE_H_

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/graph/next_hops.h"
#include "common/graph/switch_graph.h"
#include "common/routing/options.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "common/routing/targets.h"

namespace weft {

// Stock OpenSM's rule, to the letter (OpenSM 3.3.23, min-hop): at each switch for itself, each LID
// in the order of the targets takes the candidate that carries the fewest LIDs so far, the lowest
// port among equals. Among the LIDs of one port: ports to systems that none of them uses yet, then
// to switches that none uses yet, then the fewest LIDs; the search starts behind the port of the
// LID before. LIDs of switches are counted only with port_profile_switch_nodes, and no LIDs on
// ignored_ports.
//
// routing_order changes the order of the targets, search_order that of the ports (where the port of
// the LID before counts as a position in it, as in stock). port_shifting starts the search as many
// candidates later as they carry LIDs on average. With scatter_ports the first LID of a port takes
// any of the candidates with the fewest LIDs: which, depends on the seed, the switch's GUID and the
// LID alone. With weigh_links a LID takes the candidate that it loads least: LIDs by capacity.
//
// Where the table keeps to one neighbour (dor) the candidates are parallel links to one switch.
// Then the search always starts with the first port, and among the LIDs of one port those on the
// same link count.
//
// `targets` are in stock's order.
// Cost: O(S L) byte writes without LMC and these options, else O(S L candidates).
void balance_by_switch(const RouteRequest& request, const Targets& targets, const HopTable& table,
                       Tables rows);

// The load of a link is the number of paths between end ports over it (those with a LID:
// sources_by_switch), where stock counts table entries. For each destination switch, all switches
// choose from the farthest to the nearest, so each knows what arrives: the paths from its own end
// ports, and those of all that chose it as their next hop.
//
// LIDs of a destination switch that only own paths lead to are dealt out over all candidates, the
// least loaded first: those paths have to come down to it over different links. Where others' paths
// cross, each LID takes the candidate whose link and next link are least loaded.
//
// So the choice at one level of a tree spreads what the level below brought together, where stock's
// rule repeats the same choice at every level. On a whole tree the outcome is like that of D-mod-K
// (Zahavi, D-Mod-K Routing Providing Non-Blocking Traffic for Shift Permutations on Real Life Fat
// Trees, 2010). Where the busiest link then carries more than 1.1 times the mean,
// entries move off the links that carry too much, one by one, up to three times and while that
// takes a twentieth off the busiest link: the choices were made before the loads were known
// (path_shifts.h; not where ports have several LIDs).
//
// Of the LIDs of one port, paths prefer other systems, then other switches, then the least load.
// LIDs of switches are spread, and weighed only with port_profile_switch_nodes.
// Cost: O(S L) for writing and adding, O(S' L candidates) comparisons at the S' switches that
// others' paths cross; path_shifts.h. Memory, for each thread: 512 bytes a switch, one a switch and
// LID of 64 destination switches, and 4 a switch and LID of one.
void balance_over_fabric(const RouteRequest& request, const Targets& targets, const HopTable& table,
                         Tables rows);

// The targets in the order of that of both ways which the options ask for, and that way.
Targets targets_to_balance(const RouteRequest& request, const SwitchGraph& graph);
void balance_as_asked(const RouteRequest& request, const Targets& targets, const HopTable& table,
                      Tables rows);

}  // namespace weft

#endif  // WEFT_BALANCE_BALANCE_H_
