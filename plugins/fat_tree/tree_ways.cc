#include "plugins/fat_tree/tree_ways.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "common/topology/fat_tree.h"

namespace weft {
namespace {

// Counts the displaced compute nodes among the last `window` positions, by plane and slot of a
// rank.
class NeighbourCounts {
 public:
  NeighbourCounts(const FatTree& tree, unsigned rank, std::uint32_t window) : window_(window) {
    for (const auto& links : tree.links_up[rank]) {
      std::uint32_t slots = 0;
      for (const SlotLink& link : links) slots = std::max(slots, link.slot + 1u);
      first_slot_.push_back(first_slot_.back() + slots);
    }
    counts_.resize(first_slot_.back());
  }

  // Removes nodes that are out of the window before a position. displaced: all that were added.
  void go_to(std::uint32_t position, std::span<const Displaced> displaced) {
    for (; oldest_ < displaced.size() && displaced[oldest_].position + window_ <= position;
         ++oldest_) {
      --counts_[first_slot_[displaced[oldest_].plane] + displaced[oldest_].slot];
    }
  }
  void add(const Displaced& displaced) { ++counts_[first_slot_[displaced.plane] + displaced.slot]; }

  // By slot.
  std::span<const float> of_plane(std::uint32_t plane) const {
    return {counts_.data() + first_slot_[plane], first_slot_[plane + 1] - first_slot_[plane]};
  }

 private:
  std::uint32_t window_;
  std::size_t oldest_ = 0;
  std::vector<std::uint32_t> first_slot_ = {0};  // by plane, in counts_
  std::vector<float> counts_;
};

// Takes all LIDs up, a rank at a time.
class Climber {
 public:
  Climber(const FatTree& tree, const UpPorts& up, TreeDestinations& destinations)
      : tree_(tree), up_(up), result_(destinations), was_displaced_(destinations.lids.size()) {}

  // One step of all ways, from the switches of a rank up.
  void climb(unsigned rank) {
    result_.number[rank] = result_.plain_number[rank];
    displace_all(rank, arrive(rank));
  }

 private:
  // Finds the switch of this rank on each way, and counts the LIDs whose slot has links. Returns
  // the others, and those that were displaced below.
  std::vector<DestinationIndex> arrive(unsigned rank) {
    auto& way = result_.way[rank];
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
      const auto slot = slot_of(rank, i);
      if (!slot.empty()) add_load(i, slot);
      if (slot.empty() || was_displaced_[i]) displaced.push_back(i);
    }
    return displaced;
  }

  // Gives another slot to LIDs whose slot has no links here. All compute nodes among the displaced
  // LIDs count as neighbours, wherever they were displaced.
  void displace_all(unsigned rank, const std::vector<DestinationIndex>& displaced) {
    NeighbourCounts near(tree_, rank, result_.window[rank]);
    auto& neighbours = result_.displaced[rank];
    for (const DestinationIndex i : displaced) {
      const std::uint32_t plane = tree_.plane[result_.way[rank][i]];
      const bool is_neighbour = result_.order[i] == TreeOrder::kComputeNodes;
      if (is_neighbour) near.go_to(result_.position[i], neighbours);
      auto slot = slot_of(rank, i);
      if (slot.empty()) {
        slot = displace(rank, i, is_neighbour, near.of_plane(plane));
        if (slot.empty()) continue;
        add_load(i, slot);
        was_displaced_[i] = 1;
      }
      if (!is_neighbour) continue;
      neighbours.push_back({result_.position[i], plane, slot.front().slot});
      near.add(neighbours.back());
    }
  }

  // The ports of the slot of a LID's number, at the switch of its way in a rank.
  std::span<const UpPort> slot_of(unsigned rank, DestinationIndex i) const {
    const SwitchIndex s = result_.way[rank][i];
    return up_.of(s, tree_.link_of(s, result_.number[rank][i]).slot);
  }

  void add_load(DestinationIndex i, std::span<const UpPort> slot) {
    if (result_.order[i] == TreeOrder::kSwitches) return;
    result_.load[up_.index_of(slot.front())] += 1.0f / static_cast<float>(slot.size());
  }

  // The next switch on a way.
  SwitchIndex above(unsigned rank, DestinationIndex i) const {
    const SwitchIndex s = result_.way[rank][i];
    if (tree_.width[s] == 0) return kNone;
    const auto slot = slot_of(rank, i);
    if (slot.empty()) return kNone;
    const auto count = static_cast<std::uint32_t>(slot.size());
    return slot[tree_.parallel_link(s, result_.number[rank][i], count)].peer;
  }

  // Gives a LID another slot and returns its ports; empty: there is none. near: by slot, the
  // displaced compute nodes in the window; they count if the LID is a neighbour.
  std::span<const UpPort> displace(unsigned rank, DestinationIndex i, bool is_neighbour,
                                   std::span<const float> near) {
    const SwitchIndex s = result_.way[rank][i];
    const auto ports = up_.of(s);
    float least = 0;
    std::uint64_t least_hash = 0;
    std::span<const UpPort> best;
    const std::vector<std::uint16_t> taken = slots_of_siblings(rank, i);
    for (std::size_t first = 0; first < ports.size();) {
      const auto slot = up_.of(s, ports[first].slot);
      first += slot.size();
      float cost = result_.load[up_.index_of(slot.front())];
      if (is_neighbour) {
        cost += near[slot.front().slot] / static_cast<float>(slot.size());
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

  // The slots of the LIDs with other path bits of the same port.
  std::vector<std::uint16_t> slots_of_siblings(unsigned rank, DestinationIndex i) const {
    std::vector<std::uint16_t> slots;
    const SwitchIndex s = result_.way[rank][i];
    const auto is_sibling = [&](DestinationIndex k) {
      return result_.position[k] == result_.position[i] && result_.order[k] == result_.order[i];
    };
    const auto add_slot = [&](DestinationIndex k) {
      if (result_.way[rank][k] != s) return;
      slots.push_back(tree_.link_of(s, result_.number[rank][k]).slot);
    };
    for (DestinationIndex k = i; k-- > 0 && is_sibling(k);) add_slot(k);
    for (DestinationIndex k = i + 1; k < result_.lids.size() && is_sibling(k); ++k) add_slot(k);
    return slots;
  }

  // A number whose link is in the given slot; the old number chooses among the slot's links.
  std::uint32_t number_for(SwitchIndex s, std::uint16_t slot, std::uint32_t number) const {
    const auto round =
        static_cast<std::uint32_t>(number / tree_.links_up[tree_.ranks[s]][tree_.plane[s]].size());
    const std::uint32_t links = tree_.link_of(s, slot).links;
    return nth_number(tree_, s, slot, round * links + number % links);
  }

  const FatTree& tree_;
  const UpPorts& up_;
  TreeDestinations& result_;
  std::vector<char> was_displaced_;  // by LID: at some rank below, or here
};

}  // namespace

std::uint32_t nth_number(const FatTree& tree, SwitchIndex s, std::uint16_t slot, std::uint32_t n) {
  const auto& links = tree.links_up[tree.ranks[s]][tree.plane[s]];
  const std::uint32_t of_slot = tree.link_of(s, slot).links;
  const auto link = std::ranges::find_if(
      links, [&](const SlotLink& l) { return l.slot == slot && l.link == n % of_slot; });
  return static_cast<std::uint32_t>(n / of_slot * links.size() +
                                    static_cast<std::size_t>(link - links.begin()));
}

void find_ways(const FatTree& tree, const UpPorts& up, TreeDestinations& destinations) {
  destinations.load.assign(up.count(), 0);
  Climber climber(tree, up, destinations);
  for (unsigned rank = tree.height; rank-- > 0;) climber.climb(rank);
}

}  // namespace weft
