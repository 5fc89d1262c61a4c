// Subtrees, planes and slots of a fat tree, by which its links can be compared. They are found from
// the links alone, also if some are missing.
//
// In a parallel ports generalised fat tree (Zahavi, Fat-Tree Routing and Node Ordering Providing
// Contention Free Traffic for MPI Global Collectives, 2012) a switch is identified by its subtree
// and by the digits of the path up to it. A subtree is a set of switches that are connected below a
// rank. The digits are found from the roots: each root is a plane, and switches below that are
// linked to the same planes are one plane. The links from the switches of a plane to one plane
// above are a slot, with one number everywhere, whichever links are missing.
//
// A slot is a bundle of parallel links. LIDs are dealt to the links of a plane's switches in one
// order: to one link of each slot, then to the second link of slots that have two, and so on. It is
// the order of a switch that has lost no link.
#ifndef WEFT_TOPOLOGY_FAT_TREE_H_
#define WEFT_TOPOLOGY_FAT_TREE_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/distances.h"
#include "common/graph/switch_graph.h"

namespace weft {

// The most levels of switches in a tree.
inline constexpr unsigned kMostRanks = 8;
inline constexpr std::uint16_t kNoSlot = 0xFFFF;

// A link that leads up, for all switches of a plane.
struct SlotLink {
  std::uint16_t slot;
  std::uint16_t link;   // its number among the parallel links of the slot, 0..
  std::uint16_t links;  // number of links of the slot
};

struct FatTree {
  std::vector<Hops> ranks;  // by switch; 0: a root; kFar: not connected to a root
  unsigned height = 0;      // number of ranks, 0..kMostRanks
  // By switch: its plane among those of its rank, 0..; kNone: not connected to a root.
  std::vector<std::uint32_t> plane;
  // By switch: the number of slots of its plane; 0: a root, or a switch without links up.
  std::vector<std::uint32_t> width;
  // By position in Fabric::all_ports(): the slot of the port, 0..width - 1; kNoSlot: it does not
  // lead up, or it leads to a plane to which hardly any other switch of its plane is linked.
  std::vector<std::uint16_t> slot;
  // By rank, then by plane: the links that lead up from a switch, in the order in which LIDs are
  // dealt to them.
  std::array<std::vector<std::vector<SlotLink>>, kMostRanks> links_up;
  // By rank, then by switch: the smallest index of a switch in the same subtree (connected over
  // switches of this rank and below). Of switches above: kNone.
  std::array<std::vector<SwitchIndex>, kMostRanks> subtree;
  // All switches, in an order in which those of each subtree, of any rank, are consecutive.
  std::vector<SwitchIndex> order;

  // For a switch with slots: the link that gets the number-th LID, in turns.
  const SlotLink& link_of(SwitchIndex s, std::uint32_t number) const {
    const auto& all = links_up[ranks[s]][plane[s]];
    return all[number % all.size()];
  }
  // The parallel link, 0..count - 1, that a switch takes for that link if it has `count` (>= 1)
  // of them. The LIDs of lost links are shared by the others, and extra links get LIDs too.
  std::uint32_t parallel_link(SwitchIndex s, std::uint32_t number, std::uint32_t count) const;
};

// ranks: by switch, distances from the roots; none but kFar may be kMostRanks or more. Cost: a sort
// of the links, some O(links) besides.
FatTree find_fat_tree(const Fabric& fabric, const SwitchGraph& graph, std::vector<Hops> ranks);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_FAT_TREE_H_
