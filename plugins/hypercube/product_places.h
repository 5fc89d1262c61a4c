// The places of a product whose dimensions are cliques or have two switches: hypercubes, HyperX.
// Tested by tests/plugins/hypercube/product_places_test.cc.
#ifndef WEFT_PLUGINS_HYPERCUBE_PRODUCT_PLACES_H_
#define WEFT_PLUGINS_HYPERCUBE_PRODUCT_PLACES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/topology/product_labels.h"

namespace weft {

// A place is a number; the first coordinate varies fastest.
class ProductPlaces {
 public:
  using Place = std::uint32_t;

  // switch_count: of the fabric.
  ProductPlaces(const Product& product, std::uint32_t switch_count);

  Place count() const { return count_; }
  std::uint32_t dimensions() const { return static_cast<std::uint32_t>(sizes_.size()); }
  std::span<const std::uint32_t> sizes() const { return sizes_; }

  // kNone: none.
  Place place_of(SwitchIndex s) const { return place_of_[s]; }

  // By dimension.
  std::span<const std::uint16_t> coordinates(Place place) const {
    return {coordinates_.data() + std::size_t{place} * sizes_.size(), sizes_.size()};
  }

  // The dimension of a link from one place to the other; kNone: they differ in none, or in several.
  std::uint32_t dimension_between(Place from, Place to) const;

 private:
  std::vector<std::uint32_t> sizes_;  // by dimension
  std::vector<Place> place_of_;
  Place count_ = 1;
  std::vector<std::uint16_t> coordinates_;  // by place and dimension
};

}  // namespace weft

#endif  // WEFT_PLUGINS_HYPERCUBE_PRODUCT_PLACES_H_
