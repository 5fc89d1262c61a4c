// Nue (Domke, Hoefler, Matsuoka: Routing on the Dependency Graph: A New Approach to Deadlock-Free
// High-Performance Routing, HPDC 2016): paths are grown from each destination inside the channel
// dependency graph of a lane, so that they are free of credit loops with any number of lanes, even
// one, and reach everything on any topology.
//
// The paper collects turns as the paths come to need them, keeps an escape tree for what gets stuck
// and backtracks. Tried on tori and dragonflies, the turns of the first destinations spoil those of
// the later ones: the busiest link of one lane had 7 to 17 times the mean load. Here a lane's turns
// are decided before there is a path (turn_order.h). A whole torus, mesh, hypercube or HyperX has
// those of its dimensions, with each ring cut at one switch: the busiest link of 8 x 8 x 8 carries
// 1.6 times the mean of the shortest paths, as against 2.5 with the best order of switches. All
// others have those of up*/down* below some root, in an order of switches that need not be breadth
// first (direction.h); so have products where ports have several LIDs, since in dimension order a
// pair has one path for all of them. Of a few such orders each fabric gets the one that spreads the
// paths to some of its destinations best (direction_choice.h). A search never gets stuck in them
// (destination_search.h), and each turn is a comparison of two numbers.
//
// As all turns of one order are safe together, everything fits on one lane, replies included, and
// multicast too. If replies need not be safe, the destinations are dealt out over the lanes, each
// of which has an order from a root of its own; where that makes some link busier than one lane
// does, as in many trees, it is one lane after all. Both are routed for that, one lane only until
// some link of it is as busy.
//
// Like SSSP (Hoefler, Schneider, Lumsdaine: Optimized Routing for Large-Scale InfiniBand Networks,
// HOTI 2009) every LID, path bits included, has a search of its own, over links that weigh what the
// paths so far have put on them; that of a switch with end ports goes with one of theirs unless
// nue_include_switches. What a search finds is kept for the next LID of its destination, as long as
// all paths from end ports are minimal: the loads only grow, so most switches see at one look that
// their link is still the best (minimal_search.h). Several lanes are searched side by side, the
// LIDs of a switch each, with the loads of the others as they were: two lanes may choose one link
// at once, but the result does not depend on the number of threads.
//
// Cost with S switches, E links between them, D switches with LIDs and L LIDs: O(D E + L S) and the
// links that are looked at again, O(L E) at most, where paths are minimal; O(L E log(path / link)),
// by their weights, where they are not (load_search.h); with several lanes up to twice that.
// Memory: O(E) a lane; with several lanes S L bytes for the SLs, and as many for the tables of the
// one lane while it is tried.
//
// Data. Links have numbers (common/graph/links.h); for each lane a load and a rank, 4 bytes each,
// for each; for each switch the best path so far.
//
// To change
//   which turns a lane has                        turn_order.h
//   in which order it has the switches            direction.h
//   how many orders are tried, and what is best   direction_choice.h
//   what a link weighs                            LoadSearch::Cost
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
