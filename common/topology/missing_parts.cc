#include "common/topology/missing_parts.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "common/base/workers.h"
#include "common/fabric/counts.h"
#include "common/graph/distances.h"
#include "common/graph/switch_graph.h"
#include "common/graph/up_down.h"
#include "common/topology/fat_tree.h"
#include "common/topology/tree_check.h"
#include "common/topology/tree_fit.h"
#include "common/topology/tree_roots.h"
#include "common/topology/tree_survey.h"
#include "common/topology/typical_shape.h"

namespace weft {
namespace {

bool may_be_tree(const Fabric& fabric, const SwitchGraph& graph, std::span<const Hops> ranks) {
  const bool is_low =
      std::ranges::all_of(ranks, [](Hops rank) { return rank == kFar || rank < kMostRanks; });
  return is_low && odd_share(fabric, graph, ranks) <= kMostOddOfATree;
}

// The links of the switches of one plane and subtree in a slot.
struct SlotUse {
  SwitchIndex above = kNone;
  bool is_only = true;
};

class SlotFinder {
 public:
  SlotFinder(const Fabric& fabric, const FatTree& tree) : fabric_(fabric), tree_(tree) {}

  std::vector<MissingSlot> run() {
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      for_each_slot(s, [&](std::uint16_t slot, SwitchIndex above) {
        SlotUse& use = uses_[key(s, slot)];
        if (use.above == kNone) use.above = above;
        use.is_only = use.is_only && use.above == above;
      });
    }
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) add_missing(s);
    return std::move(missing_);
  }

 private:
  using Key = std::tuple<Hops, SwitchIndex, std::uint32_t, std::uint16_t>;
  // Its rank, subtree, plane and slot.
  Key key(SwitchIndex s, std::uint16_t slot) const {
    const Hops rank = tree_.ranks[s];
    return {rank, tree_.subtree[rank - std::size_t{1}][s], tree_.plane[s], slot};
  }

  template <typename Visit>
  void for_each_slot(SwitchIndex s, Visit visit) const {
    const auto ports = fabric_.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      const std::uint16_t slot = tree_.slot[fabric_.switches()[s].first_port + p];
      if (slot != kNoSlot) visit(slot, ports[p].peer);
    }
  }

  void add_missing(SwitchIndex s) {
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
      const SlotUse known = use == uses_.end() ? SlotUse{} : use->second;
      missing_.push_back({s, known.above, known.is_only, wanted[slot]});
    }
  }

  const Fabric& fabric_;
  const FatTree& tree_;
  std::map<Key, SlotUse> uses_;
  std::vector<MissingSlot> missing_;
};

void add_parts(const Fabric& fabric, const FatTree& tree, const TreeShape& shape,
               MissingParts& parts) {
  for (const MissingSlot& slot : find_missing_slots(fabric, tree)) {
    parts.links.push_back({slot.below, slot.is_only ? slot.above : kNone, slot.missing});
  }
  const TreeSurvey survey(fabric, tree);
  const std::uint32_t hosts = shape.children[0] * shape.links[0];
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (!survey.is_leaf(s) || survey.of(s).hosts >= hosts) continue;
    parts.hosts.push_back({s, hosts - survey.of(s).hosts});
  }
}

}  // namespace

std::vector<MissingSlot> find_missing_slots(const Fabric& fabric, const FatTree& tree) {
  return SlotFinder(fabric, tree).run();
}

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
  std::vector<Hops> ranks = ranks_below(graph, roots);
  if (!may_be_tree(fabric, graph, ranks)) return parts;
  const FatTree tree = find_fat_tree(fabric, graph, std::move(ranks));
  const TreeShape shape = typical_shape(fabric, tree);
  const TreeFit fit = fit_tree(fabric, tree, shape);
  parts.shape = describe_fit(shape, fit);
  if (fit.misfit.empty()) add_parts(fabric, tree, shape, parts);
  return parts;
}

}  // namespace weft
