#include "common/topology/missing_parts.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "common/base/workers.h"
#include "common/fabric/counts.h"
#include "common/graph/distances.h"
#include "common/graph/switch_graph.h"
#include "common/topology/fat_tree.h"
#include "common/topology/tree_check.h"
#include "common/topology/tree_fit.h"
#include "common/topology/tree_roots.h"
#include "common/topology/tree_survey.h"
#include "common/topology/typical_shape.h"

namespace weft {
namespace {

std::vector<Hops> distances_from(const SwitchGraph& graph, std::span<const SwitchIndex> roots) {
  std::vector<Hops> ranks(graph.switch_count(), kFar);
  std::vector<SwitchIndex> queue(roots.begin(), roots.end());
  for (const SwitchIndex s : queue) ranks[s] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const LinkBundle& bundle : graph.bundles(queue[i])) {
      if (ranks[bundle.peer] != kFar) continue;
      ranks[bundle.peer] = static_cast<Hops>(ranks[queue[i]] + 1);
      queue.push_back(bundle.peer);
    }
  }
  return ranks;
}

bool may_be_tree(const Fabric& fabric, const SwitchGraph& graph, std::span<const Hops> ranks) {
  const bool is_low =
      std::ranges::all_of(ranks, [](Hops rank) { return rank == kFar || rank < kMostRanks; });
  return is_low && odd_share(fabric, graph, ranks) <= kMostOddOfATree;
}

// What switches of one plane and subtree have in a slot.
struct SlotUse {
  SwitchIndex above = kNone;
  bool is_one = true;
};

class PartFinder {
 public:
  PartFinder(const Fabric& fabric, const FatTree& tree, const TreeShape& shape)
      : fabric_(fabric), tree_(tree), shape_(shape), survey_(fabric, tree) {}

  void run(MissingParts& parts) {
    learn_slots();
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      add_links(s, parts);
      const std::uint32_t hosts = shape_.children[0] * shape_.links[0];
      if (survey_.is_leaf(s) && survey_.of(s).hosts < hosts) {
        parts.hosts.push_back({s, hosts - survey_.of(s).hosts});
      }
    }
  }

 private:
  using Key = std::tuple<SwitchIndex, std::uint32_t, std::uint16_t>;  // subtree, plane, slot
  Key key(SwitchIndex s, std::uint16_t slot) const {
    return {tree_.subtree[tree_.ranks[s] - std::size_t{1}][s], tree_.plane[s], slot};
  }

  template <typename Visit>
  void for_each_slot(SwitchIndex s, Visit visit) const {
    const auto ports = fabric_.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      const std::uint16_t slot = tree_.slot[fabric_.switches()[s].first_port + p];
      if (slot != kNoSlot) visit(slot, ports[p].peer);
    }
  }

  void learn_slots() {
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      for_each_slot(s, [&](std::uint16_t slot, SwitchIndex above) {
        SlotUse& use = uses_[key(s, slot)];
        if (use.above == kNone) use.above = above;
        use.is_one = use.is_one && use.above == above;
      });
    }
  }

  void add_links(SwitchIndex s, MissingParts& parts) const {
    if (tree_.width[s] == 0) return;
    std::vector<std::uint32_t> wanted(tree_.width[s]);
    for (const SlotLink& link : tree_.links_up[tree_.ranks[s]][tree_.plane[s]]) {
      wanted[link.slot] = link.links;
    }
    for_each_slot(s, [&](std::uint16_t slot, SwitchIndex) {
      if (wanted[slot] != 0) --wanted[slot];
    });
    for (std::size_t slot = 0; slot < wanted.size(); ++slot) {
      if (wanted[slot] == 0) continue;
      const auto use = uses_.find(key(s, static_cast<std::uint16_t>(slot)));
      const bool is_known = use != uses_.end() && use->second.is_one;
      parts.links.push_back({s, is_known ? use->second.above : kNone, wanted[slot]});
    }
  }

  const Fabric& fabric_;
  const FatTree& tree_;
  const TreeShape& shape_;
  const TreeSurvey survey_;
  std::map<Key, SlotUse> uses_;
};

}  // namespace

MissingParts find_missing_parts(const Fabric& fabric, std::span<const SwitchIndex> roots) {
  MissingParts parts;
  if (fabric.switch_count() == 0) return parts;
  const SwitchGraph graph(fabric);
  std::vector<SwitchIndex> likely;
  if (roots.empty()) {
    const std::vector<SwitchIndex> all = all_switches(fabric);
    likely = likely_roots(fabric, distances_to(graph, all, Workers(1))).front();
    roots = likely;
  }
  std::vector<Hops> ranks = distances_from(graph, roots);
  if (!may_be_tree(fabric, graph, ranks)) return parts;
  const FatTree tree = find_fat_tree(fabric, graph, std::move(ranks));
  const TreeShape shape = typical_shape(fabric, tree);
  const TreeFit fit = fit_tree(fabric, tree, shape);
  parts.shape = describe_fit(shape, fit);
  if (fit.misfit.empty()) PartFinder(fabric, tree, shape).run(parts);
  return parts;
}

}  // namespace weft
