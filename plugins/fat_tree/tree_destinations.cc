#include "plugins/fat_tree/tree_destinations.h"

#include <algorithm>
#include <numeric>

#include "common/routing/node_roles.h"

namespace weft {
namespace {

// A leaf switch takes as many positions at least as one in so many has: an odd one out counts not.
constexpr std::size_t kTypical = 10;

class Finder {
 public:
  Finder(const Fabric& fabric, const FatTree& tree, const UpPorts& up, const TreePlaces* given,
         TreeDestinations& result)
      : fabric_(fabric), tree_(tree), up_(up), given_(given), result_(result) {}

  void run(const Options& options) {
    result_.targets = targets_in_order(fabric_, tree_.order);
    find_compute_nodes(options);
    find_divisors();
    number_destinations();
    result_.load.assign(up_.count(), 0);
    moved_.assign(result_.lids.size(), 0);
    for (unsigned rank = tree_.height; rank-- > 0;) climb(rank);
  }

 private:
  void find_compute_nodes(const Options& options) {
    const std::vector<NodeRole> roles = node_roles(fabric_, options);
    // A leaf switch has compute nodes, and none below it.
    std::vector<char> has(fabric_.switch_count()), below(fabric_.switch_count());
    for (EndPortIndex e = 0; e < fabric_.end_port_count(); ++e) {
      const EndPort& port = fabric_.end_ports()[e];
      if (port.lid != 0 && roles[e] == NodeRole::kCompute) has[port.sw] = 1;
    }
    for (unsigned rank = tree_.height; rank-- > 1;) {
      for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
        if (tree_.ranks[s] != rank || (!has[s] && !below[s])) continue;
        for (const UpPort& port : up_.of(s)) below[port.peer] = 1;
      }
    }
    is_on_leaf_.resize(fabric_.end_port_count());
    for (EndPortIndex e = 0; e < fabric_.end_port_count(); ++e) {
      const EndPort& port = fabric_.end_ports()[e];
      const bool has_place = given_ == nullptr || tree_.ranks[port.sw] == given_->leaf_rank;
      is_on_leaf_[e] = has_place && roles[e] == NodeRole::kCompute && !below[port.sw] &&
                       tree_.ranks[port.sw] != kFar;
    }
  }

  void find_divisors() {
    divisor_.fill(1);
    widest_.fill(1);
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (tree_.ranks[s] == kFar) continue;
      std::uint32_t& widest = widest_[tree_.ranks[s]];
      widest = std::max(widest, tree_.width[s]);
    }
    for (unsigned rank = kMostRanks - 1; rank-- > 0;) {
      divisor_[rank] = std::min<std::uint64_t>(divisor_[rank + 1] * widest_[rank + 1], kNone);
    }
  }

  // Ports of a leaf switch that compute nodes are linked to.
  std::vector<PortNum> node_ports(std::span<const EndPortIndex> end_ports) const {
    std::vector<PortNum> ports;
    for (const EndPortIndex e : end_ports) {
      if (is_on_leaf_[e]) ports.push_back(fabric_.end_ports()[e].switch_port);
    }
    return ports;
  }

  void find_first_port() {
    std::array<std::uint32_t, 256> leaves{};
    for (std::size_t d = 0; d < result_.targets.switches.size(); ++d) {
      const std::vector<PortNum> ports = node_ports(result_.targets.at(d));
      if (!ports.empty()) ++leaves[ports.front()];
    }
    first_port_ =
        static_cast<PortNum>(std::max_element(leaves.begin(), leaves.end()) - leaves.begin());
  }

  // Where the compute nodes of a leaf switch stand among its ports. A port without a link counts
  // too, so that a host that goes down does not move the others, unless hosts and switches are
  // mixed: then it may be a lost link to a switch.
  std::vector<std::uint32_t> places(SwitchIndex s, std::span<const EndPortIndex> end_ports) const {
    std::vector<std::uint32_t> result;
    if (given_ != nullptr) {
      for (const EndPortIndex e : end_ports) {
        if (is_on_leaf_[e]) result.push_back(given_->host[e]);
      }
      return result;
    }
    const std::vector<PortNum> used = node_ports(end_ports);
    if (used.empty()) return result;
    const auto ports = fabric_.ports(s);
    const auto is_mixed = [&](PortNum first) {
      return std::any_of(ports.begin() + first, ports.begin() + used.back(),
                         [](const Port& p) { return p.kind == PeerKind::kSwitch; });
    };
    PortNum first = std::min(first_port_, used.front());
    if (is_mixed(first)) first = used.front();
    const bool mixed = is_mixed(first);
    std::uint32_t place = 0;
    for (std::size_t p = first, i = 0; i < used.size(); ++p) {
      if (p == used[i]) {
        result.push_back(place++);
        ++i;
      } else if (ports[p].kind == PeerKind::kNothing && !mixed) {
        ++place;
      }
    }
    return result;
  }

  void number_destinations() {
    const Targets& targets = result_.targets;
    find_first_port();
    std::vector<std::vector<std::uint32_t>> places_at(targets.switches.size());
    std::vector<std::uint32_t> sizes;
    for (std::size_t d = 0; d < targets.switches.size(); ++d) {
      places_at[d] = places(targets.switches[d], targets.at(d));
      if (!places_at[d].empty()) sizes.push_back(places_at[d].back() + 1);
    }
    std::sort(sizes.rbegin(), sizes.rend());
    const std::uint32_t typical = given_ != nullptr ? given_->leaf_size
                                  : sizes.empty()
                                      ? 1
                                      : sizes[(sizes.size() + kTypical - 1) / kTypical - 1];

    std::uint32_t leaf_start = 0;
    std::uint32_t others = 0;
    std::uint32_t switches = 0;
    result_.window.fill(1);
    std::array<std::vector<std::uint32_t>, kMostRanks> below;
    for (auto& counts : below) counts.assign(fabric_.switch_count(), 0);
    for (std::size_t d = 0; d < targets.switches.size(); ++d) {
      const SwitchIndex s = targets.switches[d];
      result_.first.push_back(static_cast<DestinationIndex>(result_.lids.size()));
      auto place = places_at[d].begin();
      if (given_ != nullptr && !places_at[d].empty()) leaf_start = given_->leaf_start[s];
      for (const EndPortIndex e : targets.at(d)) {
        const EndPort& port = fabric_.end_ports()[e];
        if (is_on_leaf_[e]) {
          const std::uint32_t position = leaf_start + *place++;
          add(s, port.lid, port.lmc, TreeOrder::kComputeNodes, position);
          result_.compute_nodes.resize(position + std::size_t{1}, kNone);
          result_.compute_nodes[position] = e;
        } else {
          add(s, port.lid, port.lmc, TreeOrder::kOtherEndPorts, others++);
        }
      }
      const Switch& sw = fabric_.switches()[s];
      if (sw.lid != 0) {
        add(s, sw.lid, sw.lmc, TreeOrder::kSwitches,
            given_ != nullptr ? given_->switch_position[s] : switches++);
      }
      if (places_at[d].empty()) continue;
      const std::uint32_t size = std::max(typical, places_at[d].back() + 1);
      leaf_start += size;
      result_.compute_nodes.resize(leaf_start, kNone);
      for (unsigned rank = 0; rank < tree_.height && rank <= tree_.ranks[s]; ++rank) {
        std::uint32_t& count = below[rank][tree_.subtree[rank][s]];
        count += size;
        result_.window[rank] = std::max(result_.window[rank], count);
      }
    }
    result_.first.push_back(static_cast<DestinationIndex>(result_.lids.size()));
    close_the_circle();
  }

  // A shift goes on with the first position after the last: there, too, neighbouring positions
  // should have different ways. Free positions at the end see to it, if they are not too many.
  void close_the_circle() {
    const std::size_t count = result_.compute_nodes.size();
    std::uint64_t period = 1;
    for (unsigned rank = 1; rank < tree_.height && period < 2 * count; ++rank) {
      std::size_t turns = 1;
      for (const auto& all : tree_.turns[rank]) turns = std::max(turns, all.size());
      period = std::lcm(period, divisor_[rank] * turns);
    }
    const std::uint64_t padded = (count + period - 1) / period * period;
    if (padded < 2 * count) result_.compute_nodes.resize(padded, kNone);
  }

  void add(SwitchIndex s, Lid lid, std::uint8_t lmc, TreeOrder order, std::uint32_t position) {
    if (order != TreeOrder::kComputeNodes && way_down_of_ != s) {
      way_down_ = slots_below(s);
      way_down_of_ = s;
    }
    for (std::uint32_t bit = 0; bit < 1u << lmc; ++bit) {
      result_.lids.push_back(static_cast<Lid>(lid + bit));
      result_.order.push_back(order);
      result_.position.push_back(position);
      const Hops own_rank = tree_.ranks[s];
      // Path bits take neighbouring slots as early as they can.
      std::uint32_t rest = bit;
      for (unsigned rank = tree_.height; rank-- > 0;) {
        std::uint64_t number = 0;
        if (own_rank == kFar) {
        } else if (rank > own_rank) {
          number = rank - own_rank <= way_down_.size() ? way_down_[rank - own_rank - 1] : 0;
        } else {
          number = position / (divisor_[rank] / divisor_[own_rank]) + rest % widest_[rank];
          rest /= widest_[rank];
        }
        result_.plain_number[rank].push_back(static_cast<std::uint32_t>(number));
      }
    }
  }

  // Which slots lead to a switch from the ranks below, downwards.
  std::vector<std::uint32_t> slots_below(SwitchIndex s) const {
    std::vector<std::uint32_t> slots;
    while (tree_.ranks[s] != kFar) {
      SwitchIndex below = kNone;
      for (const Port& port : fabric_.ports(s)) {
        if (port.kind != PeerKind::kSwitch || tree_.ranks[port.peer] != tree_.ranks[s] + 1)
          continue;
        const std::uint16_t slot =
            tree_.slot[fabric_.switches()[port.peer].first_port + port.peer_port];
        if (slot == kNoSlot) continue;
        below = port.peer;
        slots.push_back(slot);
        break;
      }
      if (below == kNone) break;
      s = below;
    }
    return slots;
  }

  // One step of all ways, from the switches of a rank up.
  void climb(unsigned rank) {
    auto& way = result_.way[rank];
    auto& numbers = result_.number[rank];
    numbers = result_.plain_number[rank];
    way.assign(result_.lids.size(), kNone);
    std::vector<DestinationIndex> displaced;
    std::size_t column = 0;
    for (DestinationIndex i = 0; i < result_.lids.size(); ++i) {
      while (i >= result_.first[column + 1]) ++column;
      const SwitchIndex own = result_.targets.switches[column];
      if (tree_.ranks[own] == rank) {
        way[i] = own;
      } else if (rank + 1 < tree_.height && result_.way[rank + 1][i] != kNone) {
        way[i] = above(rank + 1, i);
      }
      if (way[i] == kNone || tree_.width[way[i]] == 0) continue;
      const auto ports = up_.of(way[i], tree_.turn(way[i], numbers[i]).slot);
      if (!ports.empty()) add_load(i, ports);
      if (ports.empty() || moved_[i]) displaced.push_back(i);
    }
    // How many compute nodes were displaced to each slot of each plane, here or on their way to it,
    // in a window before the position in hand.
    std::vector<std::uint32_t> first_slot = {0};
    for (const auto& turns : tree_.turns[rank]) {
      std::uint32_t slots = 0;
      for (const Turn& turn : turns) slots = std::max(slots, turn.slot + 1u);
      first_slot.push_back(first_slot.back() + slots);
    }
    std::vector<float> counts(first_slot.back());
    auto& neighbours = result_.displaced[rank];
    std::size_t first = 0;
    for (const DestinationIndex i : displaced) {
      const std::uint32_t plane = tree_.plane[way[i]];
      const bool is_neighbour = result_.order[i] == TreeOrder::kComputeNodes;
      while (is_neighbour && first < neighbours.size() &&
             neighbours[first].position + result_.window[rank] <= result_.position[i]) {
        --counts[first_slot[neighbours[first].plane] + neighbours[first].slot];
        ++first;
      }
      const std::span<float> near(counts.data() + first_slot[plane],
                                  first_slot[plane + 1] - first_slot[plane]);
      auto slot = up_.of(way[i], tree_.turn(way[i], numbers[i]).slot);
      if (slot.empty()) {
        slot = displace(rank, i, is_neighbour, near);
        if (slot.empty()) continue;
        add_load(i, slot);
        moved_[i] = 1;
      }
      if (!is_neighbour) continue;
      ++near[slot.front().slot];
      neighbours.push_back({result_.position[i], plane, slot.front().slot});
    }
  }

  void add_load(DestinationIndex i, std::span<const UpPort> slot) {
    if (result_.order[i] == TreeOrder::kSwitches) return;
    result_.load[up_.position(slot.front())] += 1.0f / static_cast<float>(slot.size());
  }

  // The next switch on a way.
  SwitchIndex above(unsigned rank, DestinationIndex i) const {
    const SwitchIndex s = result_.way[rank][i];
    if (tree_.width[s] == 0) return kNone;
    const std::uint32_t number = result_.number[rank][i];
    const auto ports = up_.of(s, tree_.turn(s, number).slot);
    if (ports.empty()) return kNone;
    const auto count = static_cast<std::uint32_t>(ports.size());
    return ports[tree_.parallel_link(s, number, count)].peer;
  }

  // Gives a LID another slot and returns its ports; empty: there is none. displaced: compute nodes
  // in the window, by slot; they count if near them is where the LID is.
  std::span<const UpPort> displace(unsigned rank, DestinationIndex i, bool is_neighbour,
                                   std::span<const float> displaced) {
    const SwitchIndex s = result_.way[rank][i];
    const auto ports = up_.of(s);
    float least = 0;
    std::uint64_t least_hash = 0;
    std::span<const UpPort> best;
    const std::vector<std::uint16_t> taken = slots_of_siblings(rank, i);
    for (std::size_t first = 0; first < ports.size();) {
      const auto slot = up_.of(s, ports[first].slot);
      first += slot.size();
      float cost = result_.load[up_.position(slot.front())];
      if (is_neighbour) {
        cost += displaced[slot.front().slot] / static_cast<float>(slot.size());
      }
      if (std::find(taken.begin(), taken.end(), slot.front().slot) != taken.end()) {
        cost += kSamePort;
      }
      const std::uint64_t hash = TreeDestinations::hash(result_.lids[i], slot.front().slot);
      if (best.empty() || cost < least || (cost == least && hash < least_hash)) {
        best = slot;
        least = cost;
        least_hash = hash;
      }
    }
    if (!best.empty()) {
      result_.number[rank][i] = number_for(s, best.front().slot, result_.number[rank][i]);
    }
    return best;
  }

  // Those that other path bits of the same port lead over.
  std::vector<std::uint16_t> slots_of_siblings(unsigned rank, DestinationIndex i) const {
    std::vector<std::uint16_t> slots;
    const SwitchIndex s = result_.way[rank][i];
    const auto is_sibling = [&](DestinationIndex k) {
      return result_.position[k] == result_.position[i] && result_.order[k] == result_.order[i];
    };
    const auto add_slot = [&](DestinationIndex k) {
      if (result_.way[rank][k] != s) return;
      slots.push_back(tree_.turn(s, result_.number[rank][k]).slot);
    };
    for (DestinationIndex k = i; k-- > 0 && is_sibling(k);) add_slot(k);
    for (DestinationIndex k = i + 1; k < result_.lids.size() && is_sibling(k); ++k) add_slot(k);
    return slots;
  }

  // A number whose turn is at a slot; which of the slot's, the old number says.
  std::uint32_t number_for(SwitchIndex s, std::uint16_t slot, std::uint32_t number) const {
    const auto& turns = tree_.turns[tree_.ranks[s]][tree_.plane[s]];
    std::vector<std::uint32_t> at_slot;
    for (std::uint32_t k = 0; k < turns.size(); ++k) {
      if (turns[k].slot == slot) at_slot.push_back(k);
    }
    const auto rounds = static_cast<std::uint32_t>(number / turns.size());
    return static_cast<std::uint32_t>(rounds * turns.size() + at_slot[number % at_slot.size()]);
  }

  const Fabric& fabric_;
  const FatTree& tree_;
  const UpPorts& up_;
  const TreePlaces* given_;  // null: positions are counted
  TreeDestinations& result_;
  std::vector<char> is_on_leaf_;         // by end port: a compute node on a leaf switch
  std::vector<char> moved_;              // by LID: was displaced at some rank
  std::vector<std::uint32_t> way_down_;  // slots_below() the switch in hand
  SwitchIndex way_down_of_ = kNone;
  PortNum first_port_ = 0;  // at which the compute nodes of most leaf switches begin
  std::array<std::uint64_t, kMostRanks> divisor_{};
  std::array<std::uint32_t, kMostRanks> widest_{};
};

}  // namespace

UpPorts::UpPorts(const Fabric& fabric, const FatTree& tree) {
  first_.push_back(0);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      const std::uint16_t slot = tree.slot[fabric.switches()[s].first_port + p];
      if (slot != kNoSlot) ports_.push_back({slot, static_cast<PortNum>(p), ports[p].peer});
    }
    std::stable_sort(ports_.begin() + first_.back(), ports_.end(),
                     [](const UpPort& a, const UpPort& b) { return a.slot < b.slot; });
    first_.push_back(static_cast<std::uint32_t>(ports_.size()));
  }
}

std::span<const UpPort> UpPorts::of(SwitchIndex s, std::uint32_t slot) const {
  const auto ports = of(s);
  const auto [first, last] =
      std::equal_range(ports.begin(), ports.end(), UpPort{static_cast<std::uint16_t>(slot), 0, 0},
                       [](const UpPort& a, const UpPort& b) { return a.slot < b.slot; });
  return {first, last};
}

TreeDestinations find_tree_destinations(const Fabric& fabric, const FatTree& tree,
                                        const UpPorts& up, const Options& options,
                                        const TreePlaces* places) {
  TreeDestinations result;
  Finder(fabric, tree, up, places, result).run(options);
  return result;
}

}  // namespace weft
