#include "tests/support/living_fabric.h"

#include <algorithm>
#include <optional>

#include "common/fabric/part.h"
#include "common/fabric/port_selection.h"
#include "tests/support/recabled.h"

namespace weft::test {
namespace {

template <typename T>
T draw(const std::set<T>& set, Random& random) {
  return *std::next(set.begin(), static_cast<std::ptrdiff_t>(
                                     random.below(static_cast<std::uint32_t>(set.size()))));
}

}  // namespace

LivingFabric::SwitchPort LivingFabric::lower_end(SwitchIndex s, PortNum port) const {
  const Port& peer = whole_.ports(s)[port];
  return std::min(SwitchPort(s, port), SwitchPort(peer.peer, peer.peer_port));
}

std::vector<LivingFabric::SwitchPort> LivingFabric::all_links() const {
  std::vector<SwitchPort> links;
  for (SwitchIndex s = 0; s < whole_.switch_count(); ++s) {
    for (std::size_t p = 1; p < whole_.ports(s).size(); ++p) {
      const auto port = static_cast<PortNum>(p);
      if (whole_.ports(s)[p].kind == PeerKind::kSwitch &&
          lower_end(s, port) == SwitchPort(s, port)) {
        links.emplace_back(s, port);
      }
    }
  }
  return links;
}

Fabric LivingFabric::now() const {
  PortSelection switch_ports(whole_);
  PortSelection end_ports(whole_);
  for (SwitchIndex s = 0; s < whole_.switch_count(); ++s) {
    if (switches_.contains(s)) continue;
    for (std::size_t p = 1; p < whole_.ports(s).size(); ++p) {
      const auto port = static_cast<PortNum>(p);
      const Port& peer = whole_.ports(s)[p];
      if (peer.kind == PeerKind::kSwitch && links_.contains(lower_end(s, port))) continue;
      if (peer.kind == PeerKind::kEndPort && end_ports_.contains(peer.peer)) continue;
      switch_ports.add_switch_port(whole_, s, port);
    }
  }
  for (EndPortIndex e = 0; e < whole_.end_port_count(); ++e) {
    if (!end_ports_.contains(e)) end_ports.add_end_port(e);
  }
  return take_part(whole_, switch_ports, end_ports, std::nullopt).fabric;
}

void LivingFabric::return_all() {
  links_.clear();
  switches_.clear();
  end_ports_.clear();
}

void LivingFabric::lose_some_link(Random& random) {
  std::vector<SwitchPort> links = all_links();
  std::erase_if(links, [this](const SwitchPort& link) { return links_.contains(link); });
  if (!links.empty()) links_.insert(links[random.below(static_cast<std::uint32_t>(links.size()))]);
}

void LivingFabric::exchange_some_hosts(Random& random) {
  if (whole_.end_port_count() == 0) return;
  Recabled recabled(whole_);
  const auto some = [&] { return random.below(whole_.end_port_count()); };
  std::swap(recabled.hosts[some()], recabled.hosts[some()]);
  whole_ = recabled.build();
}

void LivingFabric::change(Random& random) {
  const std::uint32_t kind = random.below(4);
  const bool back = random.below(2) == 0;
  if (kind == 0) {
    if (back && !switches_.empty()) {
      switches_.erase(draw(switches_, random));
    } else if (switches_.size() < whole_.switch_count() / 5) {
      switches_.insert(static_cast<SwitchIndex>(random.below(whole_.switch_count())));
    }
  } else if (kind == 1) {
    if (back && !end_ports_.empty()) {
      end_ports_.erase(draw(end_ports_, random));
    } else if (end_ports_.size() < whole_.end_port_count() / 5) {
      end_ports_.insert(static_cast<EndPortIndex>(random.below(whole_.end_port_count())));
    }
  } else if (back && !links_.empty()) {
    links_.erase(draw(links_, random));
  } else if (links_.size() < all_links().size() / 3) {
    lose_some_link(random);
  }
}

}  // namespace weft::test
