// SL2VL maps of a fabric's switches.
// Tested by tests/common/verify/lane_check_test.cc.
#ifndef WEFT_ROUTING_SL2VL_H_
#define WEFT_ROUTING_SL2VL_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>

#include "common/base/types.h"

namespace weft {

inline constexpr unsigned kSls = 16;
inline constexpr Vl kDropVl = 15;  // packets mapped to VL 15 are dropped
using VlSet = std::uint16_t;       // VLs 0..15, bit by bit

// One map for all ports, and those of (switch, in port, out port) that have their own, as read from
// a file.
class Sl2Vl {
 public:
  using Map = std::array<Vl, kSls>;
  static constexpr Map kIdentity = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

  // base: of the ports that have no map of their own. VLs are 0..15; only their lowest four bits
  // count.
  explicit Sl2Vl(const Map& base = kIdentity) : base_(masked(base)) {}

  const Map& base() const { return base_; }
  // True if all ports have the base map. Cost: O(maps that were set).
  bool uniform() const {
    return std::all_of(maps_.begin(), maps_.end(),
                       [&](const auto& entry) { return entry.second == base_; });
  }

  // in_port 0..254 (0: packets of the switch itself), out_port 1..254.
  void set(SwitchIndex s, PortNum in_port, PortNum out_port, const Map& map) {
    maps_[key(s, in_port, out_port)] = masked(map);
  }
  // The one that this pair of ports has, its own or the base map.
  const Map& map(SwitchIndex s, PortNum in_port, PortNum out_port) const {
    const auto found = maps_.find(key(s, in_port, out_port));
    return found == maps_.end() ? base_ : found->second;
  }
  Vl vl(SwitchIndex s, PortNum in_port, PortNum out_port, Sl sl) const {
    return map(s, in_port, out_port)[sl];
  }
  // Calls f(s, in_port, out_port, map) for every map that was set, in no particular order.
  template <typename F>
  void for_each(F&& f) const {
    for (const auto& [ports, map] : maps_) {
      f(static_cast<SwitchIndex>(ports >> 16), static_cast<PortNum>(ports >> 8),
        static_cast<PortNum>(ports), map);
    }
  }

 private:
  // A VL has four bits on the wire.
  static Map masked(Map map) {
    for (Vl& vl : map) vl &= 15;
    return map;
  }
  static std::uint64_t key(SwitchIndex s, PortNum in_port, PortNum out_port) {
    return (std::uint64_t{s} << 16) | (std::uint64_t{in_port} << 8) | out_port;
  }
  Map base_;
  std::unordered_map<std::uint64_t, Map> maps_;
};

// The lane that a VL number means on a port with this many operational data VLs (1, 2, 4, 8, 15):
// higher ones fold onto the lanes that there are.
inline Vl fold_vl(Vl vl, std::uint8_t data_vls) {
  return data_vls == 0 ? Vl{0} : static_cast<Vl>(vl % data_vls);
}

}  // namespace weft

#endif  // WEFT_ROUTING_SL2VL_H_
