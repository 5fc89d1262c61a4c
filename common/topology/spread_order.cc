#include "common/topology/spread_order.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace weft {
namespace {

// The turn of a coordinate. The order of turns is 0, half, 1, half + 1, ...
std::uint32_t turn_of(std::uint32_t coordinate, std::uint32_t size) {
  const std::uint32_t half = (size + 1) / 2;
  return coordinate < half ? 2 * coordinate : 2 * (coordinate - half) + 1;
}

// The place of a cell in the order. The last dimension changes with each step; every other one is
// shifted by the turns of the dimensions behind it, so that it changes as well.
std::uint64_t place_in_order(const Product& product, std::size_t row) {
  const auto coordinates = product.place(row);
  std::uint64_t place = 0;
  std::uint64_t stride = 1;
  std::uint64_t behind = 0;
  for (std::size_t d = coordinates.size(); d-- > 0;) {
    const std::uint32_t size = product.dimensions[d].size;
    const std::uint32_t turn =
        static_cast<std::uint32_t>((turn_of(coordinates[d], size) + size - behind % size) % size);
    place += turn * stride;
    stride *= size;
    behind += turn;
  }
  return place;
}

}  // namespace

std::vector<SwitchIndex> spread_order(const ProductLabels& labels) {
  std::vector<SwitchIndex> order;
  std::vector<std::pair<std::uint64_t, SwitchIndex>> placed;
  for (const Product& product : labels.products) {
    placed.clear();
    for (std::size_t row = 0; row < product.switches.size(); ++row) {
      placed.emplace_back(place_in_order(product, row), product.switches[row]);
    }
    std::ranges::sort(placed);
    for (const auto& [place, s] : placed) order.push_back(s);
  }
  return order;
}

}  // namespace weft
