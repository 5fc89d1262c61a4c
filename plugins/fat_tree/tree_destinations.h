// The destinations of a fat tree: every LID with its position in the order of the tree, and its
// way: the path from its switch up to a root, on which packets to the LID come down.
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
// order     kComputeNodes: these are counted together. Other end ports and switches are two more.
// position  6: hosts are counted from 0 on, leaf by leaf, port by port. L1 starts at 4 and h6 has
//           offset 2 there. A host that is down, or not yet there, keeps its position free. In two
//           levels leaf switches may leave gaps (closed_circle.h).
// plane     of a switch: the leaves are one plane (0) of rank 1, since all are linked to the same
//           spines; each spine is a plane, 0..3, of rank 0.
// slot      of a port that leads up: the links from a plane to one plane above. Slot k of any leaf
//           leads to Sk. So a slot means the same at every switch of a plane, even if links are
//           missing.
// number    of a LID at a rank: a LID with number n takes the n-th link up, in turns, in the order
//           of FatTree::links_up, at all switches of a plane. In rank 1 it
//           is the position, 6, so the link of slot 6 mod 4 = 2. In the ranks above the position is
//           divided by the upper switches that a switch of the ranks below has, see below: 6 / 4 =
//           1 in rank 0, whose switches have no link up. A path bit b adds b, so that the paths to
//           the LIDs of one port separate as early as possible. Below the LID's own switch the
//           number is that of the slot that leads to it; its parallel links take turns.
// way       L1, S2: from the LID's own switch up, over the slots of its numbers. Other switches
// send
//           up over the same slots, so that all packets to the LID meet on its way: L0, L2 and L3
//           send them to S2, too, and S2 down to L1.
// window    4 for rank 1, 16 for rank 0: this number of neighbouring positions are below one switch
//           of that rank, and receive from there at the same time in a shift.
// displaced If L1 has lost its link to S2, h6 takes another slot there, for example 3: its number
// in
//           rank 1 becomes 7, its way L1, S3, and all switches of the plane follow (their number
//           for h6 is that of its way). Its plain number is still 6: if a rank has more planes,
//           those that are not on the way use the plain number. {position 6, plane 0, slot 3} is in
//           displaced[1], so that h5 and h7 take another slot if they are displaced too.
//
// Why shift patterns have no contention (D-mod-K; Zahavi, Fat-Tree Routing and Node Ordering
// Providing Contention Free Traffic for MPI Global Collectives, 2012). A leaf switch sends to as
// many neighbouring positions as it has hosts, and these take its links up in turns. If it has w
// upper switches, each of them gets, from each of its lower switches, every w-th position; and
// these lower switches are neighbours, so their positions divided by w are again neighbouring
// numbers, which take the next links up in turns, and so on. It is the upper switches that count:
//
//   not the links    Two parallel links to one switch lead all their positions there.
//   not the slots    In a quasi fat tree (QFT) switches of one plane may have the same lower
//                    switches: line chips of a director, below which edge switches have links to
//                    several of them. Such a slot leads to several upper switches (UpPorts).
//                    Divided by the slots alone, the numbers at one of w line chips would be w
//                    apart, and if w and the spines have a common divisor, some spines get none.
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

// The cost for a displaced LID to share a slot with another LID of the same port: more than any
// load.
inline constexpr float kSamePort = 1e6F;

// LIDs are in the order of targets.switches: for each switch first those of its end ports, by
// port, each with its path bits, then its own. The index of a LID is a DestinationIndex.
using DestinationIndex = std::uint32_t;

// The order in which the position of a LID is counted. Each order deals its ways separately.
enum class TreeOrder : std::uint8_t {
  kComputeNodes,  // on leaf switches
  kOtherEndPorts,
  kSwitches,
};

// At a rank, a LID that does not take the slot of its plain number, or did not at a rank below.
struct Displaced {
  std::uint32_t position;
  std::uint32_t plane;  // of the switch from which it goes up
  std::uint16_t slot;   // the one that it takes there
};

struct TreeDestinations {
  Targets targets;
  std::vector<DestinationIndex> first;  // of a switch's LIDs, by index in targets.switches
  std::vector<Lid> lids;
  std::vector<TreeOrder> order;
  std::vector<std::uint32_t> position;
  // By rank: the number of the position, and the number of the LID's way. Below the LID's own
  // switch (of a LID of a switch, or of an end port at an upper switch): the links that lead to it.
  std::array<std::vector<std::uint32_t>, kMostRanks> plain_number;
  std::array<std::vector<std::uint32_t>, kMostRanks> number;
  // By rank: the switch on the way of the LID; kNone below its own switch.
  std::array<std::vector<SwitchIndex>, kMostRanks> way;
  // By rank, in ascending order of positions: compute nodes only.
  std::array<std::vector<Displaced>, kMostRanks> displaced;
  // By rank: the most compute nodes below a switch of that rank, or 1: the number of neighbouring
  // positions that receive from it at the same time in a shift.
  std::array<std::uint32_t, kMostRanks> window{};
  // By UpPorts::index_of the first port of a slot: the LIDs whose way leads over the slot, divided
  // by its links.
  std::vector<float> load;
  // Compute nodes by position; kNone: a free position.
  std::vector<EndPortIndex> compute_nodes;

  // A hash that decides between equals: it depends only on a and b.
  static std::uint64_t hash(std::uint64_t a, std::uint64_t b) {
    return Random(Random(a).next() + b).next();
  }
};

// The compute nodes are those of cn_guid_file in the options. places: their positions; null: counts
// them. Cost: O(ranks x LIDs); for each displaced LID, the slots of a switch (find_ways).
TreeDestinations find_tree_destinations(const Fabric& fabric, const FatTree& tree,
                                        const UpPorts& up, const Options& options,
                                        const TreePlaces* places = nullptr);

}  // namespace weft

#endif  // WEFT_PLUGINS_FAT_TREE_TREE_DESTINATIONS_H_
