#include "common/export/host_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "common/base/natural_order.h"
#include "common/export/hostlist.h"
#include "common/export/switch_levels.h"
#include "common/export/switch_names.h"
#include "common/fabric/part.h"
#include "common/graph/pieces.h"

namespace weft {
namespace {

// A leaf switch of the tree.
struct Leaf {
  std::string name;
  std::vector<std::uint32_t> hosts;
  SwitchIndex sw;
  std::vector<std::uint32_t> groups;  // as in SwitchLevels
};

// The part of the fabric that one island is.
FabricPart piece_of(const Fabric& fabric, const Pieces& pieces, std::uint32_t piece) {
  PortSelection switch_ports(fabric), end_ports(fabric);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (pieces.of[s] != piece) continue;
    for (std::size_t p = 0; p < fabric.ports(s).size(); ++p) {
      switch_ports.add_switch_port(fabric, s, static_cast<PortNum>(p));
    }
  }
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    if (pieces.of[fabric.end_ports()[e].sw] == piece) end_ports.add_end_port(e);
  }
  return take_part(fabric, switch_ports, end_ports, std::nullopt);
}

class TreeBuilder {
 public:
  TreeBuilder(const Fabric& fabric, const ExportedHosts& hosts, const Workers& workers)
      : fabric_(fabric), hosts_(hosts), workers_(workers), pieces_(find_pieces(fabric)) {}

  HostTree build() {
    std::map<std::uint32_t, std::vector<Leaf>> by_piece;
    for (Leaf& leaf : collect_leaves()) by_piece[pieces_.of[leaf.sw]].push_back(std::move(leaf));
    std::vector<std::vector<Leaf>> pieces;
    pieces.reserve(by_piece.size());
    for (auto& [piece, leaves] : by_piece) pieces.push_back(std::move(leaves));
    // Leaves are sorted: the first leaf of an island has its first name.
    std::sort(pieces.begin(), pieces.end(), [](const auto& a, const auto& b) {
      return natural_less(a.front().name, b.front().name);
    });
    for (std::vector<Leaf>& leaves : pieces) add_piece(leaves);
    name_groups();
    return std::move(tree_);
  }

 private:
  // In the natural order of the names.
  std::vector<Leaf> collect_leaves() const {
    std::map<SwitchIndex, std::vector<std::uint32_t>> at;
    for (std::uint32_t h = 0; h < hosts_.list.size(); ++h) at[hosts_.list[h].home].push_back(h);
    std::vector<SwitchIndex> switches;
    switches.reserve(at.size());
    for (const auto& [s, hosts] : at) switches.push_back(s);
    const std::vector<std::string> names = switch_names(fabric_, switches);
    std::vector<Leaf> leaves;
    leaves.reserve(switches.size());
    for (std::size_t i = 0; i < switches.size(); ++i) {
      leaves.push_back({names[i], std::move(at[switches[i]]), switches[i], {}});
    }
    std::sort(leaves.begin(), leaves.end(),
              [](const Leaf& a, const Leaf& b) { return natural_less(a.name, b.name); });
    return leaves;
  }

  void add_piece(std::vector<Leaf>& leaves) {
    if (leaves.size() > 1) find_groups_of(leaves);
    drafts_.clear();
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i < leaves.size(); ++i) {
      drafts_.push_back({.first = i, .leaf = &leaves[i]});
      all.push_back(i);
    }
    draft_above(all, 0);
    append_drafts();
  }

  void find_groups_of(std::vector<Leaf>& leaves) {
    const bool is_whole = pieces_.count == 1;
    std::optional<FabricPart> part;
    if (!is_whole) part = piece_of(fabric_, pieces_, pieces_.of[leaves.front().sw]);
    const SwitchLevels levels = find_switch_levels(is_whole ? fabric_ : part->fabric, workers_);
    for (Leaf& leaf : leaves) {
      leaf.groups = levels.groups[is_whole ? leaf.sw : part->place_of(leaf.sw)];
    }
    if (levels.found == LevelsFound::kTree) return;
    tree_.remarks.push_back(fmt::format(
        "the fabric around {} is no tree: {}", leaves.front().name,
        levels.found == LevelsFound::kDragonfly
            ? std::string("its leaf switches are below the groups of a dragonfly")
            : fmt::format("its {} leaf switches are all below one root", leaves.size())));
  }

  // A node of the island. The drafts of its leaves have the same numbers as the leaves.
  struct Draft {
    std::uint32_t first;         // of the leaves below it
    const Leaf* leaf = nullptr;  // null: a group
    unsigned height = 0;
    std::vector<std::uint32_t> children = {};
  };

  // leaves: ascending, in the same groups above `level`. Drafts their common parent if there are
  // several, and returns it. Recursion depth: number of levels.
  std::uint32_t draft_above(const std::vector<std::uint32_t>& leaves, std::size_t level) {
    if (leaves.size() == 1) return leaves.front();
    std::vector<std::vector<std::uint32_t>> parts;
    std::map<std::uint32_t, std::size_t> part_of;  // by group
    for (const std::uint32_t i : leaves) {
      const std::vector<std::uint32_t>& groups = drafts_[i].leaf->groups;
      const bool is_new =
          groups.size() <= level || part_of.try_emplace(groups[level], parts.size()).second;
      if (is_new) parts.emplace_back();
      (is_new ? parts.back() : parts[part_of[groups[level]]]).push_back(i);
    }
    // A group with one child is left out.
    if (parts.size() == 1) return draft_above(leaves, level + 1);
    Draft draft = {.first = leaves.front()};
    for (const std::vector<std::uint32_t>& part : parts) {
      const std::uint32_t child = draft_above(part, level + 1);
      draft.height = std::max(draft.height, drafts_[child].height + 1);
      draft.children.push_back(child);
    }
    drafts_.push_back(std::move(draft));
    return static_cast<std::uint32_t>(drafts_.size() - 1);
  }

  void append_drafts() {
    std::vector<std::uint32_t> order;
    std::vector<std::uint32_t> open = {static_cast<std::uint32_t>(drafts_.size() - 1)};
    while (!open.empty()) {  // depth first, the first child first
      order.push_back(open.back());
      const std::vector<std::uint32_t>& children = drafts_[order.back()].children;
      open.pop_back();
      open.insert(open.end(), children.rbegin(), children.rend());
    }
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return drafts_[a].height < drafts_[b].height;
    });
    std::vector<std::uint32_t> place(drafts_.size());
    for (const std::uint32_t i : order) {
      place[i] = static_cast<std::uint32_t>(tree_.nodes.size());
      const Draft& draft = drafts_[i];
      if (draft.leaf != nullptr) {
        tree_.nodes.push_back(
            {.name = draft.leaf->name, .hosts = draft.leaf->hosts, .sw = draft.leaf->sw});
        continue;
      }
      HostTree::Node node = {.name = {}};
      for (const std::uint32_t child : draft.children) {
        tree_.nodes[place[child]].parent = place[i];
        node.children.push_back(place[child]);
      }
      groups_.push_back({place[i], place[draft.first], draft.height});
      tree_.nodes.push_back(std::move(node));
    }
  }

  // Named after its first leaf switch, since spines may be lost: «root-leaf1», «pod-leaf1», and
  // above pods «pod2-leaf1».
  void name_groups() {
    std::set<std::string> taken;
    for (const HostTree::Node& node : tree_.nodes) taken.insert(node.name);
    for (const Group& group : groups_) {
      HostTree::Node& node = tree_.nodes[group.node];
      const HostTree::Node& leaf = tree_.nodes[group.first_leaf];
      const std::string kind = node.parent == kNone ? "root"
                               : group.height == 1  ? "pod"
                                                    : fmt::format("pod{}", group.height);
      node.name = fmt::format("{}-{}", kind, leaf.name);
      if (taken.contains(node.name)) {
        node.name = fmt::format("{}-{:016x}", kind, fabric_.switches()[leaf.sw].node_guid);
      }
      taken.insert(node.name);
    }
  }

  struct Group {
    std::uint32_t node;
    std::uint32_t first_leaf;
    unsigned height;
  };

  const Fabric& fabric_;
  const ExportedHosts& hosts_;
  const Workers& workers_;
  Pieces pieces_;
  HostTree tree_;
  std::vector<Draft> drafts_;  // of the current island; the last is its root
  std::vector<Group> groups_;
};

}  // namespace

HostTree find_host_tree(const Fabric& fabric, const ExportedHosts& hosts, const Workers& workers) {
  return TreeBuilder(fabric, hosts, workers).build();
}

}  // namespace weft
