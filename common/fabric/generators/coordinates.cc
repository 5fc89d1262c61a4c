#include "common/fabric/generators/coordinates.h"

#include <fmt/format.h>

namespace weft {
namespace {

constexpr std::size_t kMaxDimensions = 8;

}  // namespace

void check_grid(std::string_view topology, const GridSpec& spec) {
  if (spec.dims.empty() || spec.dims.size() > kMaxDimensions) {
    throw BadInput(fmt::format("{} has 1 to {} dimensions, not {}", topology, kMaxDimensions,
                               spec.dims.size()));
  }
  for (const unsigned radix : spec.dims) {
    if (radix == 0) {
      throw BadInput(fmt::format("{} needs at least 1 switch in each dimension", topology));
    }
  }
  if (spec.links == 0) {
    throw BadInput(fmt::format("{} needs at least 1 link between two neighbours", topology));
  }
}

Coordinates::Coordinates(const std::vector<unsigned>& dims) : dims_(dims), strides_(dims.size()) {
  for (std::size_t d = dims.size(); d-- > 0;) {
    strides_[d] = count_;
    count_ *= dims[d];
  }
}

std::string Coordinates::name(std::uint32_t number) const {
  std::string text;
  for (std::size_t d = 0; d < dims_.size(); ++d) {
    text += fmt::format("{}{}", d == 0 ? "switch (" : ",", at(number, d));
  }
  return text + ")";
}

}  // namespace weft
