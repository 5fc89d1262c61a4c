// What a fat tree looks like from inside: the names that make its links comparable, found from the
// links alone, also where some are missing.
//
// In a parallel ports generalised fat tree (Zahavi, Fat-Tree Routing and Node Ordering Providing
// Contention Free Traffic for MPI Global Collectives, 2012) a switch is told by the subtree that it
// is in and by the digits of the way up to it. Subtrees are what hangs together below a rank. The
// digits show from above: every root is a plane of its own, and switches that are linked to the
// same planes are a plane again. What leads from the switches of a plane to one plane above is a
// slot, and has one number everywhere, whichever of the links are missing.
//
// A slot is a bundle of parallel links. LIDs are dealt to the links of a plane's switches in one
// order: to one link of each slot, then to the second of those that have two, and so on. It is the
// order of a switch that has lost no link.
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

// Levels of switches that a tree may have.
inline constexpr unsigned kMostRanks = 8;
inline constexpr std::uint16_t kNoSlot = 0xFFFF;

// A link that leads up, for all switches of a plane.
struct SlotLink {
  std::uint16_t slot;
  std::uint16_t link;   // among the parallel ones of the slot, 0..
  std::uint16_t links;  // that the slot has
};

struct FatTree {
  std::vector<Hops> ranks;  // by switch; 0: a root; kFar: no root is connected to it
  unsigned height = 0;      // ranks that there are, 0..kMostRanks
  // Of the switches of a rank, by switch, 0..; kNone: no root is connected to it.
  std::vector<std::uint32_t> plane;
  // Slots that the switches of its plane have between them, by switch; 0: a root, or a switch that
  // no way leads up from.
  std::vector<std::uint32_t> width;
  // Which slot a port belongs to, 0..width - 1, by position in Fabric::all_ports(); kNoSlot: it
  // does not lead up, or where hardly any other switch of the plane is linked to.
  std::vector<std::uint16_t> slot;
  // By rank, then by plane: the links that lead up from a switch, in the order in which LIDs are
  // dealt to them.
  std::array<std::vector<std::vector<SlotLink>>, kMostRanks> links_up;
  // By rank, then by switch: the smallest index of a switch in the same subtree, that is in what
  // hangs together over switches of this rank and below. Of switches above: kNone.
  std::array<std::vector<SwitchIndex>, kMostRanks> subtree;
  // All switches, so that those of a subtree stand together, whichever rank it is of.
  std::vector<SwitchIndex> order;

  // Of a switch that has slots: the link that the number-th LID is dealt to. Round after round.
  const SlotLink& link_of(SwitchIndex s, std::uint32_t number) const {
    const auto& all = links_up[ranks[s]][plane[s]];
    return all[number % all.size()];
  }
  // Which of its parallel links, 0..count - 1, a switch takes for that one if it has `count` (>= 1)
  // of them. Those that it has lost are shared by the others, those that it has more take part.
  std::uint32_t parallel_link(SwitchIndex s, std::uint32_t number, std::uint32_t count) const;
};

// ranks: by switch, distances from the roots; none but kFar may be kMostRanks or more. Cost: a sort
// of the links, some O(links) besides.
FatTree find_fat_tree(const Fabric& fabric, const SwitchGraph& graph, std::vector<Hops> ranks);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_FAT_TREE_H_
