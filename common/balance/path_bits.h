// For LMC > 0: the neighbours that a switch already uses for the LIDs of one port. The paths to
// these LIDs should not share parts that fail together.
#ifndef WEFT_BALANCE_PATH_BITS_H_
#define WEFT_BALANCE_PATH_BITS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"

namespace weft {

// Ports of one switch that lead to the same switch, or to the same system (system image GUIDs count
// as they are reported), have the same index, 0..253. By position in Fabric::all_ports().
struct NeighbourIndex {
  // ports_apart: as if each port led to another switch and system.
  explicit NeighbourIndex(const Fabric& fabric, bool ports_apart = false);
  std::vector<std::uint8_t> switch_of;
  std::vector<std::uint8_t> system_of;
  std::size_t width = 1;  // indices are below this
};

// The counts of one switch; each worker reuses one.
class PathBits {
 public:
  // Targets are numbered 0..targets-1 by the caller. The index must outlive this.
  PathBits(const NeighbourIndex& index, std::size_t targets)
      : index_(&index), by_switch_(targets * index.width), by_system_(targets * index.width) {}

  // Forgets everything and turns to a switch.
  void start(const Fabric& fabric, SwitchIndex s);

  // Number of LIDs of the target that leave through the neighbour switch, or the neighbour's
  // system, of a port.
  unsigned to_switch(std::size_t target, PortNum port) const {
    return by_switch_[target * index_->width + index_->switch_of[first_port_ + port]];
  }
  unsigned to_system(std::size_t target, PortNum port) const {
    return by_system_[target * index_->width + index_->system_of[first_port_ + port]];
  }
  void record(std::size_t target, PortNum port) {
    ++by_switch_[target * index_->width + index_->switch_of[first_port_ + port]];
    ++by_system_[target * index_->width + index_->system_of[first_port_ + port]];
  }

 private:
  const NeighbourIndex* index_;
  std::size_t first_port_ = 0;
  std::vector<std::uint8_t> by_switch_;  // [target][index]; a port has at most 2^7 LIDs
  std::vector<std::uint8_t> by_system_;
};

}  // namespace weft

#endif  // WEFT_BALANCE_PATH_BITS_H_
