// The candidates of all switches for some destinations at a time, so that they stay in the cache.
// Tested by tests/common/balance/balance_over_fabric_test.cc.
#ifndef WEFT_BALANCE_CANDIDATE_SETS_H_
#define WEFT_BALANCE_CANDIDATE_SETS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/graph/next_hops.h"

namespace weft {

class CandidateSets {
 public:
  static constexpr std::size_t kColumns = 64;

  // Both arguments must outlive it.
  CandidateSets(const Fabric& fabric, const HopTable& table)
      : switches_(fabric.switch_count()),
        finder_(fabric, table, kColumns),
        of_switch_(kColumns * finder_.words()),
        sets_(switches_ * kColumns * finder_.words()) {}

  // For the destinations [first, first + count), at most kColumns.
  void fill(std::size_t first, std::size_t count) {
    const std::size_t words = finder_.words();
    for (SwitchIndex s = 0; s < switches_; ++s) {
      finder_.fill(s, first, count, of_switch_.data());
      for (std::size_t w = 0; w < words; ++w) {
        for (std::size_t column = 0; column < count; ++column) {
          sets_[(column * switches_ + s) * words + w] = of_switch_[column * words + w];
        }
      }
    }
  }
  // Fills in the destinations [first, last), and visits them block by block. Throws Stopped.
  template <typename Visit>
  void for_some(std::size_t first, std::size_t last, const Workers& workers, Visit visit) {
    for (std::size_t begin = first; begin < last; begin += kColumns) {
      workers.check_stop();
      const std::size_t count = std::min(kColumns, last - begin);
      fill(begin, count);
      visit(begin, count);
    }
  }
  // The same, and visits each destination with its column.
  template <typename Visit>
  void for_each(std::size_t first, std::size_t last, const Workers& workers, Visit visit) {
    for_some(first, last, workers, [&visit](std::size_t begin, std::size_t count) {
      for (std::size_t column = 0; column < count; ++column) visit(begin + column, column);
    });
  }
  // The candidates for the destination first + column.
  PortSet at(SwitchIndex s, std::size_t column) const {
    return {sets_.data() + (column * switches_ + s) * finder_.words(), finder_.words()};
  }

 private:
  SwitchIndex switches_;
  NextHops finder_;
  std::vector<std::uint64_t> of_switch_;  // [column]
  std::vector<std::uint64_t> sets_;       // [column][switch]: a visit reads all switches
};

}  // namespace weft

#endif  // WEFT_BALANCE_CANDIDATE_SETS_H_
