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

void PathFlows::send(SwitchIndex s, const PortNum* chosen) {
  const std::uint32_t own = sources_[s];
  if (!arrived_[s] && own == 0) return;
  const std::uint32_t* const flows = at(s);
  const auto peers = fabric_.ports(s);
  for (std::size_t j = 0; j < lids_; ++j) {
    const SwitchIndex next = peers[chosen[j]].peer;
    flows_[next * lids_ + j] += flows[j] + own;
    arrived_[next] = 1;
  }
}

}  // namespace weft
