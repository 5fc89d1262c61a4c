// What a fat tree is routed to: every LID with its position in the order of the tree, and the way
// that it takes up to a root, which is the way that packets to it come down.
//
// A position is a number whose digits choose the way: over the link whose turn it is, (position /
// divisor) mod links, the divisor being the product of the slots of the ranks below (D-mod-K;
// Zahavi, Fat-Tree Routing and Node Ordering Providing Contention Free Traffic for MPI Global
// Collectives, 2012). Whoever has to send up takes the same slot, so that all packets to a LID meet
// on its way. Consecutive positions have different ways; that is what frees shift patterns of
// contention.
//
// Where the link that a LID's digits ask for is missing, it takes another slot, and all follow: the
// one with the fewest LIDs that have to come down over it, and, among equals, that which no
// displaced neighbour took. The rest is left to a hash of LID and slot, not to the order of things,
// so that another missing link changes little.
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

namespace weft {

// What it costs to share a slot with another LID of the same port: more than any load.
inline constexpr float kSamePort = 1e6F;

// LIDs are numbered in the order of targets.switches: of a switch first those of its end ports, by
// port number, each with its path bits, then its own. That number is a DestinationIndex.
using DestinationIndex = std::uint32_t;

// Which count of positions a LID is part of. Their ways are dealt out separately.
enum class TreeOrder : std::uint8_t {
  kComputeNodes,  // on leaf switches
  kOtherEndPorts,
  kSwitches,
};

// A port that leads up.
struct UpPort {
  std::uint16_t slot;
  PortNum port;
  SwitchIndex peer;
};

// The ports of a switch that lead up, by slot and port number.
class UpPorts {
 public:
  UpPorts(const Fabric& fabric, const FatTree& tree);

  std::span<const UpPort> of(SwitchIndex s) const {
    return {ports_.data() + first_[s], first_[s + 1] - first_[s]};
  }
  std::span<const UpPort> of(SwitchIndex s, std::uint32_t slot) const;
  // Among the ports of all switches.
  std::size_t position(const UpPort& port) const {
    return static_cast<std::size_t>(&port - ports_.data());
  }
  std::size_t count() const { return ports_.size(); }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<UpPort> ports_;
};

// A LID that does not go where its digits say.
struct Displaced {
  std::uint32_t position;
  std::uint32_t plane;  // of the switch from which it would have gone up
  std::uint16_t slot;   // that it takes instead
};

struct TreeDestinations {
  Targets targets;
  std::vector<DestinationIndex> first;  // of a switch's LIDs, by position in targets.switches
  std::vector<Lid> lids;
  std::vector<TreeOrder> order;
  std::vector<std::uint32_t> position;
  // By rank: what the position says, and what the way of the LID takes: at a switch of that rank
  // the turn number mod (turns of its plane).
  std::array<std::vector<std::uint32_t>, kMostRanks> plain_number;
  std::array<std::vector<std::uint32_t>, kMostRanks> number;
  // By rank: the switch that the way of a LID leads over; kNone below its own switch.
  std::array<std::vector<SwitchIndex>, kMostRanks> way;
  // By rank, in ascending order of positions: compute nodes only.
  std::array<std::vector<Displaced>, kMostRanks> displaced;
  // By rank: the most compute nodes below a switch of that rank, or 1: so many neighbouring
  // positions receive at once from there in a shift.
  std::array<std::uint32_t, kMostRanks> window{};
  // LIDs whose way leads over the slot, divided by its links; by UpPorts::position of its first
  // port.
  std::vector<float> load;
  // Compute nodes in the order of their positions; kNone where a leaf switch has fewer than others.
  std::vector<EndPortIndex> compute_nodes;

  // A number that tells equals apart: the same for the same a and b, whatever else is there.
  static std::uint64_t hash(std::uint64_t a, std::uint64_t b) {
    return Random(Random(a).next() + b).next();
  }
};

// cn_guid_file of the options: which end ports are compute nodes. places: their positions; null:
// counted.
TreeDestinations find_tree_destinations(const Fabric& fabric, const FatTree& tree,
                                        const UpPorts& up, const Options& options,
                                        const TreePlaces* places = nullptr);

}  // namespace weft

#endif  // WEFT_PLUGINS_FAT_TREE_TREE_DESTINATIONS_H_
