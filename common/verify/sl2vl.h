// SL2VL maps of a fabric's switches, where they are not the identity.
#ifndef WEFT_VERIFY_SL2VL_H_
#define WEFT_VERIFY_SL2VL_H_

#include <array>
#include <cstdint>
#include <unordered_map>

#include "common/base/types.h"

namespace weft {

inline constexpr unsigned kSls = 16;
inline constexpr Vl kDropVl = 15;  // packets mapped to VL 15 are dropped

// Data as read from a file: the map of (switch, in port, out port). What is not set is the
// identity.
class Sl2Vl {
 public:
  using Map = std::array<Vl, kSls>;

  // in_port 0..254 (0: packets of the switch itself), out_port 1..254.
  void set(SwitchIndex s, PortNum in_port, PortNum out_port, const Map& map) {
    maps_[key(s, in_port, out_port)] = map;
  }
  Vl vl(SwitchIndex s, PortNum in_port, PortNum out_port, Sl sl) const {
    const auto found = maps_.find(key(s, in_port, out_port));
    return found == maps_.end() ? sl : found->second[sl];
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
  static std::uint64_t key(SwitchIndex s, PortNum in_port, PortNum out_port) {
    return (std::uint64_t{s} << 16) | (std::uint64_t{in_port} << 8) | out_port;
  }
  std::unordered_map<std::uint64_t, Map> maps_;
};

// The lane that a VL number means on a port with this many operational data VLs (1, 2, 4, 8, 15):
// higher ones fold onto the lanes that there are.
inline Vl fold_vl(Vl vl, std::uint8_t data_vls) {
  return data_vls == 0 ? Vl{0} : static_cast<Vl>(vl % data_vls);
}

}  // namespace weft

#endif  // WEFT_VERIFY_SL2VL_H_
