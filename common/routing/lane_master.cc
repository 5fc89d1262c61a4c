#include "common/routing/lane_master.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

#include "common/base/evenly_spaced.h"
#include "common/fabric/counts.h"
#include "common/graph/links.h"
#include "common/routing/multicast_turns.h"

namespace weft {
namespace {

// The most roots to try for each island of the fabric.
constexpr std::size_t kRoots = 32;

class MasterGrowth {
 public:
  MasterGrowth(const Fabric& fabric, AcyclicTurns& turns)
      : fabric_(fabric),
        links_(turns.links()),
        turns_(turns),
        sources_(sources_by_switch(fabric)),
        branches_(fabric.switch_count()) {
    for (LinkIndex l = 0; l < links_.count(); ++l) place_.push_back(turns.place(l));
    tree_.nodes.resize(fabric.switch_count());
  }

  LaneMaster plan() {
    LaneMaster result = {.plan = {}, .fits = true};
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (tree_.nodes[s].in_tree || !fabric_.switches()[s].multicast) continue;
      result.plan.masters.resize(1);
      result.fits &= span(piece_of(s));
    }
    if (!result.fits) forget_turns(0);
    for (MasterTree& master : result.plan.masters) master = std::move(tree_);
    return result;
  }

 private:
  bool is_branch(LinkIndex link) const {
    const Link& l = links_[link];
    return l.to != l.from && fabric_.switches()[l.to].multicast;
  }

  template <typename Visit>
  void for_each_branch(SwitchIndex s, Visit visit) const {
    for (LinkIndex l = links_.first_of(s); l < links_.first_of(s) + links_.count_of(s); ++l) {
      if (is_branch(l)) visit(l);
    }
  }

  // All switches that a tree can reach from one.
  std::vector<SwitchIndex> piece_of(SwitchIndex start) const {
    std::vector<SwitchIndex> piece = {start};
    std::vector<bool> seen(fabric_.switch_count());
    seen[start] = true;
    for (std::size_t next = 0; next < piece.size(); ++next) {
      for_each_branch(piece[next], [&](LinkIndex l) {
        if (!seen[links_.to(l)]) piece.push_back(links_.to(l));
        seen[links_.to(l)] = true;
      });
    }
    return piece;
  }

  // Do all branches fit? Tries roots in the middle of the island first (found by a search from its
  // first switch), for short paths.
  bool span(std::vector<SwitchIndex> piece) {
    std::rotate(piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(piece.size() / 2),
                piece.end());
    const std::size_t kept = added_.size();
    SwitchIndex best = kNone;
    std::size_t fewest = piece.size();
    for (const SwitchIndex root : evenly_spaced(piece, kRoots)) {
      grow(root);
      const std::size_t left_out = count_left_out(piece);
      if (left_out < fewest) best = root;
      fewest = std::min(fewest, left_out);
      if (left_out == 0) break;
      clear(piece, kept);
    }
    if (fewest != 0) grow(best);
    complete(piece);
    return fewest == 0;
  }

  void clear(const std::vector<SwitchIndex>& piece, std::size_t kept) {
    forget_turns(kept);
    for (const SwitchIndex s : piece) {
      tree_.nodes[s] = {};
      branches_[s].clear();
    }
  }

  void forget_turns(std::size_t kept) {
    for (std::size_t i = kept; i < added_.size(); ++i) turns_.remove(added_[i]);
    added_.resize(kept);
  }

  // Counts the switches with end ports that the tree does not reach.
  std::size_t count_left_out(const std::vector<SwitchIndex>& piece) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        piece, [&](SwitchIndex s) { return !tree_.nodes[s].in_tree && sources_[s] != 0; }));
  }

  void grow(SwitchIndex root) {
    // Turns that exist already come first, those against the order last.
    using Next = std::tuple<int, std::uint64_t, LinkIndex>;
    std::priority_queue<Next, std::vector<Next>, std::greater<>> open;
    tree_.nodes[root].in_tree = true;
    for_each_branch(root, [&](LinkIndex l) { open.emplace(0, place_[l], l); });
    while (!open.empty()) {
      const LinkIndex link = std::get<2>(open.top());
      open.pop();
      if (tree_.nodes[links_.to(link)].in_tree || !add_turns(link)) continue;
      join(link);
      for_each_branch(links_.to(link), [&](LinkIndex next) {
        const LinkTurn turn = {link, next};
        const bool there = turns_.contains(turn) && turns_.contains(links_.way_back(turn));
        open.emplace(there ? 0 : place_[next] < place_[link] ? 2 : 1, place_[next], next);
      });
    }
  }

  // Adds the turns at the sender of a new branch, in both directions.
  bool add_turns(LinkIndex branch) {
    std::vector<LinkTurn> turns;
    for (const LinkIndex other : branches_[links_[branch].from]) {
      turns.push_back({links_.opposite(branch), other});
      turns.push_back({links_.opposite(other), branch});
    }
    if (!turns_.add_all(turns)) return false;
    added_.insert(added_.end(), turns.begin(), turns.end());
    return true;
  }

  void join(LinkIndex branch) {
    const Link& link = links_[branch];
    tree_.nodes[link.to] = {link.from, link.in_port, link.port, tree_.nodes[link.from].depth + 1,
                            true};
    branches_[link.from].push_back(branch);
    branches_[link.to].push_back(links_.opposite(branch));
  }

  // Completes the tree by any branches. Branches behind the last end port carry no packets.
  void complete(const std::vector<SwitchIndex>& piece) {
    std::vector<SwitchIndex> members;
    std::ranges::copy_if(piece, std::back_inserter(members),
                         [&](SwitchIndex s) { return tree_.nodes[s].in_tree; });
    for (std::size_t next = 0; next < members.size(); ++next) {
      for_each_branch(members[next], [&](LinkIndex l) {
        if (tree_.nodes[links_.to(l)].in_tree) return;
        join(l);
        members.push_back(links_.to(l));
      });
    }
  }

  const Fabric& fabric_;
  const Links& links_;
  AcyclicTurns& turns_;
  std::vector<std::uint32_t> sources_;
  std::vector<std::uint64_t> place_;              // by link: its place in the lane's first order
  std::vector<std::vector<LinkIndex>> branches_;  // by switch: the tree's links out of it
  std::vector<LinkTurn> added_;
  MasterTree tree_;
};

// Does a branch that leads up have a switch with end ports at or behind its end? Only then packets
// turn up after down.
bool leads_up(const MasterTree& tree, const Orientation& orientation,
              std::span<const std::uint32_t> sources) {
  std::vector<SwitchIndex> deepest_first;
  for (SwitchIndex s = 0; s < tree.nodes.size(); ++s) {
    if (tree.nodes[s].parent != kNone) deepest_first.push_back(s);
  }
  std::ranges::sort(deepest_first, std::ranges::greater{},
                    [&](SwitchIndex s) { return tree.nodes[s].depth; });
  std::vector<bool> has_sources(tree.nodes.size());
  for (SwitchIndex s = 0; s < tree.nodes.size(); ++s) has_sources[s] = sources[s] != 0;
  return std::ranges::any_of(deepest_first, [&](SwitchIndex s) {
    const SwitchIndex parent = tree.nodes[s].parent;
    if (!has_sources[s]) return false;
    has_sources[parent] = true;
    return orientation.goes_up(parent, s);
  });
}

// All turns of up*/down*.
AcyclicTurns up_down_turns(const Links& links, const Orientation& orientation) {
  AcyclicTurns turns(links, {}, kMostMasterWork);
  turns.add_where([&](LinkTurn turn) { return is_up_down_turn(links, orientation, turn); });
  return turns;
}

}  // namespace

MulticastPlan plan_masters_up_down(const Fabric& fabric, const Orientation& orientation,
                                   std::span<const SwitchIndex> valleys, AcyclicTurns* turns) {
  MulticastPlan plan = plan_multicast(fabric, orientation, valleys, turns);
  const std::vector<std::uint32_t> sources = sources_by_switch(fabric);
  if (std::ranges::none_of(plan.masters, [&](const MasterTree& tree) {
        return leads_up(tree, orientation, sources);
      })) {
    return plan;
  }
  const Links links(fabric);
  AcyclicTurns beside = turns != nullptr ? *turns : up_down_turns(links, orientation);
  if (beside.add_all(multicast_turns(fabric, links, plan))) return plan;
  LaneMaster master = plan_master_in_lane(fabric, beside);
  return master.fits ? std::move(master.plan) : plan;
}

LaneMaster plan_master_in_lane(const Fabric& fabric, AcyclicTurns& turns) {
  return MasterGrowth(fabric, turns).plan();
}

}  // namespace weft
