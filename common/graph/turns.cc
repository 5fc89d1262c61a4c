#include "common/graph/turns.h"

#include <algorithm>

namespace weft {
Turns::Turns(const Fabric& fabric, const Orientation& orientation, std::uint64_t budget)
    : fabric_(&fabric),
      orientation_(&orientation),
      sender_(fabric.all_ports().size()),
      budget_(budget),
      seen_(fabric.all_ports().size()) {
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const std::uint32_t first = fabric.switches()[s].first_port;
    for (std::size_t p = 0; p < fabric.ports(s).size(); ++p) sender_[first + p] = s;
  }
}

bool Turns::add(ChannelIndex in, ChannelIndex out) {
  if (by_rule(in, out)) return true;
  const auto [entry, is_new] = asked_.emplace(std::uint64_t{in} << 32 | out, false);
  if (!is_new) return entry->second;
  if (budget_ == 0 || reaches(out, in)) {
    refused_ = true;
    return false;
  }
  entry->second = true;
  added_[in].push_back(out);
  return true;
}

bool Turns::goes_up(ChannelIndex c) const {
  return orientation_->goes_up(sender_[c], fabric_->all_ports()[c].peer);
}

bool Turns::by_rule(ChannelIndex in, ChannelIndex out) const {
  return fabric_->all_ports()[out].peer != sender_[in] && (goes_up(in) || !goes_up(out));
}

bool Turns::reaches(ChannelIndex from, ChannelIndex to) {
  ++stamp_;
  stack_.assign(1, from);
  seen_[from] = stamp_;
  const auto visit = [this](ChannelIndex c) {
    if (seen_[c] == stamp_) return;
    seen_[c] = stamp_;
    stack_.push_back(c);
  };
  while (!stack_.empty()) {
    const ChannelIndex in = stack_.back();
    stack_.pop_back();
    if (in == to) return true;
    const SwitchIndex at = fabric_->all_ports()[in].peer;
    const auto ports = fabric_->ports(at);
    budget_ -= std::min<std::uint64_t>(budget_, ports.size());
    if (budget_ == 0) return true;
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (ports[p].kind != PeerKind::kSwitch || ports[p].peer == at) continue;
      const auto out = static_cast<ChannelIndex>(fabric_->switches()[at].first_port + p);
      if (by_rule(in, out)) visit(out);
    }
    if (const auto more = added_.find(in); more != added_.end()) {
      for (const ChannelIndex out : more->second) visit(out);
    }
  }
  return false;
}

}  // namespace weft
