#include "common/graph/min_hop_ports.h"

#include <algorithm>

namespace weft {
namespace {

// 64-bit words that hold the ports of any switch.
std::size_t words_for(const Fabric& fabric) {
  std::size_t most = 0;
  for (const Switch& s : fabric.switches()) most = std::max<std::size_t>(most, s.port_count);
  return most / 64 + 1;
}

}  // namespace

MinHopPorts::MinHopPorts(const Fabric& fabric, std::size_t columns)
    : words_(words_for(fabric)), sixteen_ports_(columns) {}

void MinHopPorts::fill(const Fabric& fabric, const Distances& distances, SwitchIndex s,
                       std::size_t first, std::size_t count, std::uint64_t* sets) {
  const auto ports = fabric.ports(s);
  const Hops* const own = distances.from(s).data() + first;
  std::uint16_t* const sixteen = sixteen_ports_.data();
  std::fill_n(sets, count * words_, std::uint64_t{0});
  // Sixteen ports at a time, so that their bits are collected where the distances are compared.
  for (std::size_t base = 0; base < ports.size(); base += 16) {
    bool any = false;
    for (std::size_t p = base; p < std::min(base + 16, ports.size()); ++p) {
      if (ports[p].kind != PeerKind::kSwitch || ports[p].peer == s) continue;
      if (!any) std::fill_n(sixteen, count, std::uint16_t{0});
      any = true;
      const Hops* const theirs = distances.from(ports[p].peer).data() + first;
      const auto bit = static_cast<std::uint16_t>(1u << (p - base));
      for (std::size_t d = 0; d < count; ++d) {
        sixteen[d] |= theirs[d] == one_nearer(own[d]) ? bit : std::uint16_t{0};
      }
    }
    if (!any) continue;
    std::uint64_t* const word = sets + base / 64;
    const unsigned shift = base % 64;
    for (std::size_t d = 0; d < count; ++d) word[d * words_] |= std::uint64_t{sixteen[d]} << shift;
  }
}

}  // namespace weft
