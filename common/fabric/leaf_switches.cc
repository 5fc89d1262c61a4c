#include "common/fabric/leaf_switches.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "common/base/disjoint_sets.h"
#include "common/fabric/counts.h"

namespace weft {
namespace {

// Finds the switches with few hosts that are leaf switches too. From the leaf switches that are
// known it goes up, level by level, and joins the switches below.
class LightLeaves {
 public:
  LightLeaves(const Fabric& fabric, const std::vector<std::uint32_t>& hosts)
      : fabric_(fabric),
        hosts_(hosts),
        level_(fabric.switch_count(), kNone),
        parts_(fabric.switch_count()) {}

  void add_to(std::vector<SwitchIndex>& leaves) {
    std::vector<SwitchIndex> here = leaves;
    for (const SwitchIndex s : here) level_[s] = 0;
    for (std::uint32_t level = 0; !here.empty(); ++level) {
      for (const SwitchIndex s : here) {
        if (level > 1 && hosts_[s] > 0 && !joins_some(s)) leaves.push_back(s);
      }
      here = step_up(here, level);
    }
  }

 private:
  // Are two switches below it in different parts?
  bool joins_some(SwitchIndex s) {
    SwitchIndex first = kNone;
    for (const Port& port : fabric_.ports(s)) {
      if (port.kind != PeerKind::kSwitch || level_[port.peer] >= level_[s]) continue;
      const SwitchIndex part = parts_.find(port.peer);
      if (first != kNone && part != first) return true;
      first = part;
    }
    return false;
  }

  // Joins the switches of a level with those below and with each other; returns the next level.
  std::vector<SwitchIndex> step_up(const std::vector<SwitchIndex>& here, std::uint32_t level) {
    std::vector<SwitchIndex> above;
    for (const SwitchIndex s : here) {
      for (const Port& port : fabric_.ports(s)) {
        if (port.kind != PeerKind::kSwitch) continue;
        if (level_[port.peer] == kNone) {
          level_[port.peer] = level + 1;
          above.push_back(port.peer);
        }
        if (level_[port.peer] <= level) parts_.unite(s, port.peer);
      }
    }
    return above;
  }

  const Fabric& fabric_;
  const std::vector<std::uint32_t>& hosts_;  // by switch
  std::vector<std::uint32_t> level_;         // by switch; kNone: not reached
  DisjointSets parts_;
};

}  // namespace

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
  LightLeaves(fabric, hosts).add_to(leaves);
  std::ranges::sort(leaves);
  return leaves;
}

std::vector<char> leaf_flags(const Fabric& fabric) {
  std::vector<char> flags(fabric.switch_count());
  for (const SwitchIndex s : leaf_switches(fabric)) flags[s] = 1;
  return flags;
}

}  // namespace weft
