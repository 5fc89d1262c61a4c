#include "common/repair/fabric_match.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include "common/fabric/counts.h"

namespace weft {
namespace {

// Two lists in ascending order of GUID.
template <typename Node>
void match(std::span<const Node> before, std::span<const Node> now, Guid Node::*guid,
           std::vector<std::uint32_t>& of_now, std::vector<std::uint32_t>& of_before) {
  of_now.assign(now.size(), kNone);
  of_before.assign(before.size(), kNone);
  for (std::uint32_t b = 0, n = 0; b < before.size() && n < now.size();) {
    const Guid there = before[b].*guid;
    const Guid here = now[n].*guid;
    if (there == here) {
      of_now[n] = b;
      of_before[b] = n;
    }
    if (there <= here) ++b;
    if (here <= there) ++n;
  }
}

}  // namespace

FabricMatch::FabricMatch(const Fabric& before, const Fabric& now)
    : before_(&before), now_(&now), lid_before_(now.max_lid() + std::size_t{1}, 0) {
  match(before.switches(), now.switches(), &Switch::node_guid, switch_before_, switch_now_);
  match(before.end_ports(), now.end_ports(), &EndPort::port_guid, end_port_before_, end_port_now_);
  match_lids();
}

void FabricMatch::match_lids() {
  const auto match_ranges = [this](LidRange before, LidRange now) {
    const std::uint32_t count = std::min(before.count, now.count);
    for (std::uint32_t i = 0; i < count; ++i) {
      lid_before_[now.first + i] = static_cast<Lid>(before.first + i);
      keeps_lids_ &= now.first == before.first;
    }
  };
  for (SwitchIndex s = 0; s < now_->switch_count(); ++s) {
    if (switch_before_[s] == kNone) continue;
    match_ranges(lids_of(before_->switches()[switch_before_[s]]), lids_of(now_->switches()[s]));
  }
  for (EndPortIndex e = 0; e < now_->end_port_count(); ++e) {
    if (end_port_before_[e] == kNone) continue;
    const EndPort& here = now_->end_ports()[e];
    const EndPort& there = before_->end_ports()[end_port_before_[e]];
    if (switch_now_[there.sw] != here.sw || there.switch_port != here.switch_port) continue;
    match_ranges(lids_of(there), lids_of(here));
  }
  same_lids_ = before_->max_lid() == now_->max_lid();
  for (std::size_t l = 1; same_lids_ && l < lid_before_.size(); ++l) {
    const auto lid = static_cast<Lid>(l);
    same_lids_ = before_->owner(lid).kind == PeerKind::kNothing ? lid_before_[l] == 0
                                                                : lid_before_[l] == lid;
    same_lids_ &= (now_->owner(lid).kind == PeerKind::kNothing) == (lid_before_[l] == 0);
  }
}

bool FabricMatch::keeps_neighbour(SwitchIndex s, PortNum port) const {
  const SwitchIndex b = switch_before_[s];
  const Port& here = now_->ports(s)[port];
  if (b == kNone || port >= before_->ports(b).size()) return here.kind == PeerKind::kNothing;
  const Port& there = before_->ports(b)[port];
  if (here.kind != there.kind) return false;
  if (here.kind == PeerKind::kNothing) return true;
  const std::uint32_t peer =
      here.kind == PeerKind::kSwitch ? switch_before_[here.peer] : end_port_before_[here.peer];
  return peer == there.peer && here.peer_port == there.peer_port;
}

bool FabricMatch::lost_link(SwitchIndex before, PortNum port) const {
  if (before_->ports(before)[port].kind == PeerKind::kNothing) return false;
  const SwitchIndex s = switch_now_[before];
  return s == kNone || port >= now_->ports(s).size() || !keeps_neighbour(s, port);
}

std::vector<LinkIndex> FabricMatch::links_now(const Links& before, const Links& now) const {
  std::vector<LinkIndex> found(before.count(), kNone);
  for (LinkIndex link = 0; link < found.size(); ++link) {
    const Link& there = before[link];
    if (lost_link(there.from, there.port)) continue;
    found[link] = now.at(switch_now_[there.from], there.port);
  }
  return found;
}

}  // namespace weft
