// The loads of the links between switches, while a balance makes its choices.
#ifndef WEFT_BALANCE_LINK_LOADS_H_
#define WEFT_BALANCE_LINK_LOADS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/balance/port_settings.h"
#include "common/base/types.h"
#include "common/fabric/fabric.h"

namespace weft {

// What a path adds to the load of a port, by position in Fabric::all_ports(); empty: 1 each. With
// weigh_links 4 for the fastest links and more for slower ones; 0 for ignored_ports.
std::vector<std::uint8_t> port_charges(const PortSettings& settings);

// Loads are by position in Fabric::all_ports(): paths times charge.
class LinkLoads {
 public:
  // charges: from port_charges(). All arguments must outlive this.
  LinkLoads(const Fabric& fabric, std::span<const std::uint8_t> charges)
      : fabric_(fabric), charges_(charges), loads_(fabric.all_ports().size()) {}

  // By port of a switch.
  const std::uint32_t* of(SwitchIndex s) const {
    return loads_.data() + fabric_.switches()[s].first_port;
  }
  // What paths add to the load of a port.
  std::uint32_t charge(SwitchIndex s, PortNum port, std::uint32_t paths) const {
    if (charges_.empty()) return paths;
    return paths * charges_[fabric_.switches()[s].first_port + port];
  }
  bool charged_alike() const { return charges_.empty(); }

  void add(SwitchIndex s, PortNum port, std::uint32_t paths) {
    loads_[fabric_.switches()[s].first_port + port] += charge(s, port, paths);
  }

  // Of all links.
  const std::vector<std::uint32_t>& all() const { return loads_; }
  void replace(std::vector<std::uint32_t> loads) { loads_ = std::move(loads); }
  std::uint32_t busiest() const;
  double mean() const;

 private:
  const Fabric& fabric_;
  std::span<const std::uint8_t> charges_;
  std::vector<std::uint32_t> loads_;
};

}  // namespace weft

#endif  // WEFT_BALANCE_LINK_LOADS_H_
