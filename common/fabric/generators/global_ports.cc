#include "common/fabric/generators/global_ports.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace weft {
namespace {

// The destination of a group's global port, the same for every group.
struct GlobalPort {
  unsigned groups_on;  // 1..g-1
  unsigned peer;       // the other group's global port
};

std::vector<GlobalPort> arrange_global_ports(unsigned count, unsigned groups) {
  std::vector<GlobalPort> ports;
  if (groups < 2) return ports;
  while (ports.size() < count) {
    const auto first = static_cast<unsigned>(ports.size());
    unsigned round = std::min(groups - 1, count - first);
    if (round % 2 != 0 && groups % 2 != 0) --round;  // only the last, shorter round can be odd here
    if (round == 0) break;
    for (unsigned i = 0; i < round; ++i) {
      const unsigned peer = first + round - 1 - i;
      if (2 * i + 1 == round) {
        ports.push_back({groups / 2, peer});
      } else {
        ports.push_back({i < round / 2 ? i + 1 : groups - (round - i), peer});
      }
    }
  }
  return ports;
}

}  // namespace

std::uint64_t count_groups(std::string_view topology, unsigned wanted, std::uint64_t switches,
                           unsigned global_links) {
  const std::uint64_t most = capped(times(switches, global_links) + 1);
  if (wanted > most) {
    throw BadInput(
        fmt::format("{} of {} groups cannot be joined: {} switches with {} global links reach {} "
                    "groups",
                    topology, wanted, switches, global_links, most));
  }
  return wanted == 0 ? most : wanted;
}

void join_groups(unsigned groups, const GlobalSwitches& switches, FabricDrawing& drawing) {
  const unsigned links = switches.global_links;
  const auto sw = [&](unsigned group, unsigned port) {
    return switches.first + group * switches.stride + port / links;
  };
  const std::vector<GlobalPort> ports = arrange_global_ports(switches.count * links, groups);
  for (unsigned group = 0; group < groups; ++group) {
    for (unsigned i = 0; i < ports.size(); ++i) {
      const unsigned other = (group + ports[i].groups_on) % groups;
      if (other < group) continue;  // drawn from the other group
      const unsigned peer = ports[i].peer;
      drawing.link(sw(group, i), switches.first_port + i % links, sw(other, peer),
                   switches.first_port + peer % links, 1);
    }
  }
}

}  // namespace weft
