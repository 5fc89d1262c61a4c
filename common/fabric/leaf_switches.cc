#include "common/fabric/leaf_switches.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "common/fabric/counts.h"

namespace weft {

std::vector<SwitchIndex> leaf_switches(const Fabric& fabric) {
  std::vector<std::uint32_t> hosts(fabric.switch_count());
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    if (is_host_port(fabric, e)) ++hosts[fabric.end_ports()[e].sw];
  }
  std::vector<std::uint32_t> most_first = hosts;
  std::sort(most_first.rbegin(), most_first.rend());
  const std::uint64_t all = std::accumulate(hosts.begin(), hosts.end(), std::uint64_t{0});
  if (all == 0) hosts = end_ports_by_switch(fabric);
  std::uint32_t median = 0;
  std::uint64_t before = 0;
  for (std::size_t i = 0; 2 * before < all; ++i) before += median = most_first[i];
  std::vector<SwitchIndex> leaves;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (hosts[s] > 0 && 4 * hosts[s] >= median) leaves.push_back(s);
  }
  return leaves;
}

}  // namespace weft
