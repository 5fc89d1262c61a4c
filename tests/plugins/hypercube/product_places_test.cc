#include "plugins/hypercube/product_places.h"

#include <gtest/gtest.h>

#include <vector>

namespace weft {
namespace {

// 2 x 3, all but the last place, on switches 1 to 5 of a fabric of 7.
Product two_by_three() {
  return {.dimensions = {{DimensionKind::kPath, 2}, {DimensionKind::kClique, 3}},
          .switches = {1, 2, 3, 4, 5},
          .coordinates = {0, 0, 1, 0, 0, 1, 1, 1, 0, 2}};
}

TEST(ProductPlaces, FirstCoordinateCountsFastest) {
  const ProductPlaces places(two_by_three(), 7);
  EXPECT_EQ(places.count(), 6u);
  EXPECT_EQ(places.dimensions(), 2u);
  EXPECT_EQ(std::vector<std::uint32_t>(places.sizes().begin(), places.sizes().end()),
            (std::vector<std::uint32_t>{2, 3}));
  EXPECT_EQ(places.place_of(2), 1u);
  EXPECT_EQ(places.place_of(3), 2u);
  const auto at = places.coordinates(3);
  EXPECT_EQ(std::vector<std::uint16_t>(at.begin(), at.end()), (std::vector<std::uint16_t>{1, 1}));
}

TEST(ProductPlaces, SwitchesAndPlacesMayBeWithoutTheOther) {
  const ProductPlaces places(two_by_three(), 7);
  EXPECT_EQ(places.place_of(0), kNone);
  EXPECT_EQ(places.place_of(6), kNone);
}

TEST(ProductPlaces, ALinkIsOfOneDimension) {
  const ProductPlaces places(two_by_three(), 7);
  EXPECT_EQ(places.dimension_between(0, 1), 0u);
  EXPECT_EQ(places.dimension_between(0, 4), 1u);
  EXPECT_EQ(places.dimension_between(0, 3), kNone);
  EXPECT_EQ(places.dimension_between(2, 2), kNone);
}

}  // namespace
}  // namespace weft
