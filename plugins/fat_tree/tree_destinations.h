// What a fat tree is routed to: every LID with its position in the order of the tree, and the way
// that it takes up to a root, which is the way that packets to it come down.
//
// The words, on a 4-ary 2-tree (4 spines above 4 leaves of 4 hosts, ports in their order), for the
// LID of h6, the third host of leaf L1, with LMC 0:
//
//      S0       S1       S2       S3       rank 0
//       |   every leaf is linked   |
//       |      to every spine      |
//      L0       L1       L2       L3       rank 1
//    h0..h3   h4..h7  h8..h11 h12..h15
//
// order     kComputeNodes: what is counted together. Other end ports and switches are two more.
// position  6: hosts are counted from 0 on, leaf by leaf, port by port. L1 starts at 4 and h6 has
//           offset 2 there. A host that is down, or is to come, keeps its position free.
// plane     of a switch: the leaves are one plane (0) of rank 1, since all are linked to the same
//           spines; each spine is a plane of its own, 0..3, of rank 0.
// slot      of a port that leads up: the links from a plane to one plane above. Slot k of any leaf
//           leads to Sk. So a slot means the same at every switch of a plane, whatever is missing.
// number    what a LID asks for at a rank: number n takes the link up that is the n-th, round after
//           round, in the order of FatTree::links_up, all switches of a plane alike. In rank 1 it
//           is the position, 6, so the link of slot 6 mod 4 = 2. In the ranks above the position is
//           divided by the slots of the ranks below: 6 / 4 = 1 in rank 0, whose switches have no
//           link up. (D-mod-K; Zahavi, Fat-Tree Routing and Node Ordering Providing Contention Free
//           Traffic for MPI Global Collectives, 2012.) A path bit b adds b: the LIDs of one port
//           part as early as they can.
// way       L1, S2: from the LID's own switch up, over the slots of its numbers. Whoever has to
//           send up takes the same slot, so that all packets to it meet on its way: L0, L2 and L3
//           send it to S2, too, and S2 down to L1.
// window    4 for rank 1, 16 for rank 0: so many neighbouring positions lie below one switch of
//           that rank, and receive from there at once in a shift.
// displaced If L1 has lost its link to S2, h6 takes another slot there, 3 say: its number in rank 1
//           becomes 7, its way L1, S3, and all switches of the plane follow (their number for h6
//           is that of its way). Its plain number is still 6: with more planes in a rank, those
//           that the way does not lead over keep to that. {position 6, plane 0, slot 3} stands in
//           displaced[1], so that h5 and h7, should they be displaced too, take another slot.
//
// Consecutive positions have different ways; that is what frees shift patterns of contention.
#ifndef WEFT_PLUGINS_FAT_TREE_TREE_DESTINATIONS_H_
#define WEFT_PLUGINS_FAT_TREE_TREE_DESTINATIONS_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/random.h"
#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/routing/options.h"
#include "common/routing/targets.h"
#include "common/topology/fat_tree.h"
#include "plugins/fat_tree/tree_places.h"
#include "plugins/fat_tree/up_ports.h"

namespace weft {

// What it costs a displaced LID to share a slot with another LID of the same port: more than any
// load.
inline constexpr float kSamePort = 1e6F;

// The LIDs stand in the order of targets.switches: of a switch first those of its end ports, by
// port, each with its path bits, then its own. The index of one is a DestinationIndex.
using DestinationIndex = std::uint32_t;

// Which count of positions a LID is part of. Their ways are dealt out separately.
enum class TreeOrder : std::uint8_t {
  kComputeNodes,  // on leaf switches
  kOtherEndPorts,
  kSwitches,
};

// At a rank, a LID that does not take the slot that its plain number says, or did not at a rank
// below.
struct Displaced {
  std::uint32_t position;
  std::uint32_t plane;  // of the switch from which it goes up
  std::uint16_t slot;   // that it takes there
};

struct TreeDestinations {
  Targets targets;
  std::vector<DestinationIndex> first;  // of a switch's LIDs, by index in targets.switches
  std::vector<Lid> lids;
  std::vector<TreeOrder> order;
  std::vector<std::uint32_t> position;
  // By rank: what the position says, and what the way of the LID takes. Below the LID's own switch:
  // the slots that lead there (a LID of a switch, or of what is linked to an upper one).
  std::array<std::vector<std::uint32_t>, kMostRanks> plain_number;
  std::array<std::vector<std::uint32_t>, kMostRanks> number;
  // By rank: the switch that the way of a LID leads over; kNone below its own switch.
  std::array<std::vector<SwitchIndex>, kMostRanks> way;
  // By rank, in ascending order of positions: compute nodes only.
  std::array<std::vector<Displaced>, kMostRanks> displaced;
  // By rank: the most compute nodes below a switch of that rank, or 1: so many neighbouring
  // positions receive at once from there in a shift.
  std::array<std::uint32_t, kMostRanks> window{};
  // LIDs whose way leads over the slot, divided by its links; by UpPorts::index_of its first port.
  std::vector<float> load;
  // Compute nodes in the order of their positions; kNone where a leaf switch has fewer than others.
  std::vector<EndPortIndex> compute_nodes;

  // A number that tells equals apart: the same for the same a and b, whatever else is there.
  static std::uint64_t hash(std::uint64_t a, std::uint64_t b) {
    return Random(Random(a).next() + b).next();
  }
};

// cn_guid_file of the options: which end ports are compute nodes. places: their positions; null:
// counted. Cost: O(ranks x LIDs); of each displaced LID, the slots of a switch (find_ways).
TreeDestinations find_tree_destinations(const Fabric& fabric, const FatTree& tree,
                                        const UpPorts& up, const Options& options,
                                        const TreePlaces* places = nullptr);

}  // namespace weft

#endif  // WEFT_PLUGINS_FAT_TREE_TREE_DESTINATIONS_H_
