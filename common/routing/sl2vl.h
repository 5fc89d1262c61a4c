// SL2VL maps of a fabric's switches.
#ifndef WEFT_ROUTING_SL2VL_H_
#define WEFT_ROUTING_SL2VL_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "common/base/types.h"

namespace weft {

inline constexpr unsigned kSls = 16;
inline constexpr Vl kDropVl = 15;  // packets mapped to VL 15 are dropped
using VlSet = std::uint16_t;       // VLs 0..15, bit by bit

// A base map for all ports, and other maps for some (switch, in port, out port). The different maps
// are few and have numbers; the base map is 0. Memory: 4 bytes for each pair of
// ports of each switch with own maps.
class Sl2Vl {
 public:
  using Map = std::array<Vl, kSls>;
  using Number = std::uint32_t;
  static constexpr Map kIdentity = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

  // base: of ports without an own map. VLs are 0..15; only their lowest four bits count.
  explicit Sl2Vl(const Map& base = kIdentity);

  const Map& base() const { return maps_[0]; }
  // By number.
  std::span<const Map> maps() const { return maps_; }
  // True if all ports have the base map. Cost: O(pairs of ports of switches that were set).
  bool uniform() const;

  // The number of a map; adds the map if it is new. Cost: O(log maps).
  Number number_of(const Map& map);
  // in_port 0..254 (0: packets of the switch itself), out_port 1..254; number: from number_of(), or
  // 0. Cheapest in descending order of ports, since memory grows with the highest port.
  void set_number(SwitchIndex s, PortNum in_port, PortNum out_port, Number number);
  void set(SwitchIndex s, PortNum in_port, PortNum out_port, const Map& map) {
    set_number(s, in_port, out_port, number_of(map));
  }

  Number number(SwitchIndex s, PortNum in_port, PortNum out_port) const {
    if (s >= switches_.size()) return 0;
    const Ports& ports = switches_[s];
    if (in_port >= ports.count || out_port >= ports.count) return 0;
    return ports.numbers[in_port * ports.count + out_port];
  }
  const Map& map(SwitchIndex s, PortNum in_port, PortNum out_port) const {
    return maps_[number(s, in_port, out_port)];
  }
  Vl vl(SwitchIndex s, PortNum in_port, PortNum out_port, Sl sl) const {
    return map(s, in_port, out_port)[sl];
  }

  // The maps by other switch indices: switch s gets the maps of before[s]; kNone: the base map.
  // Cost: O(pairs of ports).
  Sl2Vl renumbered(std::span<const SwitchIndex> before) const;

  // Equal maps that were added in another order count as different.
  friend bool operator==(const Sl2Vl&, const Sl2Vl&) = default;

 private:
  // The maps of ports 0..count-1 of a switch.
  struct Ports {
    std::size_t count = 0;
    std::vector<Number> numbers;  // by in port x count + out port

    void grow(std::size_t least);
    friend bool operator==(const Ports&, const Ports&) = default;
  };

  std::vector<Map> maps_;
  std::map<Map, Number> numbers_;
  std::vector<Ports> switches_;  // those behind it have no maps of their own
};

// The VL that packets of a VL use on a port with this many operational data VLs (1, 2, 4, 8, 15):
// higher VLs are folded onto lower ones.
inline Vl fold_vl(Vl vl, std::uint8_t data_vls) {
  return data_vls == 0 ? Vl{0} : static_cast<Vl>(vl % data_vls);
}

}  // namespace weft

#endif  // WEFT_ROUTING_SL2VL_H_
