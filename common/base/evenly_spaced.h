// Selects evenly spaced elements.
// Tested by tests/common/routing/lane_master_test.cc.
#ifndef WEFT_BASE_EVENLY_SPACED_H_
#define WEFT_BASE_EVENLY_SPACED_H_

#include <algorithm>
#include <cstddef>
#include <vector>

namespace weft {

// Up to `count` elements, evenly spaced, in their order.
template <typename T>
std::vector<T> evenly_spaced(const std::vector<T>& all, std::size_t count) {
  std::vector<T> some;
  count = std::min(count, all.size());
  for (std::size_t i = 0; i < count; ++i) some.push_back(all[i * all.size() / count]);
  return some;
}

}  // namespace weft

#endif  // WEFT_BASE_EVENLY_SPACED_H_
