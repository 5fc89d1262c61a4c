// SL2VL maps of a switch, by the kinds of its ports.
// Tested by tests/plugins/dragonfly/dragonfly_test.cc.
// Tested by tests/plugins/dragonfly/dfp_test.cc.
#ifndef WEFT_PLUGINS_DRAGONFLY_SIDE_MAPS_H_
#define WEFT_PLUGINS_DRAGONFLY_SIDE_MAPS_H_

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "common/base/types.h"
#include "common/routing/sl2vl.h"

namespace weft {

// sides: by port, its kind; kEnd leads out of the fabric, and has the base map.
// maps.map(in, out): the map of packets from a port of one kind to a port of another. Cost:
// O(ports^2), and one map for each pair of kinds.
template <typename Side, typename Maps>
void set_side_maps(SwitchIndex s, const std::vector<Side>& sides, const Maps& maps, Sl2Vl& sl2vl) {
  std::map<std::pair<Side, Side>, Sl2Vl::Number> numbers;  // of maps that were made
  for (std::size_t out = sides.size(); out-- > 1;) {
    if (sides[out].kind == Side::kEnd) continue;
    for (std::size_t in = 0; in < sides.size(); ++in) {
      const auto [place, is_new] = numbers.try_emplace({sides[in], sides[out]}, 0);
      if (is_new) place->second = sl2vl.number_of(maps.map(sides[in], sides[out]));
      sl2vl.set_number(s, static_cast<PortNum>(in), static_cast<PortNum>(out), place->second);
    }
  }
}

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_SIDE_MAPS_H_
