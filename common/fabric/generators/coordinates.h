// Positions in a grid of switches.
// Tested by tests/common/fabric/generators/grid_test.cc.
// Tested by tests/common/fabric/generators/hyperx_test.cc.
#ifndef WEFT_FABRIC_GENERATORS_COORDINATES_H_
#define WEFT_FABRIC_GENERATORS_COORDINATES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/generators/generators.h"

namespace weft {

// Throws BadInput unless there are 1 to 8 dimensions of at least 1 switch, and at least one link
// between neighbours. topology: with article.
void check_grid(std::string_view topology, const GridSpec& spec);

// Row-major numbering: the last dimension varies fastest. The grid has less than 2^32 points.
class Coordinates {
 public:
  explicit Coordinates(const std::vector<unsigned>& dims);

  std::uint32_t count() const { return count_; }
  unsigned at(std::uint32_t number, std::size_t dimension) const {
    return number / strides_[dimension] % dims_[dimension];
  }
  // The switch with one coordinate changed.
  std::uint32_t with(std::uint32_t number, std::size_t dimension, unsigned coordinate) const {
    return number + (coordinate - at(number, dimension)) * strides_[dimension];
  }
  // «switch (1,2,0)»
  std::string name(std::uint32_t number) const;

 private:
  std::vector<unsigned> dims_;
  std::vector<std::uint32_t> strides_;
  std::uint32_t count_ = 1;
};

}  // namespace weft

#endif  // WEFT_FABRIC_GENERATORS_COORDINATES_H_
