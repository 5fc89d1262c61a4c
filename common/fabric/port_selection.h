// A set of ports of a fabric: switch ports and end ports.
#ifndef WEFT_FABRIC_PORT_SELECTION_H_
#define WEFT_FABRIC_PORT_SELECTION_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"

namespace weft {

// One bit per port. Memory: (ports of all switches + end ports) / 8 bytes.
class PortSelection {
 public:
  PortSelection() = default;  // of a fabric without ports
  explicit PortSelection(const Fabric& fabric)
      : switch_ports_(fabric.all_ports().size()),
        words_((switch_ports_ + fabric.end_port_count() + 63) / 64) {}

  void add_switch_port(const Fabric& fabric, SwitchIndex s, PortNum port) {
    add(fabric.switches()[s].first_port + std::size_t{port});
  }
  void add_end_port(EndPortIndex e) { add(switch_ports_ + e); }

  bool has_switch_port(const Fabric& fabric, SwitchIndex s, PortNum port) const {
    return has(fabric.switches()[s].first_port + std::size_t{port});
  }
  bool has_end_port(EndPortIndex e) const { return has(switch_ports_ + e); }

  // Both sets must be of the same fabric.
  PortSelection& operator|=(const PortSelection& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  PortSelection& operator-=(const PortSelection& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
    return *this;
  }

  std::size_t size() const {
    std::size_t count = 0;
    for (const std::uint64_t word : words_) count += static_cast<std::size_t>(std::popcount(word));
    return count;
  }
  bool empty() const { return size() == 0; }

  friend bool operator==(const PortSelection&, const PortSelection&) = default;

 private:
  void add(std::size_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
  bool has(std::size_t i) const { return (words_[i / 64] >> (i % 64) & 1) != 0; }

  std::size_t switch_ports_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace weft

#endif  // WEFT_FABRIC_PORT_SELECTION_H_
