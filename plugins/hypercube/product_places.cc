#include "plugins/hypercube/product_places.h"

namespace weft {

ProductPlaces::ProductPlaces(const Product& product, std::uint32_t switch_count)
    : place_of_(switch_count, kNone) {
  for (const Dimension& dimension : product.dimensions) {
    sizes_.push_back(dimension.size);
    count_ *= dimension.size;
  }
  coordinates_.reserve(std::size_t{count_} * sizes_.size());
  for (Place place = 0; place < count_; ++place) {
    Place rest = place;
    for (const std::uint32_t size : sizes_) {
      coordinates_.push_back(static_cast<std::uint16_t>(rest % size));
      rest /= size;
    }
  }
  for (std::size_t i = 0; i < product.switches.size(); ++i) {
    Place place = 0;
    for (std::size_t d = sizes_.size(); d-- > 0;) place = place * sizes_[d] + product.place(i)[d];
    place_of_[product.switches[i]] = place;
  }
}

std::uint32_t ProductPlaces::dimension_between(Place from, Place to) const {
  std::uint32_t dimension = kNone;
  for (std::uint32_t d = 0; d < dimensions(); ++d) {
    if (coordinates(from)[d] == coordinates(to)[d]) continue;
    if (dimension != kNone) return kNone;
    dimension = d;
  }
  return dimension;
}

}  // namespace weft
