// The family of sssp, dfsssp and lash: shortest paths whose load is balanced over the whole fabric,
// and lanes that keep them free of credit loops.
//
// The idea. Paths to one LID after the other grow from its switch outwards; each switch takes, of
// its links that lead nearer, the one that begins the least loaded path, where the load of a link
// is the number of paths over it so far (sssp; Hoefler, Schneider, Lumsdaine: Optimized Routing for
// Large-Scale InfiniBand Networks, HOTI 2009). To be free of credit loops, the paths are spread
// over layers, one for each virtual lane, in each of which the turns of the paths close no cycle.
// dfsssp (Domke, Hoefler, Nagel: Deadlock-Free Oblivious Routing
// for Arbitrary Topologies, IPDPS 2011) gives each LID own paths; lash (Skeie, Lysne,
// Theiss: Layered Shortest Path (LASH) Routing in Irregular System Area Networks, IPDPS 2002;
// Lysne, Skeie, Reinemo, Theiss: Layered Routing in Irregular Networks, IEEE TPDS 2006) gives each
// pair of switches one path and one SL, the same both ways.
//
// Difference from the papers: these fix the paths first and then move them from lane to lane to
// break cycles, which takes many lanes. Here each layer begins with an order of all links, and any
// path along the order fits, since links in ascending order cannot close a cycle. Good orders are
// known for regular fabrics: dimension order with rings cut at other places in each lane, orders of
// the groups of a dragonfly, up*/down* on trees. Paths are chosen among those that fit. Only where
// none fits is there a search: layers then hold the turns of their paths, and path and layer are
// chosen together.
//
// Products with missing links: minimal paths around these can need many lanes. So the product is
// completed, routed by dimension, and repaired (without_missing.h); then some paths are longer, and
// two LIDs of a switch may have different paths. Where that makes links too busy for dfsssp,
// replies are not covered, as below.
//
// Products with hot switches, which have many more end ports than others, for example storage: in
// dimension order nearly all paths to one end over two of its links. All shortest paths to it, from
// it and through it go up*/down* below it. So it gets a layer with that order, and its paths take
// any of its links; the others keep to dimension order. Where that covers no replies within the
// lanes, and dimension order makes a link more than 1.5 times as busy, they are not covered.
//
// Trees with end ports on spines, for example aggregation nodes: up*/down* has no path between some
// pairs, so theirs go down and up again. Two orders of the links have shortest paths for all of
// them (subtree_orders.h), but the two directions of a pair need different orders. So replies are
// covered only if that is cheap: with turns that a short search finds, or in one order below a
// leaf, in which some paths are longer. It is not cheap if the busiest link becomes more than 1.5
// times as busy; then replies are not covered, which a warning says. Where a switch has no shortest
// path along an order, because too much is missing, it takes a longer one (fitting_paths.h).
//
// Data. Links are numbered (common/graph/links.h); a path tree is one link a switch, 4 bytes; sets
// of layers are 16 bits; the minimal paths to a switch are one byte a link; load is 4 bytes a link.
// Lane i of the budget, in ascending order of VL, carries layer i; a link lacks the layers whose VL
// it has not. SLs are written down by source switch and LID (SlBySwitch), or, where one layer
// holds everything, not at all (OneLane).
//
// Cost, with S switches, E directed links, L LIDs: O(E L) for a round of paths (lash: O(E S)), and
// one to three rounds; at most as much again for each attempt at layers, and what their search may
// cost, which is bounded. Threads grow the trees of a batch; their number changes no outcome.
//
// How it balances, and where to change that:
//   what a path costs               TreeGrowth::cheapest_of_all in tree_growth.cc
//   in which order LIDs are routed  order_by_lid in destination_order.cc; order_by_switch for lash
//   what is chosen once more        improve in balanced_paths.cc
//   and when to stop                common/balance/evenness.h
//   which single paths move off busy links in the end   load_shifts.h
//   which layers are tried, with which orders, in how many lanes   kAttempts in attempts.h
//
// Where to read on, in this order:
//   sssp.cc, dfsssp.cc, lash.cc   the engines: what each asks of route_in_layers
//   attempts.h                    the table of attempts
//   layered_routing.cc            what walks it
//   destination_order.h           units of LIDs, one after the other or in batches
//   minimal_paths.h               all shortest paths to a switch; minimal_path_cache.h keeps some
//   tree_growth.h, least_sum.h    the inner loop: paths to a LID over the least loaded links
//   balanced_paths.h              rounds of these; path_stage.h writes their entries
//   layers.h, path_layers.h       layers, and the book of the paths that are in them
//   ordered_layers.h              layers as long as orders are enough
//   turn_layers.h                 layers that hold turns, and the search (AcyclicTurns)
//   load_shifts.h                 single paths moved at the end
//   up_down_order.h, subtree_orders.h, lane_orders.h, ring_cuts.h   the orders; of dragonflies in
//                                 switch_groups.h
//   fitting_paths.h               the shortest paths that go along given orders
//   group_lane.h                  which layer shares its lane with multicast groups
//   multipath.h                   other paths to the path bits of an LMC: an engine of its own
//
// Tests: tests/plugins/layered has one of each source's name (tree_growth_test.cc, on fabrics to
// check by hand), the engines' promises in sssp_test.cc, dfsssp_test.cc, lash_test.cc and
// layered_routing_test.cc, and, over random fabrics and failures,
// layered_routing_property_test.cc.
#ifndef WEFT_PLUGINS_LAYERED_LAYERED_ROUTING_H_
#define WEFT_PLUGINS_LAYERED_LAYERED_ROUTING_H_

#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "plugins/layered/balanced_paths.h"

namespace weft {

// In a tree at most this share of the links joins switches of one rank (share_inside_ranks).
inline constexpr double kMostInsideRanks = 0.02;

// Writes tables over minimal paths that are balanced over the whole fabric, on one lane, where they
// may have credit loops. With avoid_throttled_links, minimal among the other links.
Routing balance_paths(const RouteRequest& request, Tables rows);

// The same with lanes that make the paths free of credit loops, as few as the attempts need (see
// kAttempts). Paths between two switches have the same SL both ways, so that replies are covered
// too. With PathsOf::kLids this is given up, with a warning, where the lanes do not suffice or some
// link would become too busy; and without a warning if Options::reversible is not set. Trees and
// products with missing parts may have paths that are longer than minimal, which a remark says.
// Throws CannotRoute if there are too few lanes.
Routing route_in_layers(const RouteRequest& request, PathsOf paths_of, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_LAYERED_ROUTING_H_
