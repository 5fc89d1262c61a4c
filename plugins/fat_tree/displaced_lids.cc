#include "plugins/fat_tree/displaced_lids.h"

#include <algorithm>
#include <array>
#include <limits>

#include "common/balance/sibling_costs.h"

namespace weft {
namespace {

constexpr float kInfinite = std::numeric_limits<float>::infinity();
// The load of a missing link: its packets crowd another link.
constexpr float kLost = 2;

}  // namespace

std::uint32_t count_ports(std::span<const UpPort> slot, PortSet set) {
  std::uint32_t count = 0;
  for (const UpPort& port : slot) count += contains(set, port.port) ? 1 : 0;
  return count;
}

PortNum nth_port(std::span<const UpPort> slot, PortSet set, std::uint32_t n) {
  for (const UpPort& port : slot) {
    if (contains(set, port.port) && n-- == 0) return port.port;
  }
  return kNoPath;
}

void DisplacedLids::start(SwitchIndex s) {
  switch_ = s;
  rank_ = tree_.ranks[s];
  slots_.clear();
  waiting_.clear();
  sets_.clear();
  const auto ports = up_.of(s);
  for (std::size_t first = 0; first < ports.size();) {
    std::size_t last = first;
    while (last < ports.size() && ports[last].slot == ports[first].slot) ++last;
    slots_.push_back({ports[first].slot, ports.subspan(first, last - first)});
    first = last;
  }
  costs_.resize(slots_.size());
}

void DisplacedLids::add(DestinationIndex i, std::uint32_t number, PortSet set) {
  if (waiting_.empty() ||
      !std::equal(set.begin(), set.end(), sets_.end() - static_cast<std::ptrdiff_t>(words_))) {
    sets_.insert(sets_.end(), set.begin(), set.end());
  }
  const SwitchIndex way = destinations_.way[rank_][i];
  const bool counts = destinations_.order[i] == TreeOrder::kComputeNodes && way != kNone &&
                      tree_.plane[way] == tree_.plane[switch_];
  waiting_.push_back({i, number, destinations_.position[i], sets_.size() - words_, 0, counts});
}

void DisplacedLids::write_entries(PortNum* row) {
  if (waiting_.empty()) return;
  // By slot: compute nodes displaced to it by the tree, in a window around the current position,
  // and by this switch, in a window before it.
  std::vector<float> by_tree(slots_.size());
  std::vector<float> by_switch(slots_.size());
  const std::uint32_t window = destinations_.window[rank_];
  const auto& others = destinations_.displaced[rank_];
  std::size_t first_other = 0;
  std::size_t last_other = 0;
  std::size_t first = 0;
  for (std::size_t k = 0; k < waiting_.size(); ++k) {
    Waiting& w = waiting_[k];
    const std::uint32_t position = w.position;
    if (w.counts) {
      for (; last_other < others.size() && others[last_other].position < position + window;
           ++last_other) {
        count(others[last_other], 1, by_tree);
      }
      for (; first_other < last_other && others[first_other].position + window <= position;
           ++first_other) {
        count(others[first_other], -1, by_tree);
      }
      for (;
           first < k && (!waiting_[first].counts || waiting_[first].position + window <= position);
           ++first) {
        if (waiting_[first].counts) by_switch[waiting_[first].slot] -= 1;
      }
    }
    weigh(w, by_tree, by_switch, row);
    w.slot = cheapest(w);
    PortNum& entry = row[destinations_.lids[w.destination]];
    if (costs_.empty() || costs_[w.slot] == kInfinite) {  // only over a link that is in no slot
      std::array<PortNum, 256> ports;
      entry = ports[w.number % list_ports(set_of(w), ports.data())];
      w.counts = false;
    } else {
      const auto& ports = slots_[w.slot].ports;
      entry = nth_port(ports, set_of(w), w.number % count_ports(ports, set_of(w)));
    }
    if (w.counts) by_switch[w.slot] += 1;
  }
}

void DisplacedLids::count(const Displaced& other, float change, std::span<float> by_slot) const {
  if (other.plane != tree_.plane[switch_]) return;
  const auto slot = std::lower_bound(slots_.begin(), slots_.end(), other.slot,
                                     [](const Slot& a, std::uint16_t b) { return a.slot < b; });
  if (slot == slots_.end() || slot->slot != other.slot) return;
  by_slot[static_cast<std::size_t>(slot - slots_.begin())] += change;
}

void DisplacedLids::weigh(const Waiting& w, std::span<const float> by_tree,
                          std::span<const float> by_switch, const PortNum* row) {
  const PortSet set = set_of(w);
  // The ports over which packets come down again if they turn at the top of the LID's way.
  const SwitchIndex way = destinations_.way[rank_][w.destination];
  const bool same_plane = way != kNone && tree_.plane[way] == tree_.plane[switch_];
  const auto down = same_plane ? up_.of(way) : std::span<const UpPort>();
  const std::bitset<256> taken = ports_of_siblings(fabric_, destinations_.lids[w.destination], row);
  std::size_t next = 0;
  for (std::size_t k = 0; k < slots_.size(); ++k) {
    const std::uint32_t ports = count_ports(slots_[k].ports, set);
    costs_[k] = kInfinite;
    if (ports == 0) continue;
    costs_[k] = w.counts ? (by_tree[k] + by_switch[k]) / static_cast<float>(ports) : 0;
    while (next < down.size() && down[next].slot < slots_[k].slot) ++next;
    if (next < down.size() && down[next].slot == slots_[k].slot) {
      costs_[k] += load_down(down[next], w.destination);
    }
    const auto& slot = slots_[k].ports;
    if (std::any_of(slot.begin(), slot.end(), [&](const UpPort& u) { return taken[u.port]; })) {
      costs_[k] += kSamePort;
    }
  }
}

// The load of the link on which packets come down to `port`, and half the load of the link on which
// they come to its peer.
float DisplacedLids::load_down(const UpPort& port, DestinationIndex i) const {
  const float load = destinations_.load[up_.index_of(port)];
  if (tree_.width[port.peer] == 0) return load;
  const std::uint32_t number = destinations_.plain_number[rank_ - 1][i];
  const auto higher = up_.of(port.peer, tree_.link_of(port.peer, number).slot);
  return load + (higher.empty() ? kLost : destinations_.load[up_.index_of(higher.front())]) / 2;
}

// The cheapest slot. A port that other LIDs of the same end port use costs more.
std::uint16_t DisplacedLids::cheapest(const Waiting& w) const {
  const std::uint64_t key = TreeDestinations::hash(fabric_.switches()[switch_].node_guid,
                                                   destinations_.lids[w.destination]);
  std::size_t best = 0;
  float least = kInfinite;
  std::uint64_t least_hash = 0;
  for (std::size_t k = 0; k < costs_.size(); ++k) {
    if (costs_[k] > least) continue;
    const std::uint64_t hash = TreeDestinations::hash(key, slots_[k].slot);
    if (costs_[k] == least && hash >= least_hash) continue;
    best = k;
    least = costs_[k];
    least_hash = hash;
  }
  return static_cast<std::uint16_t>(best);
}

}  // namespace weft
