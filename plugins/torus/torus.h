// Torus: the places of switches in a torus or mesh, and the links between neighbours there.
// Tested by tests/plugins/torus/torus_test.cc.
#ifndef WEFT_PLUGINS_TORUS_TORUS_H_
#define WEFT_PLUGINS_TORUS_TORUS_H_

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/routing/torus_conf.h"
#include "common/topology/product_labels.h"

namespace weft {

inline constexpr std::uint32_t kMostTorusDimensions = 4;  // an SL has a bit for each

// A place is a number; the first coordinate varies fastest.
class Torus {
 public:
  using Place = std::uint32_t;

  // dimensions: 1 to kMostTorusDimensions; one with a radix of 1 has no ways. At first no switch
  // has a place.
  Torus(std::vector<TorusDimension> dimensions, std::uint32_t switch_count);

  std::span<const TorusDimension> dimensions() const { return dimensions_; }
  std::uint32_t place_count() const { return static_cast<std::uint32_t>(switch_at_.size()); }

  // The place must be free, and the switch must have no place.
  void put(SwitchIndex s, Place place);
  // kNone: none.
  Place place_of(SwitchIndex s) const { return place_of_[s]; }
  SwitchIndex switch_at(Place place) const { return switch_at_[place]; }

  std::uint32_t coordinate(Place place, std::uint32_t dimension) const {
    return place / stride_[dimension] % dimensions_[dimension].radix;
  }
  // The place with another coordinate in one dimension.
  Place with(Place place, std::uint32_t dimension, std::uint32_t coordinate) const {
    return place + (coordinate - this->coordinate(place, dimension)) * stride_[dimension];
  }

 private:
  std::vector<TorusDimension> dimensions_;
  std::array<std::uint32_t, kMostTorusDimensions> stride_ = {};
  std::vector<Place> place_of_;
  std::vector<SwitchIndex> switch_at_;
};

// «4 x 5 (mesh)»
std::string describe(std::span<const TorusDimension> dimensions);

// The ways out of a place: in each dimension down and up by one, in a ring also over its ends.
constexpr std::uint32_t way_down(std::uint32_t dimension) { return 2 * dimension; }
constexpr std::uint32_t way_up(std::uint32_t dimension) { return 2 * dimension + 1; }
constexpr std::uint32_t dimension_of(std::uint32_t way) { return way / 2; }
inline constexpr std::uint32_t kMostWays = 2 * kMostTorusDimensions;

// The ports of switches by their ways. Parallel links are, at both ends, in the order
// of the ports at the end that leads up.
class TorusPorts {
 public:
  TorusPorts(const Fabric& fabric, const Torus& torus);

  // Empty: there is no such way, or no link.
  std::span<const PortNum> ports(SwitchIndex s, std::uint32_t way) const {
    const std::uint32_t at = s * ways_ + way;
    return {ports_.data() + first_[at], first_[at + 1] - first_[at]};
  }
  std::uint32_t ways() const { return ways_; }

 private:
  std::uint32_t ways_;                // number of ways out of each place
  std::vector<std::uint32_t> first_;  // by switch and way, and the end
  std::vector<PortNum> ports_;
};

// The way from one place to another; kNone: they are not neighbours.
std::uint32_t way_between(const Torus& torus, Torus::Place from, Torus::Place to);

// The torus of a recognized product; two dimensions of two switches become a ring of four. Throws
// CannotRoute, with a sentence, if the product is neither a torus nor a mesh.
Torus torus_of(const Product& product, std::uint32_t switch_count);

}  // namespace weft

#endif  // WEFT_PLUGINS_TORUS_TORUS_H_
