#include "common/patterns/placement.h"

#include <algorithm>

namespace weft {

std::size_t Placement::dummies() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < size(); ++i) count += is_dummy(i) ? 1 : 0;
  return count;
}

std::vector<EndPortIndex> Placement::order() const {
  std::vector<EndPortIndex> order;
  order.reserve(size());
  for (std::size_t i = 0; i < size(); ++i) {
    if (rails(i).size() > 1) return {};
    order.push_back(is_dummy(i) ? kNone : rails(i).front());
  }
  std::vector<EndPortIndex> ports = rails_;
  std::sort(ports.begin(), ports.end());
  if (std::adjacent_find(ports.begin(), ports.end()) != ports.end()) return {};
  return order;
}

}  // namespace weft
