// The entries of a switch for LIDs that it cannot send over the slot of their way: the link is
// missing here, or leads to a switch that does not reach them.
#ifndef WEFT_PLUGINS_FAT_TREE_DISPLACED_LIDS_H_
#define WEFT_PLUGINS_FAT_TREE_DISPLACED_LIDS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/next_hops.h"
#include "common/topology/fat_tree.h"
#include "plugins/fat_tree/tree_destinations.h"
#include "plugins/fat_tree/up_ports.h"

namespace weft {

// The displaced LIDs of one switch after the other; the scratch memory of one worker.
//
// Each LID takes the slot with the least load near it: LIDs whose way comes down over the slot, and
// neighbouring positions that were displaced to it, by the tree or by this switch. A hash decides
// between equals. So a choice depends on few others, and one more missing link moves few LIDs.
class DisplacedLids {
 public:
  // words: of the sets of ports. All arguments must outlive this.
  DisplacedLids(const Fabric& fabric, const FatTree& tree, const UpPorts& up,
                const TreeDestinations& destinations, std::size_t words)
      : fabric_(fabric), tree_(tree), up_(up), destinations_(destinations), words_(words) {}

  // Forgets everything and turns to a switch.
  void start(SwitchIndex s);

  // Must be called in ascending order of destinations, at a switch whose FatTree::width is not 0.
  // number: of the LID at this switch. set: the ports that may be taken, not empty.
  void add(DestinationIndex i, std::uint32_t number, PortSet set);

  // Writes the entries of all LIDs that were added. Cost: for each, the slots of the switch.
  void write_entries(PortNum* row);

 private:
  struct Slot {
    std::uint16_t slot;
    std::span<const UpPort> ports;
  };
  struct Waiting {
    DestinationIndex destination;
    std::uint32_t number;
    std::uint32_t position;
    std::size_t set;     // in sets_, in words
    std::uint16_t slot;  // the one that it takes: index in slots_
    bool counts;         // a compute node whose packets pass this switch in a shift
  };

  PortSet set_of(const Waiting& w) const { return {sets_.data() + w.set, words_}; }
  void count(const Displaced& other, float change, std::span<float> by_slot) const;
  void weigh(const Waiting& w, std::span<const float> by_tree, std::span<const float> by_switch,
             const PortNum* row);
  float load_down(const UpPort& port, DestinationIndex i) const;
  std::uint16_t cheapest(const Waiting& w) const;

  const Fabric& fabric_;
  const FatTree& tree_;
  const UpPorts& up_;
  const TreeDestinations& destinations_;
  std::size_t words_;

  SwitchIndex switch_ = kNone;
  unsigned rank_ = 0;
  std::vector<Slot> slots_;  // slots with ports
  std::vector<Waiting> waiting_;
  std::vector<std::uint64_t> sets_;
  std::vector<float> costs_;  // by slot; infinite: no port of the set
};

// The number of ports of a slot that are in the set, and the n-th of them, n below that number.
std::uint32_t count_ports(std::span<const UpPort> slot, PortSet set);
PortNum nth_port(std::span<const UpPort> slot, PortSet set, std::uint32_t n);

}  // namespace weft

#endif  // WEFT_PLUGINS_FAT_TREE_DISPLACED_LIDS_H_
