#include "common/balance/destination_batches.h"

#include <algorithm>

namespace weft {
namespace {

// Destinations are balanced in separate blocks of about this many switches, so that threads can
// work on several blocks at once. The borders depend only on the fabric.
constexpr std::size_t kBlock = 512;
bool share_a_neighbour(const Fabric& fabric, SwitchIndex a, SwitchIndex b) {
  for (const Port& p : fabric.ports(a)) {
    if (p.kind != PeerKind::kSwitch) continue;
    for (const Port& q : fabric.ports(b)) {
      if (q.kind == PeerKind::kSwitch && q.peer == p.peer) return true;
    }
  }
  return false;
}

}  // namespace

Batches collect_batches(const RouteRequest& request, const Targets& targets,
                        std::size_t destinations) {
  const Fabric& fabric = request.fabric;
  Batches batches;
  batches.first.push_back(0);
  for (std::size_t d = 0; d < destinations; ++d) {
    const auto end_ports = targets.at(d);
    for (unsigned bit = 0; bit < targets.path_bits; ++bit) {
      for (std::size_t i = 0; i < end_ports.size(); ++i) {
        const EndPort& port = fabric.end_ports()[end_ports[i]];
        if (bit >> port.lmc != 0) continue;
        batches.lids.push_back({static_cast<Lid>(port.lid + bit), static_cast<std::uint16_t>(i)});
      }
      const Switch& itself = fabric.switches()[targets.switches[d]];
      if (request.options.port_profile_switch_nodes && itself.lid != 0 && bit >> itself.lmc == 0) {
        batches.lids.push_back({static_cast<Lid>(itself.lid + bit), kSwitchItself});
      }
    }
    batches.first.push_back(batches.lids.size());
    const auto lids = batches.of(d);
    batches.in_a_row.push_back(
        !lids.empty() && std::ranges::adjacent_find(lids, [](const BatchLid& a, const BatchLid& b) {
                           return a.lid + 1 != b.lid;
                         }) == lids.end());
  }
  return batches;
}

void StagedChoices::start(const Batches& batches, std::size_t begin, std::size_t end) {
  batches_ = &batches;
  begin_ = begin;
  end_ = end;
  ports_.assign(switches_ * (batches.first[end] - batches.first[begin]), kNoPath);
}

void StagedChoices::write(Tables rows) const {
  for (SwitchIndex s = 0; s < switches_; ++s) {
    PortNum* const row = rows.row(s);
    const PortNum* of_destination = ports_.data();
    for (std::size_t d = begin_; d < end_; ++d) {
      const auto lids = batches_->of(d);
      const PortNum* choice = of_destination + s * lids.size();
      if (batches_->in_a_row[d]) {
        std::copy_n(choice, lids.size(), row + lids.front().lid);
      } else {
        for (const BatchLid& to : lids) row[to.lid] = *choice++;
      }
      of_destination += switches_ * lids.size();
    }
  }
}

std::vector<std::size_t> block_borders(const Fabric& fabric, const Targets& targets,
                                       std::size_t destinations) {
  const std::size_t count = (destinations + kBlock - 1) / kBlock;
  std::vector<std::size_t> borders = {0};
  for (std::size_t i = 1; i < count; ++i) {
    const std::size_t even = destinations * i / count;
    std::size_t border = even;
    while (border < even + kBlock / 4 && border < destinations &&
           share_a_neighbour(fabric, targets.switches[border - 1], targets.switches[border])) {
      ++border;
    }
    borders.push_back(border == even + kBlock / 4 || border == destinations ? even : border);
  }
  if (destinations > 0) borders.push_back(destinations);
  return borders;
}

}  // namespace weft
