#include "common/topology/fat_tree.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "common/base/disjoint_sets.h"

namespace weft {
namespace {

class PlaneFinder {
 public:
  PlaneFinder(const Fabric& fabric, const SwitchGraph& graph, FatTree& tree)
      : fabric_(fabric), graph_(graph), tree_(tree) {
    tree.plane.assign(fabric.switch_count(), kNone);
    tree.width.assign(fabric.switch_count(), 0);
    tree.slot.assign(fabric.all_ports().size(), kNoSlot);
  }

  void run() {
    std::uint32_t planes = 0;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (tree_.ranks[s] == 0) tree_.plane[s] = planes++;
    }
    for (unsigned rank = 1; rank < tree_.height; ++rank) {
      planes = find_planes(static_cast<Hops>(rank), planes);
    }
  }

 private:
  // Does a path up through the switch lead to a root? A switch that has lost its links up is in no
  // plane: switches below use it only if they have no other.
  bool leads_up(SwitchIndex s) const { return tree_.ranks[s] == 0 || tree_.width[s] > 0; }

  // The planes above a switch, each once.
  std::vector<std::uint32_t> planes_above(SwitchIndex s) const {
    std::vector<std::uint32_t> above;
    for (const LinkBundle& bundle : graph_.bundles(s)) {
      if (tree_.ranks[bundle.peer] + 1 == tree_.ranks[s] && leads_up(bundle.peer)) {
        above.push_back(tree_.plane[bundle.peer]);
      }
    }
    std::sort(above.begin(), above.end());
    above.erase(std::unique(above.begin(), above.end()), above.end());
    return above;
  }

  // Returns the number of planes.
  std::uint32_t find_planes(Hops rank, std::uint32_t planes_above_count) {
    std::vector<SwitchIndex> switches;
    std::vector<std::vector<std::uint32_t>> above;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (tree_.ranks[s] != rank) continue;
      switches.push_back(s);
      above.push_back(planes_above(s));
    }
    const std::vector<std::uint32_t> groups = group(above, planes_above_count);
    const std::vector<std::uint32_t> owner = vote(above, groups, planes_above_count);

    // Planes are numbered in the order of the planes above them, and so are slots.
    std::vector<std::uint32_t> slot(planes_above_count);
    std::map<std::uint32_t, std::uint32_t> plane_of, width_of;  // by group
    for (std::uint32_t p = 0; p < planes_above_count; ++p) {
      if (owner[p] == kNone) continue;
      plane_of.try_emplace(owner[p], static_cast<std::uint32_t>(plane_of.size()));
      slot[p] = width_of[owner[p]]++;
    }
    for (std::size_t i = 0; i < switches.size(); ++i) {
      plane_of.try_emplace(groups[i], static_cast<std::uint32_t>(plane_of.size()));
      const SwitchIndex s = switches[i];
      tree_.plane[s] = plane_of[groups[i]];
      tree_.width[s] = width_of[groups[i]];
      for (const LinkBundle& bundle : graph_.bundles(s)) {
        if (tree_.ranks[bundle.peer] + 1 != rank || !leads_up(bundle.peer)) continue;
        const std::uint32_t p = tree_.plane[bundle.peer];
        if (owner[p] != groups[i] || slot[p] >= kNoSlot) continue;
        for (const PortNum port : graph_.ports(bundle)) {
          tree_.slot[fabric_.switches()[s].first_port + port] = static_cast<std::uint16_t>(slot[p]);
        }
      }
    }
    order_links_up(rank, switches, static_cast<std::uint32_t>(plane_of.size()));
    return static_cast<std::uint32_t>(plane_of.size());
  }

  void order_links_up(Hops rank, const std::vector<SwitchIndex>& switches, std::uint32_t planes) {
    // By plane and slot: the numbers of links that its switches have in the slot.
    std::vector<std::map<std::uint16_t, std::vector<std::uint16_t>>> links(planes);
    std::map<std::uint16_t, std::uint16_t> own;
    for (const SwitchIndex s : switches) {
      own.clear();
      for (std::size_t p = 0; p < fabric_.ports(s).size(); ++p) {
        const std::uint16_t slot = tree_.slot[fabric_.switches()[s].first_port + p];
        if (slot != kNoSlot) ++own[slot];
      }
      for (const auto& [slot, count] : own) links[tree_.plane[s]][slot].push_back(count);
    }
    auto& links_up = tree_.links_up[rank];
    links_up.resize(planes);
    for (std::uint32_t plane = 0; plane < planes; ++plane) {
      for (auto& [slot, counts] : links[plane]) {
        // The median, since most switches have lost no link.
        const auto middle = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2);
        std::nth_element(counts.begin(), middle, counts.end());
        for (std::uint16_t link = 0; link < *middle; ++link)
          links_up[plane].push_back({slot, link, *middle});
      }
      std::sort(links_up[plane].begin(), links_up[plane].end(),
                [](const SlotLink& a, const SlotLink& b) {
                  return std::pair(a.link, a.slot) < std::pair(b.link, b.slot);
                });
    }
  }

  // Groups switches that share at least half of the planes above them; a third is enough for planes
  // that are shared with others too.
  static std::vector<std::uint32_t> group(const std::vector<std::vector<std::uint32_t>>& above,
                                          std::uint32_t planes_above_count) {
    // Switches with the most planes above come first: they are the best evidence.
    std::vector<std::size_t> order(above.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return above[a].size() > above[b].size();
    });
    std::vector<std::uint32_t> claimed_by(planes_above_count, kNone);
    std::vector<std::uint32_t> groups(above.size());
    DisjointSets sets(0);
    std::map<std::uint32_t, std::size_t> shared;  // by group
    for (const std::size_t i : order) {
      shared.clear();
      for (const std::uint32_t p : above[i]) {
        if (claimed_by[p] != kNone) ++shared[sets.find(claimed_by[p])];
      }
      auto most = shared.begin();
      for (auto it = shared.begin(); it != shared.end(); ++it) {
        if (it->second > most->second) most = it;
      }
      const bool joins = most != shared.end() && most->second * 2 >= above[i].size();
      groups[i] = joins ? most->first : sets.add();
      for (const auto& [group, count] : shared) {
        if (joins && count * 3 > above[i].size()) sets.unite(groups[i], group);
      }
      for (const std::uint32_t p : above[i]) {
        if (claimed_by[p] == kNone) claimed_by[p] = groups[i];
      }
    }
    for (std::uint32_t& g : groups) g = sets.find(g);
    return groups;
  }

  // A plane belongs to the group that most links come from, so that a wrong cable unites no groups.
  static std::vector<std::uint32_t> vote(const std::vector<std::vector<std::uint32_t>>& above,
                                         const std::vector<std::uint32_t>& groups,
                                         std::uint32_t planes_above_count) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> votes;  // plane, group
    for (std::size_t i = 0; i < above.size(); ++i) {
      for (const std::uint32_t p : above[i]) votes.emplace_back(p, groups[i]);
    }
    std::sort(votes.begin(), votes.end());
    std::vector<std::uint32_t> owner(planes_above_count, kNone);
    std::vector<std::size_t> most(planes_above_count);
    for (auto first = votes.begin(); first != votes.end();) {
      const auto last =
          std::find_if(first, votes.end(), [&](const auto& v) { return v != *first; });
      const auto count = static_cast<std::size_t>(last - first);
      if (count > most[first->first]) {
        most[first->first] = count;
        owner[first->first] = first->second;
      }
      first = last;
    }
    return owner;
  }

  const Fabric& fabric_;
  const SwitchGraph& graph_;
  FatTree& tree_;
};

void find_subtrees(const Fabric& fabric, FatTree& tree) {
  DisjointSets sets(fabric.switch_count());
  for (unsigned rank = tree.height; rank-- > 0;) {
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (tree.ranks[s] != rank + 1) continue;
      const auto ports = fabric.ports(s);
      for (std::size_t p = 1; p < ports.size(); ++p) {
        if (tree.slot[fabric.switches()[s].first_port + p] != kNoSlot) {
          sets.unite(s, ports[p].peer);
        }
      }
    }
    tree.subtree[rank].assign(fabric.switch_count(), kNone);
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (tree.ranks[s] != kFar && tree.ranks[s] >= rank) tree.subtree[rank][s] = sets.find(s);
    }
  }
}

}  // namespace

std::uint32_t FatTree::parallel_link(SwitchIndex s, std::uint32_t number,
                                     std::uint32_t count) const {
  const SlotLink& wanted = link_of(s, number);
  const auto round = static_cast<std::uint32_t>(number / links_up[ranks[s]][plane[s]].size());
  if (count >= wanted.links) return (round * wanted.links + wanted.link) % count;
  return wanted.link < count ? wanted.link : round % count;
}

FatTree find_fat_tree(const Fabric& fabric, const SwitchGraph& graph, std::vector<Hops> ranks) {
  FatTree tree;
  tree.ranks = std::move(ranks);
  for (const Hops rank : tree.ranks) {
    if (rank != kFar) tree.height = std::max(tree.height, rank + 1u);
  }
  PlaneFinder(fabric, graph, tree).run();
  find_subtrees(fabric, tree);

  tree.order.resize(fabric.switch_count());
  std::iota(tree.order.begin(), tree.order.end(), SwitchIndex{0});
  std::sort(tree.order.begin(), tree.order.end(), [&](SwitchIndex a, SwitchIndex b) {
    for (unsigned rank = 0; rank < tree.height; ++rank) {
      const SwitchIndex in = tree.subtree[rank][a];
      const SwitchIndex other = tree.subtree[rank][b];
      if (in != other) return in < other;
    }
    return a < b;
  });
  return tree;
}

}  // namespace weft
