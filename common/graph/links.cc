#include "common/graph/links.h"

namespace weft {

Links::Links(const Fabric& fabric) {
  const std::uint32_t switches = fabric.switch_count();
  first_.reserve(switches + std::size_t{1});
  first_port_.reserve(switches);
  links_.reserve(fabric.all_ports().size());
  at_port_.assign(fabric.all_ports().size(), kNone);
  for (SwitchIndex s = 0; s < switches; ++s) {
    const auto ports = fabric.ports(s);
    first_.push_back(count());
    first_port_.push_back(fabric.switches()[s].first_port);
    for (std::size_t p = 0; p < ports.size(); ++p) {
      if (ports[p].kind != PeerKind::kSwitch) continue;
      at_port_[first_port_[s] + p] = count();
      links_.push_back(
          {s, ports[p].peer, static_cast<PortNum>(p), ports[p].peer_port, ports[p].link.data_vls});
    }
  }
  first_.push_back(count());

  // A switch has as many links in as out, so the turns at it form a square.
  std::vector<std::uint64_t> square(switches);
  for (SwitchIndex s = 0; s < switches; ++s) {
    square[s] = turn_count_;
    turn_count_ += std::uint64_t{count_of(s)} * count_of(s);
  }
  opposite_.reserve(links_.size());
  to_.reserve(links_.size());
  turns_.reserve(links_.size());
  for (const Link& link : links_) {
    to_.push_back(link.to);
    opposite_.push_back(at(link.to, link.in_port));
    const std::uint64_t position = opposite_.back() - first_[link.to];
    const std::uint32_t count = count_of(link.to);
    turns_.push_back({square[link.to] + position * count, first_[link.to], count});
  }
}

}  // namespace weft
