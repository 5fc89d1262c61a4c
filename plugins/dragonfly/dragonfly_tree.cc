#include "plugins/dragonfly/dragonfly_tree.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace weft {
namespace {

class TreeGrowth {
 public:
  TreeGrowth(const Fabric& fabric, const GroupGraph& graph, const LeafSpineGroups* leaves)
      : fabric_(fabric), graph_(graph), leaves_(leaves), is_entered_(graph.count()) {
    tree_.master.nodes.resize(fabric.switch_count());
  }

  DragonflyTree grow() && {
    grow_from(best_root());
    const std::vector<MasterTree::Node> regular = tree_.master.nodes;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (tree_.master.nodes[s].in_tree) add_left_over(s);
    }
    // Other islands.
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (!fabric_.switches()[s].multicast || tree_.master.nodes[s].in_tree) continue;
      tree_.is_regular = false;
      tree_.master.nodes[s].in_tree = true;
      add_left_over(s);
    }
    for (SwitchIndex s = 0; leaves_ != nullptr && s < fabric_.switch_count(); ++s) {
      MasterTree::Node& node = tree_.master.nodes[s];
      if (node.depth > 0 && !regular[s].in_tree) node = {};
    }
    return std::move(tree_);
  }

 private:
  enum class Along : std::uint8_t { kLocal, kGlobal, kAny };

  // The switch with the most neighbours in its group, in a group with links to the most others.
  SwitchIndex best_root() const {
    SwitchIndex best = kNone;
    std::pair<std::size_t, std::size_t> most;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (!fabric_.switches()[s].multicast || is_leaf(s)) continue;
      const auto local = static_cast<std::size_t>(std::ranges::count_if(
          graph_.bundles(s), [&](const LinkBundle& bundle) { return graph_.is_local(s, bundle); }));
      const std::pair joined = {graph_.pairs_of(graph_.group_of(s)).size(), local};
      if (best != kNone && joined <= most) continue;
      best = s;
      most = joined;
    }
    return best;
  }

  void grow_from(SwitchIndex root) {
    if (root == kNone) return;
    tree_.master.nodes[root].in_tree = true;
    is_entered_[graph_.group_of(root)] = true;
    std::vector<SwitchIndex> entered = {root};
    for (bool is_first = true; !entered.empty(); is_first = false) {
      std::vector<SwitchIndex> members;
      for (const SwitchIndex s : entered) grow_in_group(s, members);
      std::vector<SwitchIndex> next;
      for (const SwitchIndex s : members) add_neighbours(s, Along::kGlobal, next);
      if (leaves_ == nullptr && !is_first && !next.empty()) tree_.is_regular = false;
      entered.swap(next);
    }
  }

  // Adds the switches to which no links lead from groups in the tree.
  void add_left_over(SwitchIndex from) {
    std::vector<SwitchIndex> queue = {from};
    for (std::size_t i = 0; i < queue.size(); ++i) add_neighbours(queue[i], Along::kAny, queue);
    if (queue.size() > 1) tree_.is_regular = false;
  }

  void grow_in_group(SwitchIndex first, std::vector<SwitchIndex>& all_members) {
    std::vector<SwitchIndex> members = {first};
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (is_leaf(members[i]) && !turns_at(members[i])) continue;
      const std::size_t before = members.size();
      add_neighbours(members[i], Along::kLocal, members);
      if (leaves_ == nullptr && i > 0 && members.size() > before) tree_.is_regular = false;
    }
    all_members.insert(all_members.end(), members.begin(), members.end());
  }

  void add_neighbours(SwitchIndex s, Along along, std::vector<SwitchIndex>& added) {
    const auto ports = fabric_.ports(s);
    for (std::size_t port = 1; port < ports.size(); ++port) {
      if (ports[port].kind != PeerKind::kSwitch) continue;
      const SwitchIndex peer = ports[port].peer;
      MasterTree::Node& node = tree_.master.nodes[peer];
      if (node.in_tree || !fabric_.switches()[peer].multicast || !leads(s, peer, along)) continue;
      node = {s, ports[port].peer_port, static_cast<PortNum>(port), tree_.master.nodes[s].depth + 1,
              true};
      added.push_back(peer);
    }
  }
  bool leads(SwitchIndex from, SwitchIndex to, Along along) {
    if (along == Along::kAny) return true;
    if (graph_.group_of(from) == graph_.group_of(to)) {
      return along == Along::kLocal && (leaves_ == nullptr || is_leaf(from) != is_leaf(to));
    }
    if (along != Along::kGlobal || is_leaf(to) || is_entered_[graph_.group_of(to)]) return false;
    return is_entered_[graph_.group_of(to)] = true;
  }

  bool is_leaf(SwitchIndex s) const { return leaves_ != nullptr && leaves_->is_leaf[s]; }
  bool turns_at(SwitchIndex s) const { return leaves_->turn[s] != LeafTurn::kBeforeLast; }

  const Fabric& fabric_;
  const GroupGraph& graph_;
  const LeafSpineGroups* leaves_;  // null: it is no Dragonfly+
  std::vector<bool> is_entered_;   // by group
  DragonflyTree tree_;
};

}  // namespace

DragonflyTree grow_dragonfly_tree(const Fabric& fabric, const GroupGraph& graph,
                                  const LeafSpineGroups* leaves) {
  return TreeGrowth(fabric, graph, leaves).grow();
}

}  // namespace weft
