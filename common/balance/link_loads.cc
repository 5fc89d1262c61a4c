#include "common/balance/link_loads.h"

#include <algorithm>

namespace weft {

std::vector<std::uint8_t> port_charges(const PortSettings& settings) {
  std::vector<std::uint8_t> charges;
  if (!settings.share.empty()) {
    const unsigned most = *std::max_element(settings.share.begin(), settings.share.end());
    for (const unsigned share : settings.share) {
      charges.push_back(static_cast<std::uint8_t>(std::min(255u, (4 * most + share / 2) / share)));
    }
  }
  if (!settings.ignored.empty()) {
    charges.resize(settings.ignored.size(), 1);
    for (std::size_t p = 0; p < charges.size(); ++p) {
      if (settings.ignored[p]) charges[p] = 0;
    }
  }
  return charges;
}

std::uint32_t LinkLoads::busiest() const { return *std::max_element(loads_.begin(), loads_.end()); }

double LinkLoads::mean() const {
  std::uint64_t links = 0, total = 0;
  for (std::size_t p = 0; p < loads_.size(); ++p) {
    links += fabric_.all_ports()[p].kind == PeerKind::kSwitch ? 1u : 0u;
    total += loads_[p];
  }
  return links == 0 ? 0 : static_cast<double>(total) / static_cast<double>(links);
}

}  // namespace weft
