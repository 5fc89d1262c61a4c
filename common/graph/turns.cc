#include "common/graph/turns.h"

#include <algorithm>

namespace weft {
Turns::Turns(const Fabric& fabric, const Orientation& orientation, std::uint64_t budget)
    : fabric_(&fabric),
      sender_(fabric.all_ports().size(), kNone),
      goes_up_(fabric.all_ports().size()),
      budget_(budget),
      seen_(fabric.all_ports().size()) {
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    const std::uint32_t first = fabric.switches()[s].first_port;
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (ports[p].kind != PeerKind::kSwitch || ports[p].peer == s) continue;
      sender_[first + p] = s;
      goes_up_[first + p] = orientation.goes_up(s, ports[p].peer) ? 1 : 0;
    }
  }
}

bool Turns::add(ChannelIndex in, ChannelIndex out) {
  if (by_rule(in, out) || by_valley(in, out)) return true;
  const auto [entry, is_new] = asked_.emplace(std::uint64_t{in} << 32 | out, false);
  if (!is_new) return entry->second;
  if (budget_ == 0 || reaches(out, in)) return false;
  entry->second = true;
  added_[in].push_back(out);
  return true;
}

bool Turns::add_valleys(std::vector<bool> valleys) {
  valleys_.swap(valleys);
  if (!has_cycle()) return true;
  valleys_.swap(valleys);
  return false;
}

bool Turns::by_rule(ChannelIndex in, ChannelIndex out) const {
  return fabric_->all_ports()[out].peer != sender_[in] && (goes_up_[in] || !goes_up_[out]);
}

bool Turns::by_valley(ChannelIndex in, ChannelIndex out) const {
  return !valleys_.empty() && valleys_[sender_[out]] && !goes_up_[in] && goes_up_[out] &&
         fabric_->all_ports()[out].peer != sender_[in];
}

template <typename Visit>
void Turns::for_each_turn(ChannelIndex in, Visit visit) const {
  const SwitchIndex at = fabric_->all_ports()[in].peer;
  const auto first = static_cast<ChannelIndex>(fabric_->switches()[at].first_port);
  const auto end = static_cast<ChannelIndex>(first + fabric_->ports(at).size());
  for (ChannelIndex out = first; out < end; ++out) {
    if (sender_[out] != kNone && (by_rule(in, out) || by_valley(in, out))) visit(out);
  }
  if (const auto more = added_.find(in); more != added_.end()) {
    for (const ChannelIndex out : more->second) visit(out);
  }
}

bool Turns::reaches(ChannelIndex from, ChannelIndex to) {
  ++stamp_;
  stack_.assign(1, from);
  seen_[from] = stamp_;
  while (!stack_.empty()) {
    const ChannelIndex in = stack_.back();
    stack_.pop_back();
    if (in == to) return true;
    budget_ -=
        std::min<std::uint64_t>(budget_, fabric_->ports(fabric_->all_ports()[in].peer).size());
    if (budget_ == 0) return true;
    for_each_turn(in, [this](ChannelIndex out) {
      if (seen_[out] == stamp_) return;
      seen_[out] = stamp_;
      stack_.push_back(out);
    });
  }
  return false;
}

// Takes away channels that no other leads to until none is left, or only cycles.
bool Turns::has_cycle() const {
  std::vector<std::uint32_t> before(sender_.size());
  std::vector<ChannelIndex> free;
  std::size_t left = 0;
  for (ChannelIndex c = 0; c < sender_.size(); ++c) {
    if (sender_[c] == kNone) continue;
    ++left;
    for_each_turn(c, [&](ChannelIndex out) { ++before[out]; });
  }
  for (ChannelIndex c = 0; c < sender_.size(); ++c) {
    if (sender_[c] != kNone && before[c] == 0) free.push_back(c);
  }
  while (!free.empty()) {
    const ChannelIndex c = free.back();
    free.pop_back();
    --left;
    for_each_turn(c, [&](ChannelIndex out) {
      if (--before[out] == 0) free.push_back(out);
    });
  }
  return left > 0;
}

}  // namespace weft
