#include "plugins/fat_tree/tree_places.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "common/fabric/counts.h"

namespace weft {
namespace {

// The place of a subtree by one link.
struct Vote {
  SwitchIndex parent;  // subtree that it is part of
  SwitchIndex child;
  std::uint32_t place;

  friend bool operator==(const Vote&, const Vote&) = default;
  friend bool operator<(const Vote& a, const Vote& b) {
    return std::tie(a.parent, a.child, a.place) < std::tie(b.parent, b.child, b.place);
  }
};

class Placer {
 public:
  Placer(const Fabric& fabric, const TreeShape& shape, FatTree& tree)
      : fabric_(fabric),
        shape_(shape),
        tree_(tree),
        leaf_rank_(static_cast<unsigned>(shape.height()) - 1) {}

  TreePlaces run() {
    place_trees();
    for (unsigned rank = 1; rank <= leaf_rank_; ++rank) place_subtrees(rank);
    sort_switches();

    TreePlaces places;
    places.leaf_rank = static_cast<Hops>(leaf_rank_);
    places.leaf_size = shape_.children[0] * shape_.links[0];
    places.leaf_start.assign(fabric_.switch_count(), 0);
    places.switch_position.assign(fabric_.switch_count(), 0);
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      const std::uint32_t start = start_of(s);
      if (tree_.ranks[s] == leaf_rank_) places.leaf_start[s] = start * places.leaf_size;
      places.switch_position[s] = start * switches_of_subtree(tree_.ranks[s]) + tree_.plane[s];
    }
    place_hosts(places);
    return places;
  }

 private:
  void place_trees() {
    place_[0].assign(fabric_.switch_count(), kNone);
    std::uint32_t count = 0;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (tree_.ranks[s] != leaf_rank_) continue;
      std::uint32_t& place = place_[0][tree_.subtree[0][s]];
      if (place == kNone) place = count++;
    }
  }

  // The subtrees below switches of the rank above.
  void place_subtrees(unsigned rank) {
    place_[rank].assign(fabric_.switch_count(), kNone);
    const std::vector<Vote> elected = count_votes(collect_votes(rank));
    for (auto first = elected.begin(); first != elected.end();) {
      const auto last = std::find_if(first, elected.end(),
                                     [&](const Vote& v) { return v.parent != first->parent; });
      if (agree(first, last, shape_.children[leaf_rank_ - rank + 1])) {
        for (auto it = first; it != last; ++it) place_[rank][it->child] = it->place;
      } else {
        for (auto it = first; it != last; ++it) {
          place_[rank][it->child] = static_cast<std::uint32_t>(it - first);
        }
      }
      first = last;
    }
  }

  std::vector<Vote> collect_votes(unsigned rank) const {
    std::vector<char> has_leaves(fabric_.switch_count());
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (tree_.ranks[s] == leaf_rank_) has_leaves[tree_.subtree[rank][s]] = 1;
    }
    std::vector<Vote> votes;
    std::uint32_t first_port = kMaxPorts;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (tree_.ranks[s] != rank || !has_leaves[tree_.subtree[rank][s]]) continue;
      for (std::size_t p = 1; p < fabric_.ports(s).size(); ++p) {
        if (tree_.slot[fabric_.switches()[s].first_port + p] == kNoSlot) continue;
        const PortNum port = fabric_.ports(s)[p].peer_port;
        first_port = std::min<std::uint32_t>(first_port, port);
        votes.push_back({tree_.subtree[rank - 1][s], tree_.subtree[rank][s], port});
      }
    }
    const std::uint32_t links = shape_.links[leaf_rank_ - rank + 1];
    for (Vote& vote : votes) vote.place = (vote.place - first_port) / links;
    std::sort(votes.begin(), votes.end());
    return votes;
  }

  // For each subtree the place with the most votes. A leaf switch that has lost all its links
  // has no vote.
  static std::vector<Vote> count_votes(const std::vector<Vote>& votes) {
    std::vector<Vote> elected;
    std::ptrdiff_t most = 0;
    for (auto first = votes.begin(); first != votes.end();) {
      const auto last =
          std::find_if(first, votes.end(), [&](const Vote& v) { return v != *first; });
      if (elected.empty() || elected.back().child != first->child) {
        elected.push_back(*first);
        most = last - first;
      } else if (last - first > most) {
        elected.back() = *first;
        most = last - first;
      }
      first = last;
    }
    return elected;
  }

  static bool agree(std::vector<Vote>::const_iterator first, std::vector<Vote>::const_iterator last,
                    std::uint32_t children) {
    std::vector<char> taken(children);
    return std::all_of(first, last, [&](const Vote& v) {
      return v.place < children && !std::exchange(taken[v.place], 1);
    });
  }

  // Number of subtrees of the same level before that of a switch, in the complete tree.
  std::uint32_t start_of(SwitchIndex s) const {
    std::uint32_t start = 0;
    for (unsigned rank = 0; rank <= tree_.ranks[s]; ++rank) {
      if (rank > 0) start *= shape_.children[leaf_rank_ - rank + 1];
      const std::uint32_t place = place_[rank][tree_.subtree[rank][s]];
      start += place == kNone ? 0 : place;
    }
    return start;
  }

  // Switches of a rank in one subtree.
  std::uint32_t switches_of_subtree(unsigned rank) const {
    std::uint32_t count = 1;
    for (unsigned r = rank; r < leaf_rank_; ++r) count *= shape_.parents[leaf_rank_ - r];
    return count;
  }

  void sort_switches() {
    std::sort(tree_.order.begin(), tree_.order.end(), [&](SwitchIndex a, SwitchIndex b) {
      for (unsigned rank = 0; rank <= leaf_rank_; ++rank) {
        const SwitchIndex in = tree_.subtree[rank][a];
        const SwitchIndex other = tree_.subtree[rank][b];
        if (in == other) continue;
        const std::uint32_t place = in == kNone ? kNone : place_[rank][in];
        const std::uint32_t other_place = other == kNone ? kNone : place_[rank][other];
        return std::pair(place, in) < std::pair(other_place, other);
      }
      return a < b;
    });
  }

  void place_hosts(TreePlaces& places) const {
    std::vector<std::vector<EndPortIndex>> hosts(fabric_.switch_count());
    PortNum first_port = kMaxPorts;
    for (EndPortIndex e = 0; e < fabric_.end_port_count(); ++e) {
      const EndPort& port = fabric_.end_ports()[e];
      if (!is_host_port(fabric_, e) || tree_.ranks[port.sw] != leaf_rank_) continue;
      hosts[port.sw].push_back(e);
      first_port = std::min(first_port, port.switch_port);
    }
    places.host.assign(fabric_.end_port_count(), 0);
    const auto port_of = [&](EndPortIndex e) { return fabric_.end_ports()[e].switch_port; };
    for (std::vector<EndPortIndex>& own : hosts) {
      if (own.empty()) continue;
      std::sort(own.begin(), own.end(),
                [&](EndPortIndex a, EndPortIndex b) { return port_of(a) < port_of(b); });
      const bool by_port = port_of(own.back()) - first_port < static_cast<int>(places.leaf_size);
      for (std::size_t i = 0; i < own.size(); ++i) {
        places.host[own[i]] = by_port ? static_cast<std::uint32_t>(port_of(own[i]) - first_port)
                                      : static_cast<std::uint32_t>(i);
      }
    }
  }

  const Fabric& fabric_;
  const TreeShape& shape_;
  FatTree& tree_;
  unsigned leaf_rank_;
  std::array<std::vector<std::uint32_t>, kMostRanks> place_;  // by rank, then by subtree
};

}  // namespace

TreePlaces find_tree_places(const Fabric& fabric, const TreeShape& shape, FatTree& tree) {
  return Placer(fabric, shape, tree).run();
}

}  // namespace weft
