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
  to_.reserve(links_.size());
  opposite_.reserve(links_.size());
  for (const Link& link : links_) {
    to_.push_back(link.to);
    opposite_.push_back(at(link.to, link.in_port));
  }
  number_turns();
}

Links::Links(const Links& links, unsigned vls)
    : first_(links.first_), first_port_(links.first_port_), at_port_(links.at_port_) {
  for (LinkIndex& first : first_) first *= vls;
  for (LinkIndex& link : at_port_) {
    if (link != kNone) link *= vls;
  }
  links_.reserve(std::size_t{links.count()} * vls);
  for (LinkIndex link = 0; link < links.count(); ++link) {
    for (unsigned vl = 0; vl < vls; ++vl) {
      links_.push_back(links[link]);
      to_.push_back(links.to(link));
      opposite_.push_back(links.opposite(link) * vls + vl);
    }
  }
  number_turns();
}

void Links::number_turns() {
  // A switch has as many links in as out, so its turns are a square.
  std::vector<std::uint64_t> square(switch_count());
  for (SwitchIndex s = 0; s < switch_count(); ++s) {
    square[s] = turn_count_;
    turn_count_ += std::uint64_t{count_of(s)} * count_of(s);
  }
  turns_.reserve(links_.size());
  for (LinkIndex link = 0; link < count(); ++link) {
    const SwitchIndex to = to_[link];
    const std::uint64_t position = opposite_[link] - first_[to];
    turns_.push_back({square[to] + position * count_of(to), first_[to], count_of(to)});
  }
}

}  // namespace weft
