// Routing of fat trees: the engines ftree and pqft, from a fabric to its tables.
//
// Idea. A fat tree has many shortest up*/down* paths between two hosts; which one a packet takes is
// decided by its destination alone. Hosts have positions, 0, 1, 2, ... along the leaves, and the
// digits of a position say over which link to go up at each rank (D-mod-K: Zahavi, D-Mod-K Routing
// Providing Non-Blocking Traffic for Shift Permutations on Real Life Fat Trees, 2010; Zahavi,
// Fat-Tree Routing and Node Ordering Providing Contention Free Traffic for MPI Global Collectives,
// 2012; the trees are the PGFTs of the second). Neighbouring positions go up over different links,
// and all packets to one host come down the same way, so that in a shift, where rank i sends to
// rank i + k, no two packets meet on a link: if ranks have the order of the positions, which
// order_of_cas.h gives. What goes up first and down then closes no credit loop.
//
// Where links are missing, nothing is counted over the whole fabric: a LID whose link is gone takes
// another one by the load of a few links around it and then by a hash, and only the switches of one
// plane follow. So one more lost link moves few LIDs.
//
// Where links are missing, slots leave flows of a shift that meet. There entries are led elsewhere
// one by one, as far as that makes shifts, and then the busiest links, better (shift_search.h);
// that moves somewhat more when another link is lost.
//
// Where a tree is irregular (its typical shape has no place for something), or is small and lacks
// something, slots may say little. Then tables are made by load as well (load_routing.h), and of
// all those with the least contention over shifts are taken; a remark says so, or that the fabric
// is too large for that.
//
// ftree finds positions by counting (the name and the options are those of OpenSM's engine: OpenSM
// manual page, «Fat-tree Routing Algorithm»); pqft has them from a shape that the administrator
// gives (tree_shape.h), so that what is lost moves nothing. Both are route_fat_tree().
//
// Cost with S switches, E links, L LIDs: ranks as in up*/down* (../up_down/up_down_routing.h); a
// sort of the links for planes and slots; O(ranks x L) for positions and ways; O(S/256 x diameter x
// E) for the distances, O(E S) vector comparisons for the candidates, O(S L) writes; for each
// displaced LID of a switch, its slots. By load: O(S L candidates), twice, by one thread, and the
// judging of up to 2,048 shifts of each. The search: see shift_search.h.
//
// Data. Per LID and rank a number, a plain number and a switch (12 bytes); columns of the HopTable
// are the switches in the order of the tree, its rows 2 bytes a pair of switches.
// tree_destinations.h defines the words in one picture.
//
// To change
//   what a tree is, and how names for its links are found   common/topology/fat_tree.h
//   which position a host has                               tree_destinations.cc, tree_places.h
//   which way a LID takes where links are missing           tree_ways.h
//   what a switch does that has lost a link itself          displaced_lids.h
//   how entries are written                                 slot_routing.h
//   what is done where slots say little                     load_routing.h
//   and where flows of a shift still meet                   shift_search.h
//   which switches are the roots                            ../up_down/tree_ranking.h
//
// Read fat_tree.h, tree_destinations.h (the picture), tree_ways.h, slot_routing.h,
// displaced_lids.h, load_routing.h; for pqft tree_places.h. Tests: tests/plugins/fat_tree, with the
// slow reference tests/support/slow_fat_tree.h; what it is good for is measured by bench (shift
// patterns).
// Tested by tests/plugins/fat_tree/ftree_trees_test.cc.
// Tested by tests/plugins/fat_tree/pqft_test.cc.
#ifndef WEFT_PLUGINS_FAT_TREE_FAT_TREE_ROUTING_H_
#define WEFT_PLUGINS_FAT_TREE_FAT_TREE_ROUTING_H_

#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "common/topology/tree_shape.h"

namespace weft {

// Shortest up*/down* paths, chosen by the position of their destination (slot_routing.h), and
// missing routes as route_up_down adds them. A remark says what the tree is.
//
// shape: what the tree is to be; positions are those that it has in the whole. Throws CannotRoute,
// naming the first difference, if the fabric is not a part of that. Null: any tree.
Routing route_fat_tree(const RouteRequest& request, const TreeShape* shape, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_FAT_TREE_FAT_TREE_ROUTING_H_
