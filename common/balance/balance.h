// Balance: which of its candidate ports does a switch use for each LID? Two rules, both of which
// write complete rows of tables; engines differ in the candidates.
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

// Stock OpenSM's rule, exactly (OpenSM 3.3.23, min-hop). Each switch chooses separately: each LID,
// in the order of the targets, takes the candidate with the fewest LIDs so far, the lowest
// port among equals. If a port has several LIDs, each of them prefers ports to systems that none of
// them uses yet, then to switches that none of them uses yet, then the fewest LIDs; its search
// starts behind the port of the previous LID. LIDs of switches are counted only with
// port_profile_switch_nodes, and LIDs on ignored_ports never.
//
// routing_order changes the order of the targets, search_order that of the ports (where the port of
// the previous LID counts as a position, as in stock). With port_shifting the search starts later,
// by as many candidates as each carries LIDs on average. With scatter_ports the first LID of a port
// takes any of the candidates with the fewest LIDs, by the seed, the switch's GUID and the LID.
// With weigh_links a LID takes the candidate with the lowest load: LIDs by capacity.
//
// If the table keeps to one neighbour (dor), the candidates are parallel links to one switch.
// Then the search always starts with the first port, and among the LIDs of one port those on the
// same link count.
//
// targets: in stock's order.
// Cost: O(S L) byte writes without LMC and these options, else O(S L candidates).
void balance_by_switch(const RouteRequest& request, const Targets& targets, const HopTable& table,
                       Tables rows);

// Weft's rule. The load of a link is the number of paths between end ports over it (with a LID:
// sources_by_switch); stock counts table entries. For each destination switch, all switches
// choose, the farthest first. So each knows the paths through it: those from its own end
// ports, and those of all switches that chose it as their next hop.
//
// At a switch with only own paths, the LIDs of the destination switch are dealt over all
// candidates in turns (closed_circle.h), so that they arrive there over different links, and the
// paths from other switches to the same LID join them early. Candidates that lag by several rounds
// come first. At a switch with paths of others, each LID takes the candidate whose link and next
// link are least loaded, without the paths to this LID from elsewhere. Of equal ones it takes one
// where it joins these, or the next in turns: one for each round of the level below.
//
// So the choice at one level of a tree spreads the paths that the level below collected, while
// stock's rule repeats the same choice at every level. On a complete tree the result is like
// D-mod-K (Zahavi, D-Mod-K Routing Providing Non-Blocking Traffic for Shift Permutations on Real
// Life Fat Trees, 2010). The choices are made before all loads are known. So if the busiest link
// then carries more than 1.1 times the mean, entries move off the links that carry too much
// (path_shifts.h), up to three times, while each time lowers the busiest link by 5 %.
//
// The paths to the LIDs of one port prefer different systems, then different switches, then the
// least load. LIDs of switches are spread, and weighed only with port_profile_switch_nodes.
// Cost: O(S L) for writing and adding, O(S' L candidates) comparisons at the S' switches with
// paths of others; path_shifts.h. Memory, for each thread: 512 bytes a switch, one byte for each
// switch and LID of 64 destination switches, and 4 for each switch and LID of one.
void balance_over_fabric(const RouteRequest& request, const Targets& targets, const HopTable& table,
                         Tables rows);

// The targets in the order that the rule of the options needs, and that rule.
Targets targets_to_balance(const RouteRequest& request, const SwitchGraph& graph);
void balance_as_asked(const RouteRequest& request, const Targets& targets, const HopTable& table,
                      Tables rows);

}  // namespace weft

#endif  // WEFT_BALANCE_BALANCE_H_
