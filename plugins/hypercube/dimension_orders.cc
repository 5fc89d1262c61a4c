#include "plugins/hypercube/dimension_orders.h"

#include "common/fabric/counts.h"

namespace weft {
namespace {

// The order of the first destination of a place. In two consecutive dimensions of two switches, the
// four places begin with 0, 1, 2 and 3 of four orders.
unsigned first_order(const ProductPlaces& places, ProductPlaces::Place place, unsigned orders) {
  unsigned sum = 0;
  for (std::uint32_t d = 0; d < places.dimensions(); ++d) {
    const unsigned weight = orders > 2 && d % 2 != 0 ? 2 : 1;
    sum += weight * places.coordinates(place)[d];
  }
  return sum % orders;
}

}  // namespace

std::vector<std::uint8_t> orders_of_lids(const Fabric& fabric, const ProductPlaces& places,
                                         const DimensionOrders& orders, OrderBy by) {
  std::vector<std::uint8_t> result(fabric.max_lid() + std::size_t{1});
  const auto add = [&](const LidRange& lids, unsigned first) {
    for (const Lid lid : lids) {
      result[lid] = static_cast<std::uint8_t>((first + (lid - lids.first)) % orders.count);
    }
  };
  std::vector<unsigned> next(fabric.switch_count());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const ProductPlaces::Place place = places.place_of(s);
    if (place == kNone) continue;
    if (by == OrderBy::kDestination) next[s] = first_order(places, place, orders.count);
    add(lids_of(fabric.switches()[s]), next[s]);
  }
  for (const EndPort& port : fabric.end_ports()) {
    if (places.place_of(port.sw) == kNone) continue;
    add(lids_of(port), next[port.sw]);
    if (by == OrderBy::kDestination) ++next[port.sw];
  }
  return result;
}

}  // namespace weft
