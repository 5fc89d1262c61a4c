#include "common/routing/kept_trees.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "common/fabric/guid_index.h"
#include "common/graph/pieces.h"
#include "common/routing/multicast_turns.h"

namespace weft {
namespace {

constexpr std::size_t kMostTries = 2000;

class KeptTree {
 public:
  KeptTree(const Fabric& now, const Links& links, const TakeTurns& take, std::size_t& tries)
      : now_(now), links_(links), take_(take), tries_(tries) {
    tree_.nodes.resize(now.switch_count());
    for (SwitchIndex s = 0; s < now.switch_count(); ++s) {
      tree_.nodes[s].in_tree = now.switches()[s].multicast;
    }
  }

  void keep(const MasterTree& before, const Fabric& before_fabric) {
    std::vector<SwitchIndex> now_of;
    for (const Switch& sw : before_fabric.switches()) {
      now_of.push_back(find_switch(now_, sw.node_guid));
    }
    for (SwitchIndex s = 0; s < before.nodes.size(); ++s) {
      const MasterTree::Node& node = before.nodes[s];
      if (!node.in_tree || node.parent == kNone || now_of[s] == kNone) continue;
      const SwitchIndex parent = now_of[node.parent];
      if (parent == kNone || !is_link(now_of[s], node.port, parent, node.parent_port)) continue;
      tree_.nodes[now_of[s]] = {parent, node.port, node.parent_port, 0, true};
    }
  }

  // Takes the turns of the kept branches. False if some were not taken.
  bool take_kept() {
    find_parts();
    MulticastPlan plan;
    plan.masters.push_back(tree_);
    return take_(multicast_turns(now_, links_, plan));
  }

  // Links the parts to each other. False if some turns were not taken.
  bool join_parts() {
    bool fits = true;
    std::vector<bool> begun(pieces_.count, false);
    // The largest part of each island first: the others are linked to it.
    std::vector<SwitchIndex> roots;
    for (SwitchIndex s = 0; s < tree_.nodes.size(); ++s) {
      if (tree_.nodes[s].in_tree && tree_.nodes[s].parent == kNone) roots.push_back(s);
    }
    std::ranges::stable_sort(
        roots, [&](SwitchIndex a, SwitchIndex b) { return parts_[a].size() > parts_[b].size(); });
    for (const SwitchIndex root : roots) {
      if (begun[pieces_.of[root]]) continue;
      begun[pieces_.of[root]] = true;
      fits &= join_all_to(root);
    }
    measure_depths();
    return fits;
  }

  MasterTree take_tree() && { return std::move(tree_); }

 private:
  bool is_link(SwitchIndex s, PortNum port, SwitchIndex to, PortNum in_port) const {
    if (port >= now_.ports(s).size()) return false;
    const Port& there = now_.ports(s)[port];
    return there.kind == PeerKind::kSwitch && there.peer == to && there.peer_port == in_port &&
           is_branch(s, to);
  }
  bool is_branch(SwitchIndex s, SwitchIndex to) const {
    return s != to && now_.switches()[s].multicast && now_.switches()[to].multicast;
  }

  // Finds the connected parts, by root, nearest first; and the islands of the fabric.
  void find_parts() {
    pieces_ =
        find_pieces(links_, [&](LinkIndex l) { return is_branch(links_[l].from, links_.to(l)); });
    std::vector<std::vector<SwitchIndex>> children(tree_.nodes.size());
    for (SwitchIndex s = 0; s < tree_.nodes.size(); ++s) {
      if (tree_.nodes[s].parent != kNone) children[tree_.nodes[s].parent].push_back(s);
    }
    parts_.assign(tree_.nodes.size(), {});
    root_of_.assign(tree_.nodes.size(), kNone);
    for (SwitchIndex root = 0; root < tree_.nodes.size(); ++root) {
      if (!tree_.nodes[root].in_tree || tree_.nodes[root].parent != kNone) continue;
      std::vector<SwitchIndex>& part = parts_[root];
      part.push_back(root);
      for (std::size_t next = 0; next < part.size(); ++next) {
        root_of_[part[next]] = root;
        std::ranges::copy(children[part[next]], std::back_inserter(part));
      }
    }
  }

  // Over links whose turns are taken while there are any, else over any link.
  bool join_all_to(SwitchIndex root) {
    bool fits = true;
    std::vector<SwitchIndex> members = parts_[root];
    std::size_t asked = 0;
    std::size_t forced = 0;
    while (forced < members.size()) {
      const bool asks = asked < members.size();
      const SwitchIndex s = asks ? members[asked++] : members[forced];
      bool joined = false;
      for (LinkIndex l = links_.first_of(s); l < links_.first_of(s) + links_.count_of(s); ++l) {
        const SwitchIndex to = links_.to(l);
        if (!is_branch(s, to) || root_of_[to] == root) continue;
        if (asks ? !try_to_join(l) : joined) continue;
        if (!asks) {
          turn_to(l);
          fits = false;
        }
        joined = true;
        const std::vector<SwitchIndex> part = std::move(parts_[root_of_[to]]);
        for (const SwitchIndex member : part) root_of_[member] = root;
        members.insert(members.end(), part.begin(), part.end());
      }
      if (!asks && !joined) ++forced;
    }
    return fits;
  }

  // Links the part that a link leads to, if the turns are taken.
  bool try_to_join(LinkIndex link) {
    if (tries_ == 0) return false;
    --tries_;
    if (!take_(turns_with(link))) return false;
    turn_to(link);
    return true;
  }

  // The turns of packets at both ends of a link that connects two parts.
  std::vector<LinkTurn> turns_with(LinkIndex link) const {
    std::vector<LinkTurn> turns;
    const auto add_at_end = [&](LinkIndex in) {
      const SwitchIndex s = links_.to(in);
      for (LinkIndex out = links_.first_of(s); out < links_.first_of(s) + links_.count_of(s);
           ++out) {
        if (!is_in_tree(out)) continue;
        turns.push_back({in, out});
        turns.push_back(links_.way_back({in, out}));
      }
    };
    add_at_end(link);
    add_at_end(links_.opposite(link));
    return turns;
  }

  bool is_in_tree(LinkIndex link) const {
    const auto hangs_by = [&](const Link& l) {
      return tree_.nodes[l.from].parent == l.to && tree_.nodes[l.from].port == l.port;
    };
    return hangs_by(links_[link]) || hangs_by(links_[links_.opposite(link)]);
  }

  // Makes the end of a link the root of its part, and the sender of the link the parent of that
  // root.
  void turn_to(LinkIndex link) {
    const Link& l = links_[link];
    MasterTree::Node node = {l.from, l.in_port, l.port, 0, true};
    SwitchIndex s = l.to;
    while (s != kNone) {
      std::swap(tree_.nodes[s], node);
      const SwitchIndex parent = node.parent;
      node = {s, node.parent_port, node.port, 0, true};
      s = parent;
    }
  }

  void measure_depths() {
    find_parts();
    for (const std::vector<SwitchIndex>& part : parts_) {
      for (const SwitchIndex s : part) {
        const SwitchIndex parent = tree_.nodes[s].parent;
        tree_.nodes[s].depth = parent == kNone ? 0 : tree_.nodes[parent].depth + 1;
      }
    }
  }

  const Fabric& now_;
  const Links& links_;
  const TakeTurns& take_;
  std::size_t& tries_;  // that are left
  MasterTree tree_;
  Pieces pieces_;
  std::vector<std::vector<SwitchIndex>> parts_;  // by root
  std::vector<SwitchIndex> root_of_;             // by switch
};

}  // namespace

KeptTrees keep_trees(const MulticastPlan& before, const Fabric& before_fabric, const Fabric& now,
                     const Links& links, const TakeTurns& take) {
  KeptTrees result;
  const auto can = [](const Switch& sw) { return sw.multicast; };
  if (std::ranges::none_of(now.switches(), can)) return result;
  std::size_t tries = kMostTries;
  std::vector<KeptTree> trees(std::max<std::size_t>(1, before.masters.size()),
                              KeptTree(now, links, take, tries));
  for (std::size_t i = 0; i < before.masters.size(); ++i) {
    trees[i].keep(before.masters[i], before_fabric);
  }
  for (KeptTree& tree : trees) result.fits &= tree.take_kept();
  for (KeptTree& tree : trees) {
    result.fits &= tree.join_parts();
    result.plan.masters.push_back(std::move(tree).take_tree());
  }
  // Once more with all turns: a part that had end ports on one side only has more turns when it is
  // linked.
  result.fits = result.fits && take(multicast_turns(now, links, result.plan));
  return result;
}

}  // namespace weft
