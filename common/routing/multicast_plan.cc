#include "common/routing/multicast_plan.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "common/fabric/counts.h"

namespace weft {
namespace {

constexpr std::size_t kMasters = 4;
// The most switches of the top level that are tried as roots.
constexpr std::size_t kTops = 16;
constexpr std::uint32_t kUnseen = 0xFFFFFFFF;

bool is_link(const Fabric& fabric, SwitchIndex s, const Port& port) {
  return port.kind == PeerKind::kSwitch && port.peer != s && fabric.switches()[port.peer].multicast;
}

// Distances from one switch over switches that can do multicast; kUnseen: no path.
std::vector<std::uint32_t> distances_from(const Fabric& fabric, SwitchIndex start) {
  std::vector<std::uint32_t> hops(fabric.switch_count(), kUnseen);
  std::vector<SwitchIndex> queue = {start};
  hops[start] = 0;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const SwitchIndex s = queue[next];
    for (const Port& port : fabric.ports(s)) {
      if (!is_link(fabric, s, port) || hops[port.peer] != kUnseen) continue;
      hops[port.peer] = hops[s] + 1;
      queue.push_back(port.peer);
    }
  }
  return hops;
}

// The switch with end ports that is farthest away; the lowest among equals.
SwitchIndex farthest(const std::vector<std::uint32_t>& hops,
                     const std::vector<std::uint32_t>& end_ports, SwitchIndex otherwise) {
  SwitchIndex best = otherwise;
  for (SwitchIndex s = 0; s < hops.size(); ++s) {
    if (end_ports[s] != 0 && hops[s] != kUnseen && hops[s] > hops[best]) best = s;
  }
  return best;
}

// Up to kMasters of the candidates, with as few common neighbours as possible: the top switches of
// one plane of a tree have all neighbours in common, so that their trees share the links of each
// leaf switch.
std::vector<SwitchIndex> with_few_common(const Fabric& fabric,
                                         std::vector<SwitchIndex> candidates) {
  std::vector<std::uint32_t> trees(fabric.switch_count());  // by switch: chosen neighbours
  const auto common = [&](SwitchIndex s) {
    std::uint64_t sum = 0;
    for (const Port& port : fabric.ports(s)) {
      if (is_link(fabric, s, port)) sum += trees[port.peer];
    }
    return sum;
  };
  std::vector<SwitchIndex> chosen;
  while (!candidates.empty() && chosen.size() < kMasters) {
    const auto next = std::ranges::min_element(candidates, {}, common);
    chosen.push_back(*next);
    for (const Port& port : fabric.ports(*next)) {
      if (is_link(fabric, *next, port)) ++trees[port.peer];
    }
    candidates.erase(next);
  }
  return chosen;
}

// Roots for the island of `start`.
std::vector<SwitchIndex> midway(const Fabric& fabric, const std::vector<std::uint32_t>& end_ports,
                                SwitchIndex start) {
  const SwitchIndex one_end = farthest(distances_from(fabric, start), end_ports, start);
  const auto from_one = distances_from(fabric, one_end);
  const SwitchIndex other_end = farthest(from_one, end_ports, one_end);
  const auto from_other = distances_from(fabric, other_end);
  const std::uint32_t apart = from_one[other_end];
  std::vector<SwitchIndex> middle;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (from_one[s] == apart / 2 && from_one[s] + from_other[s] == apart) middle.push_back(s);
  }
  return with_few_common(fabric, std::move(middle));
}

// The steps by which a tree may grow.
enum class Steps { kDown, kUp, kAny, kAnyEvenCycles };

class Grower {
 public:
  // orientation: empty for none.
  Grower(const Fabric& fabric, const Orientation& orientation, std::span<const SwitchIndex> valleys,
         AcyclicTurns* turns)
      : fabric_(fabric),
        orientation_(orientation),
        valleys_(valleys.begin(), valleys.end()),
        turns_(turns) {}

  // Adds all switches that can be reached: first by steps down alone, so that packets go up and
  // down as unicast paths do; then those above a valley, and below these; then the rest.
  void grow(SwitchIndex root, MasterTree& tree) {
    std::vector<SwitchIndex> members = {root};
    tree.nodes[root].in_tree = true;
    if (!orientation_.place.empty()) {
      extend(tree, members, Steps::kDown);
      std::vector<SwitchIndex> cone = {valley(tree, members)};
      // All masters turn up at the same switches: otherwise two of them could close a cycle.
      valleys_.push_back(cone.front());
      extend(tree, cone, Steps::kUp);
      members.insert(members.end(), cone.begin() + 1, cone.end());
      extend(tree, members, Steps::kDown);
      extend(tree, members, Steps::kAny);
    }
    extend(tree, members, Steps::kAnyEvenCycles);
  }

 private:
  // May the neighbour at a port of s, which is in the tree, join it there?
  bool may_join(Steps steps, const MasterTree& tree, SwitchIndex s, PortNum p) const {
    if (steps == Steps::kAnyEvenCycles) return true;
    const bool up = orientation_.goes_up(s, fabric_.ports(s)[p].peer);
    if (steps != Steps::kAny && up != (steps == Steps::kUp)) return false;
    return !up || turns_ == nullptr || add_turns(tree, s, p);
  }

  // Adds the turns at s between a new branch and the existing ones, in both directions.
  bool add_turns(const MasterTree& tree, SwitchIndex s, PortNum p) const {
    const Links& links = turns_->links();
    const LinkIndex branch = links.at(s, p);
    std::vector<LinkTurn> turns;
    const auto ports = fabric_.ports(s);
    for (std::size_t q = 1; q < ports.size(); ++q) {
      if (!is_link(fabric_, s, ports[q])) continue;
      const MasterTree::Node& peer = tree.nodes[ports[q].peer];
      const bool to_parent = tree.nodes[s].parent == ports[q].peer && tree.nodes[s].port == q;
      if (!to_parent && !(peer.in_tree && peer.parent == s && peer.parent_port == q)) continue;
      const LinkIndex other = links.at(s, static_cast<PortNum>(q));
      turns.push_back({links.opposite(branch), other});
      turns.push_back({links.opposite(other), branch});
    }
    return turns_->add_all(turns);
  }

  // Breadth first from the members in their order; appends new members.
  void extend(MasterTree& tree, std::vector<SwitchIndex>& members, Steps steps) const {
    for (std::size_t next = 0; next < members.size(); ++next) {
      const SwitchIndex s = members[next];
      const auto ports = fabric_.ports(s);
      for (std::size_t p = 1; p < ports.size(); ++p) {
        if (!is_link(fabric_, s, ports[p])) continue;
        MasterTree::Node& child = tree.nodes[ports[p].peer];
        if (child.in_tree || !may_join(steps, tree, s, static_cast<PortNum>(p))) continue;
        child = {s, ports[p].peer_port, static_cast<PortNum>(p), tree.nodes[s].depth + 1, true};
        members.push_back(ports[p].peer);
      }
    }
  }

  // A member of the tree that is a valley; else the one with the most neighbours outside.
  SwitchIndex valley(const MasterTree& tree, const std::vector<SwitchIndex>& members) const {
    SwitchIndex best = members.front();
    std::size_t most = 0;
    for (const SwitchIndex s : members) {
      if (std::find(valleys_.begin(), valleys_.end(), s) != valleys_.end()) return s;
      std::size_t outside = 0;
      for (const Port& port : fabric_.ports(s)) {
        if (is_link(fabric_, s, port) && !tree.nodes[port.peer].in_tree) ++outside;
      }
      if (outside > most || (outside == most && s < best)) best = s;
      most = std::max(most, outside);
    }
    return best;
  }

  const Fabric& fabric_;
  const Orientation& orientation_;
  std::vector<SwitchIndex> valleys_;
  AcyclicTurns* turns_;  // null: any turn is allowed
};

// Up to kTops of the switches, of as many planes of a tree as there are. Top switches of a plane
// have the same neighbours, and so the same first one.
std::vector<SwitchIndex> of_many_planes(const Fabric& fabric, std::span<const SwitchIndex> tops) {
  std::vector<std::uint32_t> seen(fabric.switch_count());  // by first neighbour
  std::vector<std::pair<std::uint32_t, SwitchIndex>> ordered;
  for (const SwitchIndex top : tops) {
    SwitchIndex first = top;
    for (const Port& port : fabric.ports(top)) {
      if (is_link(fabric, top, port)) first = first == top ? port.peer : std::min(first, port.peer);
    }
    ordered.emplace_back(seen[first]++, top);
  }
  std::ranges::sort(ordered);
  ordered.resize(std::min(ordered.size(), kTops));
  std::vector<SwitchIndex> some;
  some.reserve(ordered.size());
  for (const auto& [number, top] : ordered) some.push_back(top);
  return some;
}

// Roots for the island of `start`: of the switches of the top level, those that can go down to the
// most switches with end ports.
std::vector<SwitchIndex> highest(const Fabric& fabric, const Orientation& orientation,
                                 const std::vector<std::uint32_t>& end_ports, SwitchIndex start) {
  const auto hops = distances_from(fabric, start);
  std::vector<SwitchIndex> tops;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (hops[s] == kUnseen) continue;
    const auto ports = fabric.ports(s);
    if (std::none_of(ports.begin(), ports.end(), [&](const Port& port) {
          return is_link(fabric, s, port) && orientation.goes_up(s, port.peer);
        })) {
      tops.push_back(s);
    }
  }
  std::size_t most = 0;
  std::vector<SwitchIndex> best;
  for (const SwitchIndex top : of_many_planes(fabric, tops)) {
    std::size_t below = 0;
    std::vector<SwitchIndex> queue = {top};
    std::vector<bool> seen(fabric.switch_count());
    seen[top] = true;
    for (std::size_t next = 0; next < queue.size(); ++next) {
      below += end_ports[queue[next]] != 0 ? 1 : 0;
      for (const Port& port : fabric.ports(queue[next])) {
        if (!is_link(fabric, queue[next], port) || seen[port.peer]) continue;
        if (orientation.goes_up(queue[next], port.peer)) continue;
        seen[port.peer] = true;
        queue.push_back(port.peer);
      }
    }
    if (below > most) best.clear();
    most = std::max(most, below);
    if (below == most) best.push_back(top);
  }
  return with_few_common(fabric, std::move(best));
}

}  // namespace

MulticastPlan plan_multicast(const Fabric& fabric, const Orientation& orientation,
                             std::span<const SwitchIndex> valleys, AcyclicTurns* turns) {
  const std::vector<std::uint32_t> end_ports = end_ports_by_switch(fabric);

  Grower grower(fabric, orientation, valleys, turns);
  MulticastPlan plan;
  std::vector<bool> covered(fabric.switch_count());
  for (SwitchIndex start = 0; start < fabric.switch_count(); ++start) {
    if (covered[start] || !fabric.switches()[start].multicast) continue;
    const std::vector<SwitchIndex> roots = orientation.place.empty()
                                               ? midway(fabric, end_ports, start)
                                               : highest(fabric, orientation, end_ports, start);
    // The first island sets the number of masters; others repeat their last root.
    if (plan.masters.empty()) {
      plan.masters.resize(roots.size());
      for (MasterTree& tree : plan.masters) tree.nodes.resize(fabric.switch_count());
    }
    for (std::size_t i = 0; i < plan.masters.size(); ++i) {
      grower.grow(roots[std::min(i, roots.size() - 1)], plan.masters[i]);
    }
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (plan.masters[0].nodes[s].in_tree) covered[s] = true;
    }
  }
  return plan;
}

std::vector<SwitchPort> prune(const MasterTree& master, std::span<const SwitchPort> members,
                              std::size_t& unreached) {
  struct Mark {
    bool member = false;
    std::uint32_t branches = 0;  // children that lead to members
    SwitchIndex only_branch = kNone;
  };
  std::unordered_map<SwitchIndex, Mark> marks;
  std::vector<SwitchPort> ports;
  std::vector<SwitchIndex> roots;
  unreached = 0;
  for (const SwitchPort& member : members) {
    if (member.first >= master.nodes.size() || !master.nodes[member.first].in_tree) {
      ++unreached;
      continue;
    }
    ports.push_back(member);
    SwitchIndex s = member.first;
    bool climbed = marks.contains(s);
    marks[s].member = true;
    while (!climbed) {
      const SwitchIndex parent = master.nodes[s].parent;
      if (parent == kNone) {
        roots.push_back(s);
        break;
      }
      climbed = marks.contains(parent);
      ++marks[parent].branches;
      marks[parent].only_branch = s;
      s = parent;
    }
  }
  // Above the first fork or member, the branches of a tree are a stem without members.
  for (SwitchIndex top : roots) {
    while (!marks[top].member && marks[top].branches == 1) {
      const SwitchIndex below = marks[top].only_branch;
      marks.erase(top);
      top = below;
    }
  }
  for (const auto& [s, mark] : marks) {
    const MasterTree::Node& node = master.nodes[s];
    if (node.parent == kNone || !marks.contains(node.parent)) continue;
    ports.emplace_back(s, node.port);
    ports.emplace_back(node.parent, node.parent_port);
  }
  std::sort(ports.begin(), ports.end());
  ports.erase(std::unique(ports.begin(), ports.end()), ports.end());
  return ports;
}

}  // namespace weft
