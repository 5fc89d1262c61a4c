#include "common/balance/path_flows.h"

#include <algorithm>

namespace weft {

void PathFlows::start(std::size_t d, std::size_t lids) {
  lids_ = lids;
  Hops farthest = 0;
  for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
    hops_[s] = table_.hops(s, d);
    if (hops_[s] != kFar) farthest = std::max(farthest, hops_[s]);
  }
  starts_.assign(farthest + std::size_t{2}, 0);
  for (const Hops hops : hops_) {
    if (hops != kFar) ++starts_[static_cast<std::size_t>(farthest - hops) + 1];
  }
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  order_.resize(starts_.back());
  for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
    if (hops_[s] != kFar) order_[starts_[static_cast<std::size_t>(farthest - hops_[s])]++] = s;
  }
  flows_.assign(fabric_.switch_count() * lids_, 0);
  std::fill(arrived_.begin(), arrived_.end(), char{0});
}

std::uint32_t PathFlows::send_all(SwitchIndex s, SwitchIndex next) {
  const std::uint32_t own = sources_[s];
  if (!arrived_[s] && own == 0) return 0;
  const std::uint32_t* const flows = at(s);
  std::uint32_t* const there = arriving(next);
  std::uint32_t sum = 0;
  for (std::size_t j = 0; j < lids_; ++j) {
    there[j] += flows[j] + own;
    sum += flows[j] + own;
  }
  return sum;
}

}  // namespace weft
