#include "plugins/fat_tree/tree_destinations.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include "common/balance/closed_circle.h"
#include "common/fabric/counts.h"
#include "common/graph/pieces.h"
#include "common/routing/node_roles.h"
#include "plugins/fat_tree/tree_ways.h"

namespace weft {
namespace {

// A leaf switch takes at least as many positions as the largest tenth of them need, so that a
// single odd one does not count.
constexpr std::size_t kTypical = 10;

// Gives every LID its position and its plain numbers.
class Numbering {
 public:
  Numbering(const Fabric& fabric, const FatTree& tree, const UpPorts& up, const TreePlaces* given,
            TreeDestinations& result)
      : fabric_(fabric), tree_(tree), up_(up), given_(given), result_(result) {}

  void run(const Options& options) {
    result_.targets = targets_in_order(fabric_, tree_.order);
    find_compute_nodes(options);
    find_divisors();
    number_destinations();
  }

 private:
  void find_compute_nodes(const Options& options) {
    const std::vector<NodeRole> roles = node_roles(fabric_, options);
    // A leaf switch has compute nodes, and no switch with compute nodes below it.
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
      const bool has_place = given_ == nullptr || (tree_.ranks[port.sw] == given_->leaf_rank &&
                                                   is_host_port(fabric_, e));
      is_on_leaf_[e] = has_place && roles[e] == NodeRole::kCompute && !below[port.sw] &&
                       tree_.ranks[port.sw] != kFar;
    }
  }

  // The upper switches of a switch, at each rank, and the product of those at the ranks below.
  void find_divisors() {
    divisor_.fill(1);
    widest_.fill(1);
    // By rank, plane and slot: how many upper switches the slot of a switch leads to.
    std::map<std::tuple<Hops, std::uint32_t, std::uint16_t>, std::vector<std::uint32_t>> counts;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      const auto ports = up_.of(s);
      for (std::size_t first = 0; first < ports.size();) {
        const auto slot = up_.of(s, ports[first].slot);
        counts[{tree_.ranks[s], tree_.plane[s], slot.front().slot}].push_back(
            UpPorts::switches(slot));
        first += slot.size();
      }
    }
    std::map<std::pair<Hops, std::uint32_t>, std::uint32_t> uppers;  // by rank and plane
    for (auto& [place, of_slot] : counts) {
      // The median, as in FatTree::links_up.
      const auto middle = of_slot.begin() + static_cast<std::ptrdiff_t>(of_slot.size() / 2);
      std::ranges::nth_element(of_slot, middle);
      const auto& [rank, plane, slot] = place;
      std::uint32_t& of_plane = uppers[{rank, plane}];
      of_plane += *middle;
      widest_[rank] = std::max(widest_[rank], of_plane);
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

  // The offsets of the compute nodes of a leaf switch from its first position. A port without a
  // link counts too, so that a host that goes down does not move others, unless ports of hosts and
  // of switches are mixed: then it may be a lost link to a switch.
  std::vector<std::uint32_t> offsets(SwitchIndex s, std::span<const EndPortIndex> end_ports) const {
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
    std::uint32_t offset = 0;
    for (std::size_t p = first, i = 0; i < used.size(); ++p) {
      if (p == used[i]) {
        result.push_back(offset++);
        ++i;
      } else if (ports[p].kind == PeerKind::kNothing && !mixed) {
        ++offset;
      }
    }
    return result;
  }

  void number_destinations() {
    const Targets& targets = result_.targets;
    find_first_port();
    std::vector<std::vector<std::uint32_t>> offsets_at(targets.switches.size());
    std::vector<LeafSize> sizes;
    std::vector<SwitchIndex> leaves;
    for (std::size_t d = 0; d < targets.switches.size(); ++d) {
      offsets_at[d] = offsets(targets.switches[d], targets.at(d));
      if (!offsets_at[d].empty()) {
        sizes.push_back({offsets_at[d].back() + 1, links_up(targets.switches[d])});
        leaves.push_back(targets.switches[d]);
      }
    }
    const std::uint32_t typical = typical_size(sizes);
    for (LeafSize& of : sizes) of.taken = std::max(typical, of.positions);
    if (given_ == nullptr && tree_.height == 2) close_circles(leaves, typical, sizes);

    std::uint32_t leaf_start = 0;
    std::size_t leaf = 0;
    std::uint32_t others = 0;
    std::uint32_t switches = 0;
    result_.window.fill(1);
    for (auto& counts : below_) counts.assign(fabric_.switch_count(), 0);
    for (std::size_t d = 0; d < targets.switches.size(); ++d) {
      const SwitchIndex s = targets.switches[d];
      result_.first.push_back(static_cast<DestinationIndex>(result_.lids.size()));
      auto offset = offsets_at[d].begin();
      if (given_ != nullptr && !offsets_at[d].empty()) leaf_start = given_->leaf_start[s];
      for (const EndPortIndex e : targets.at(d)) {
        const EndPort& port = fabric_.end_ports()[e];
        if (is_on_leaf_[e]) {
          const std::uint32_t position = leaf_start + *offset++;
          add(s, lids_of(port), TreeOrder::kComputeNodes, position);
          result_.compute_nodes.resize(position + std::size_t{1}, kNone);
          result_.compute_nodes[position] = e;
        } else {
          add(s, lids_of(port), TreeOrder::kOtherEndPorts, others++);
        }
      }
      const Switch& sw = fabric_.switches()[s];
      if (sw.lid != 0) {
        add(s, lids_of(sw), TreeOrder::kSwitches,
            given_ != nullptr ? given_->switch_position[s] : switches++);
      }
      if (offsets_at[d].empty()) continue;
      const std::uint32_t size = sizes[leaf++].taken;
      leaf_start += size;
      result_.compute_nodes.resize(leaf_start, kNone);
      widen_windows(s, size);
    }
    result_.first.push_back(static_cast<DestinationIndex>(result_.lids.size()));
    close_the_circle();
  }

  std::uint32_t links_up(SwitchIndex s) const {
    if (tree_.width[s] == 0) return 0;
    return static_cast<std::uint32_t>(tree_.links_up[tree_.ranks[s]][tree_.plane[s]].size());
  }

  struct LeafSize {
    std::uint32_t positions;  // that its compute nodes need
    std::uint32_t links;      // up
    std::uint32_t taken = 0;  // positions that it takes
  };

  // In trees of two levels whose leaf switches have the same links, of which most need the typical
  // number of positions and none needs more (a host may be down): the positions of each, so that
  // shifts have no contention in an order of ranks without the free positions either. Each of
  // several rails is a tree.
  void close_circles(std::span<const SwitchIndex> leaves, std::uint32_t typical,
                     std::vector<LeafSize>& sizes) const {
    for (const std::vector<std::size_t>& tree : split_by_piece(fabric_, leaves)) {
      const auto fits = [&](std::size_t i) {
        return sizes[i].positions <= typical && sizes[i].links == sizes[tree.front()].links;
      };
      const auto is_full = [&](std::size_t i) { return sizes[i].positions == typical; };
      const auto full = static_cast<std::size_t>(std::ranges::count_if(tree, is_full));
      if (!std::ranges::all_of(tree, fits) || 2 * full < tree.size()) continue;
      const auto taken = closed_circle(tree.size(), typical, sizes[tree.front()].links);
      for (std::size_t i = 0; i < tree.size(); ++i) sizes[tree[i]].taken = taken[i];
    }
  }

  // The least positions of a leaf switch.
  std::uint32_t typical_size(std::vector<LeafSize> sizes) const {
    if (given_ != nullptr) return given_->leaf_size;
    if (sizes.empty()) return 1;
    std::ranges::stable_sort(sizes, std::greater<>(), &LeafSize::positions);
    const std::uint32_t typical = sizes[(sizes.size() + kTypical - 1) / kTypical - 1].positions;
    // With this number of positions each, all leaf switches would begin at a multiple of the common
    // divisor. If most fill less than the links from there to the next multiple, each takes what it
    // needs: else the links beyond would be nearly idle.
    const LeafSize& middle = sizes[(sizes.size() - 1) / 2];
    return middle.positions < std::gcd(typical, middle.links) ? 1 : typical;
  }

  // Adds the positions of a leaf switch to the switches of all its subtrees.
  void widen_windows(SwitchIndex leaf, std::uint32_t size) {
    for (unsigned rank = 0; rank < tree_.height && rank <= tree_.ranks[leaf]; ++rank) {
      std::uint32_t& count = below_[rank][tree_.subtree[rank][leaf]];
      count += size;
      result_.window[rank] = std::max(result_.window[rank], count);
    }
  }

  // A shift continues with the first position after the last: there, too, neighbouring positions
  // should have different ways. Adds free positions at the end for that, if not too many.
  void close_the_circle() {
    const std::size_t count = result_.compute_nodes.size();
    std::uint64_t period = 1;
    for (unsigned rank = 1; rank < tree_.height && period < 2 * count; ++rank) {
      std::size_t links = 1;
      for (const auto& all : tree_.links_up[rank]) links = std::max(links, all.size());
      period = std::lcm(period, divisor_[rank] * links);
    }
    const std::uint64_t padded = (count + period - 1) / period * period;
    if (padded < 2 * count) result_.compute_nodes.resize(padded, kNone);
  }

  void add(SwitchIndex s, const LidRange& lids, TreeOrder order, std::uint32_t position) {
    if (slots_below_of_ != s) {
      slots_below_ = find_slots_below(s);
      slots_below_of_ = s;
    }
    const std::vector<std::uint32_t> turns = next_turns(order);
    for (const Lid lid : lids) {
      result_.lids.push_back(lid);
      result_.order.push_back(order);
      result_.position.push_back(position);
      const Hops own_rank = tree_.ranks[s];
      // Path bits take neighbouring slots as early as possible.
      std::uint32_t rest = lid - lids.first;
      std::uint32_t rest_below = rest;
      for (unsigned rank = tree_.height; rank-- > 0;) {
        std::uint64_t number = 0;
        if (own_rank == kFar) {
        } else if (rank > own_rank) {
          const unsigned below = rank - own_rank - 1u;
          if (below < turns.size()) {
            const auto [at, slot] = slots_below_[below];
            const std::uint32_t links = tree_.link_of(at, slot).links;
            number = nth_number(tree_, at, slot, turns[below] + rest_below % links);
            rest_below /= links;
          }
        } else {
          number = position / (divisor_[rank] / divisor_[own_rank]) + rest % widest_[rank];
          rest /= widest_[rank];
        }
        result_.plain_number[rank].push_back(static_cast<std::uint32_t>(number));
      }
    }
  }

  // A slot of a switch below another one that leads to it.
  struct SlotBelow {
    SwitchIndex s;
    std::uint16_t slot;
  };

  // By slot below the current switch: the number of ports that have taken it, this one included
  // from now on.
  std::vector<std::uint32_t> next_turns(TreeOrder order) {
    std::vector<std::uint32_t> turns;
    for (const auto& [s, slot] : slots_below_) {
      turns.push_back(taken_[{order, tree_.ranks[s], tree_.plane[s], slot}]++);
    }
    return turns;
  }

  // The slots that lead to a switch from the ranks below, from the switch downwards.
  std::vector<SlotBelow> find_slots_below(SwitchIndex s) const {
    std::vector<SlotBelow> slots;
    while (tree_.ranks[s] != kFar) {
      SwitchIndex below = kNone;
      for (const Port& port : fabric_.ports(s)) {
        if (port.kind != PeerKind::kSwitch || tree_.ranks[port.peer] != tree_.ranks[s] + 1)
          continue;
        const std::uint16_t slot =
            tree_.slot[fabric_.switches()[port.peer].first_port + port.peer_port];
        if (slot == kNoSlot) continue;
        below = port.peer;
        slots.push_back({below, slot});
        break;
      }
      if (below == kNone) break;
      s = below;
    }
    return slots;
  }

  const Fabric& fabric_;
  const FatTree& tree_;
  const UpPorts& up_;
  const TreePlaces* given_;  // null: positions are counted
  TreeDestinations& result_;
  std::vector<char> is_on_leaf_;        // by end port: a compute node on a leaf switch
  std::vector<SlotBelow> slots_below_;  // find_slots_below() of the current switch
  SwitchIndex slots_below_of_ = kNone;
  PortNum first_port_ = 0;  // first port with a compute node, at most leaf switches
  std::array<std::uint64_t, kMostRanks> divisor_{};
  std::array<std::uint32_t, kMostRanks> widest_{};
  std::array<std::vector<std::uint32_t>, kMostRanks> below_;  // positions, by rank and subtree
  // By order, and by rank, plane and slot: the ports of upper switches to which the slot leads.
  std::map<std::tuple<TreeOrder, Hops, std::uint32_t, std::uint16_t>, std::uint32_t> taken_;
};

}  // namespace

TreeDestinations find_tree_destinations(const Fabric& fabric, const FatTree& tree,
                                        const UpPorts& up, const Options& options,
                                        const TreePlaces* places) {
  TreeDestinations result;
  Numbering(fabric, tree, up, places, result).run(options);
  find_ways(tree, up, result);
  return result;
}

}  // namespace weft
