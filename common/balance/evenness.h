// When is it worth making choices again that were made before the loads of the links were known?
// Tested by tests/common/balance/balance_over_fabric_test.cc.
#ifndef WEFT_BALANCE_EVENNESS_H_
#define WEFT_BALANCE_EVENNESS_H_

#include "common/balance/link_loads.h"

namespace weft {

// Not where the busiest link carries no more than so many times the mean,
inline constexpr double kEven = 1.1;
// nor again after a time that left more than this share of the busiest link's load,
inline constexpr double kWorthwhile = 0.95;
// nor more often than this.
inline constexpr int kRevisions = 3;

// Makes them again while that is so. `revise` changes the loads.
template <typename Revise>
void while_it_helps(const LinkLoads& loads, Revise revise) {
  for (int i = 0; i < kRevisions && loads.busiest() > kEven * loads.mean(); ++i) {
    const std::uint32_t before = loads.busiest();
    revise();
    if (loads.busiest() > kWorthwhile * before) return;
  }
}

}  // namespace weft

#endif  // WEFT_BALANCE_EVENNESS_H_
