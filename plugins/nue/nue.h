// Nue (Domke, Hoefler, Matsuoka: Routing on the Dependency Graph: A New Approach to Deadlock-Free
// High-Performance Routing, HPDC 2016): paths are grown from each destination inside the channel
// dependency graph of a lane, so that they are free of credit loops with any number of lanes, even
// one, and reach everything on any topology.
//
// The paper collects turns when paths need them, keeps an escape tree for paths that get stuck,
// and backtracks. In trials on tori and dragonflies, the turns of the first destinations spoil
// those of later ones: the busiest link of one lane had 7 to 17 times the mean load. Here a lane's
// turns are decided before there is a path (turn_order.h). A complete torus, mesh, hypercube or
// HyperX has the turns of dimension order, with each ring cut at one switch: the busiest link of 8
// x 8 x 8 carries 1.6 times the mean of the shortest paths; with the best order of switches it
// would be 2.5. All other fabrics have the turns of up*/down* below some root, in an order of
// switches that need not be breadth first (direction.h). So have products whose ports have several
// LIDs, since in dimension order a pair has one path for all of them. Of a few such orders each
// fabric gets the one that spreads the paths to some of its destinations best (direction_choice.h).
// A search never gets stuck in these orders (destination_search.h), and a turn is checked by
// comparing two numbers.
//
// All turns of one order are safe together, so one lane is enough for all paths, replies and
// multicast. If replies need not be safe, the destinations are dealt over the lanes, and each
// lane has an order from another root. If that makes some link busier than with one lane,
// as in many trees, one lane is used after all. So both are routed, the single lane only until
// some link is as busy.
//
// Like SSSP (Hoefler, Schneider, Lumsdaine: Optimized Routing for Large-Scale InfiniBand Networks,
// HOTI 2009) every LID, path bits included, has a separate search, over links that weigh their load
// so far. The LID of a switch with end ports shares the paths of one of them, unless
// nue_include_switches is set. The result of a search is kept for the next LID of its destination,
// while all paths from end ports are minimal: loads only grow, so most switches see at once that
// their link is still the best (minimal_search.h). Several lanes search in parallel, each for the
// LIDs of one switch, with the loads of the others as they were: two lanes may choose one link
// at the same time, but the result does not depend on the number of threads.
//
// Cost with S switches, E links between them, D switches with LIDs and L LIDs: with minimal paths
// O(D E + L S) and the links that are looked at again, O(L E) at most; with other paths
// O(L E log(path / link)), by their weights (load_search.h); with several lanes up to twice that.
// Memory: O(E) a lane; with several lanes S L bytes for the SLs, and as many for the tables of the
// single lane while it is tried.
//
// Data. Links have numbers (common/graph/links.h); each lane has a load and a rank for each link, 4
// bytes each, and the best path so far for each switch.
//
// To change
//   the turns of a lane                           turn_order.h
//   the order of the switches                     direction.h
//   how many orders are tried, and what is best   direction_choice.h
//   the weight of a link                          LoadSearch::Cost
//   how destinations are dealt to lanes           lid_jobs.h
//   when lanes see each other's loads             lane_routes.h
//
// Read common/graph/up_down.h, turn_order.h, direction.h, first_hop.h, minimal_search.h,
// radix_queue.h, load_search.h, destination_search.h, direction_choice.h, lid_jobs.h,
// lane_routes.h, nue.cc. Tests: tests/plugins/nue.
#ifndef WEFT_PLUGINS_NUE_NUE_H_
#define WEFT_PLUGINS_NUE_NUE_H_

#include "common/routing/routing.h"

namespace weft {

const EngineInfo& nue_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_NUE_NUE_H_
