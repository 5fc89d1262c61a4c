// Routing of fat trees: the engines ftree and pqft, from a fabric to its tables.
//
// Idea. A fat tree has many shortest up*/down* paths between two hosts; the destination decides
// which one a packet takes. Hosts have positions, 0, 1, 2, ... along the leaf switches, and the
// digits of a position give the link up at each rank (D-mod-K: Zahavi, D-Mod-K Routing
// Providing Non-Blocking Traffic for Shift Permutations on Real Life Fat Trees, 2010; Zahavi,
// Fat-Tree Routing and Node Ordering Providing Contention Free Traffic for MPI Global Collectives,
// 2012; the trees are the PGFTs of the second paper). Neighbouring positions go up over different
// links, and all packets to one host come down on one path. So in a shift, where rank i sends to
// rank i + k, no two packets meet on a link, if ranks have the order of the positions
// (order_of_cas.h). Paths that go up and then down close no credit loop.
//
// If links are missing, nothing is counted over the whole fabric: a LID whose link is lost takes
// another link, by the load of a few links near it and then by a hash, and only the switches of one
// plane follow. So one more lost link moves few LIDs.
//
// With missing links some flows of a shift meet. Then entries are re-routed one by one, while that
// improves shifts, and then the busiest links (shift_search.h); so another lost link moves a few
// more entries.
//
// If a tree is irregular (some part does not fit into its typical shape), or small and incomplete,
// slots may balance badly. Then tables are also made by load (load_routing.h), and the tables with
// the least contention over shifts are taken. A remark says so, or that the fabric is too large for
// that.
//
// A stray cable shortens paths, and so would carry all packets between its ends: links inside a
// rank serve only pairs that have no other path, and others are left out if no pair of end ports
// needs them (stray_links.h).
//
// ftree finds positions by counting (the name and the options are those of OpenSM's engine: OpenSM
// manual page, «Fat-tree Routing Algorithm»). pqft derives them from a shape that the administrator
// gives (tree_shape.h), so that lost parts move no position. Both are route_fat_tree().
//
// Cost with S switches, E links, L LIDs: ranks as in up*/down* (../up_down/up_down_routing.h); a
// sort of the links for planes and slots; O(ranks x L) for positions and ways; O(S/256 x diameter x
// E) for the distances, O(E S) vector comparisons for the candidates, O(S L) writes; for each
// displaced LID of a switch, its slots. By load: O(S L candidates), twice, by one thread, and
// up to 2,048 shifts for the comparison. The search: see shift_search.h.
//
// Data. Per LID and rank a number, a plain number and a switch (12 bytes); columns of the HopTable
// are the switches in the order of the tree, its rows 2 bytes a pair of switches.
// tree_destinations.h defines the words in one picture.
//
// To change
//   what a tree is, its planes and slots                    common/topology/fat_tree.h
//   which links are stray                                   stray_links.h
//   the position of a host                                  tree_destinations.cc, tree_places.h
//   the way of a LID if links are missing                   tree_ways.h
//   the choice of a switch that has lost a link itself      displaced_lids.h
//   how entries are written                                 slot_routing.h
//   tables by load, for irregular trees                     load_routing.h
//   the search that separates flows that still meet         shift_search.h
//   which switches are the roots                            ../up_down/tree_ranking.h
//
// Read fat_tree.h, tree_destinations.h (the picture), tree_ways.h, slot_routing.h,
// displaced_lids.h, load_routing.h; for pqft tree_places.h. Tests: tests/plugins/fat_tree, with the
// slow reference tests/support/slow_fat_tree.h; bench measures shift patterns.
// Tested by tests/plugins/fat_tree/ftree_trees_test.cc.
// Tested by tests/plugins/fat_tree/pqft_test.cc.
#ifndef WEFT_PLUGINS_FAT_TREE_FAT_TREE_ROUTING_H_
#define WEFT_PLUGINS_FAT_TREE_FAT_TREE_ROUTING_H_

#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "common/topology/tree_shape.h"

namespace weft {

// Shortest up*/down* paths, chosen by the position of their destination (slot_routing.h), and
// missing routes as route_up_down adds them. A remark describes the tree.
//
// shape: the structure of the complete tree, which gives the positions. Throws CannotRoute,
// naming the first difference, if the fabric is not a part of it. Null: any tree.
Routing route_fat_tree(const RouteRequest& request, const TreeShape* shape, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_FAT_TREE_FAT_TREE_ROUTING_H_
