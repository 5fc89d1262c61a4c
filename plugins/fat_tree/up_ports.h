// The ports of a fat tree's switches that lead up, slot by slot.
#ifndef WEFT_PLUGINS_FAT_TREE_UP_PORTS_H_
#define WEFT_PLUGINS_FAT_TREE_UP_PORTS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/topology/fat_tree.h"

namespace weft {

// A port that leads up.
struct UpPort {
  std::uint16_t slot;
  PortNum port;
  SwitchIndex peer;
};

// The ports of a switch that lead up, by slot. In a slot, one port to each upper switch comes
// first, by the index of that switch, then the second port to each that has two, and so on: so
// lower switches that share their upper switches count them alike, however their ports are cabled.
class UpPorts {
 public:
  UpPorts(const Fabric& fabric, const FatTree& tree);

  std::span<const UpPort> of(SwitchIndex s) const {
    return {ports_.data() + first_[s], first_[s + 1] - first_[s]};
  }
  std::span<const UpPort> of(SwitchIndex s, std::uint32_t slot) const;
  // The number of upper switches that the ports of a slot, from of(), lead to.
  static std::uint32_t switches(std::span<const UpPort> slot);
  // The index of a port from of() among the ports of all switches, 0..count() - 1.
  std::size_t index_of(const UpPort& port) const {
    return static_cast<std::size_t>(&port - ports_.data());
  }
  std::size_t count() const { return ports_.size(); }

 private:
  static void sort(std::span<UpPort> ports);

  std::vector<std::uint32_t> first_;
  std::vector<UpPort> ports_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_FAT_TREE_UP_PORTS_H_
