#include "common/topology/tree_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace weft {
namespace {

// As many as this share of them (in tenths) have.
constexpr std::size_t kTypical = 10;

std::uint32_t typical(std::vector<std::uint32_t> counts) {
  if (counts.empty()) return 1;
  const auto place =
      counts.begin() + static_cast<std::ptrdiff_t>((counts.size() + kTypical - 1) / kTypical - 1);
  std::nth_element(counts.begin(), place, counts.end(), std::greater<>());
  return std::max(*place, 1u);
}

// Of a switch, its links up and down.
struct Links {
  std::uint32_t up = 0;
  std::uint32_t down = 0;
  std::uint32_t hosts = 0;
};

// What belongs together: how many, and two of the switches.
struct Group {
  std::uint32_t count = 0;
  SwitchIndex first = kNone;
  SwitchIndex last = kNone;

  void add(SwitchIndex s) {
    if (count++ == 0) first = s;
    last = s;
  }
};
using Groups = std::map<std::pair<std::uint32_t, std::uint32_t>, Group>;

// What both questions need to know of a tree.
class Survey {
 public:
  Survey(const Fabric& of, const FatTree& its_tree)
      : fabric(of), tree(its_tree), links(of.switch_count()) {
    std::array<std::uint32_t, kMostRanks> hosts_of_rank{};
    for (const EndPort& port : fabric.end_ports()) {
      if (port.type != NodeType::kCa || tree.ranks[port.sw] == kFar) continue;
      ++links[port.sw].hosts;
      ++hosts_of_rank[tree.ranks[port.sw]];
    }
    // Most hosts are on leaf switches. Without hosts the lowest switches are.
    const auto most = std::max_element(hosts_of_rank.rbegin(), hosts_of_rank.rend());
    leaf_rank = *most > 0 ? static_cast<unsigned>(hosts_of_rank.rend() - most) - 1
                          : std::max(tree.height, 1u) - 1;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      for_each_up(s, [&](SwitchIndex peer) {
        ++links[s].up;
        ++links[peer].down;
      });
    }
  }

  unsigned height() const { return leaf_rank + 1; }
  bool is_leaf(SwitchIndex s) const { return tree.ranks[s] == leaf_rank; }
  // Levels are counted from below: that of leaf switches is 1.
  unsigned level(SwitchIndex s) const { return leaf_rank - tree.ranks[s] + 1; }

  template <typename Visit>
  void for_each_up(SwitchIndex s, Visit visit) const {
    const auto ports = fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (tree.slot[fabric.switches()[s].first_port + p] != kNoSlot) visit(ports[p].peer);
    }
  }

  // The switches above one, in ascending order, each with the number of links to it. Valid until
  // the next call.
  std::span<const std::pair<SwitchIndex, std::uint32_t>> parents_of(SwitchIndex s) {
    parents_.clear();
    for_each_up(s, [&](SwitchIndex peer) { parents_.emplace_back(peer, 1); });
    std::sort(parents_.begin(), parents_.end());
    auto last = parents_.begin();
    for (auto next = last; next != parents_.end(); ++next) {
      if (next == last) continue;
      if (next->first == last->first) {
        ++last->second;
      } else {
        *++last = *next;
      }
    }
    if (!parents_.empty()) parents_.erase(last + 1, parents_.end());
    return parents_;
  }

  // By subtree of this level: those of the level below that have leaf switches.
  Groups children(unsigned level) const {
    const unsigned rank = height() - level;
    std::vector<Member> members;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (!is_leaf(s)) continue;
      members.push_back({{tree.subtree[rank][s], 0}, tree.subtree[rank + 1][s], s});
    }
    return group(std::move(members));
  }

  // Those with leaf switches.
  Group trees() const {
    std::vector<Member> members;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (is_leaf(s)) members.push_back({{0, 0}, tree.subtree[0][s], s});
    }
    const Groups groups = group(std::move(members));
    return groups.empty() ? Group() : groups.begin()->second;
  }

  // By plane of a switch below this level, and the subtree of this level that it is in: all their
  // parents together.
  Groups parents(unsigned level) const {
    const unsigned rank = height() - level;
    std::vector<Member> members;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (tree.ranks[s] != rank + 1) continue;
      for_each_up(s, [&](SwitchIndex peer) {
        members.push_back({{tree.plane[s], tree.subtree[rank][s]}, peer, peer});
      });
    }
    return group(std::move(members));
  }

  // By plane and subtree of a level: the switches that share their parents.
  Groups twins(unsigned level) const {
    const unsigned rank = height() - level;
    Groups groups;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (tree.ranks[s] == rank) groups[{tree.plane[s], tree.subtree[rank][s]}].add(s);
    }
    return groups;
  }

  const Fabric& fabric;
  const FatTree& tree;
  unsigned leaf_rank = 0;
  std::vector<Links> links;  // by switch; up and down: those of slots

 private:
  // Something to be counted once in a group, and a switch that stands for it.
  struct Member {
    Groups::key_type group;
    std::uint32_t what;
    SwitchIndex sw;
    friend bool operator<(const Member& a, const Member& b) {
      return std::tie(a.group, a.what, a.sw) < std::tie(b.group, b.what, b.sw);
    }
  };
  static Groups group(std::vector<Member> members) {
    std::sort(members.begin(), members.end());
    Groups groups;
    const Member* last = nullptr;
    for (const Member& m : members) {
      if (last == nullptr || m.group != last->group || m.what != last->what) {
        groups[m.group].add(m.sw);
      }
      last = &m;
    }
    return groups;
  }

  std::vector<std::pair<SwitchIndex, std::uint32_t>> parents_;
};

std::vector<std::uint32_t> sizes(const Groups& groups) {
  std::vector<std::uint32_t> counts;
  for (const auto& [key, group] : groups) counts.push_back(group.count);
  return counts;
}

std::uint32_t median(std::vector<std::uint32_t> counts) {
  if (counts.empty()) return 1;
  const auto middle = counts.begin() + static_cast<std::ptrdiff_t>((counts.size() - 1) / 2);
  std::nth_element(counts.begin(), middle, counts.end());
  return *middle;
}

// The largest, but for those that are too large: a wrong cable joins two subtrees.
std::uint32_t whole(const std::vector<std::uint32_t>& counts) {
  const std::uint32_t most = std::max(median(counts), 1u) * 3 / 2;
  std::uint32_t largest = 1;
  for (const std::uint32_t count : counts) {
    if (count <= most) largest = std::max(largest, count);
  }
  return largest;
}

// Links of a switch to one parent, and to all.
struct Upwards {
  std::uint32_t parallel;
  std::uint32_t all;
};

Upwards typical_links(Survey& survey, unsigned level) {
  std::vector<std::uint32_t> parallel;
  std::vector<std::uint32_t> all;
  for (SwitchIndex s = 0; s < survey.fabric.switch_count(); ++s) {
    if (survey.tree.ranks[s] != survey.height() - level) continue;
    for (const auto& [peer, count] : survey.parents_of(s)) parallel.push_back(count);
    all.push_back(survey.links[s].up);
  }
  return {typical(std::move(parallel)), typical(std::move(all))};
}

std::uint32_t typical_links_down(const Survey& survey, unsigned level) {
  std::vector<std::uint32_t> down;
  for (SwitchIndex s = 0; s < survey.fabric.switch_count(); ++s) {
    if (survey.tree.ranks[s] == survey.height() - level) down.push_back(survey.links[s].down);
  }
  return typical(std::move(down));
}

// Looks for the first thing that a shape has no place for.
class Fitter {
 public:
  Fitter(Survey& survey, const TreeShape& shape)
      : survey_(survey), fabric_(survey.fabric), tree_(survey.tree), shape_(shape) {}

  TreeFit run() {
    if (check()) count_lost();
    return std::move(fit_);
  }

 private:
  bool check() {
    if (!check_height()) return false;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (!check_place(s) || !check_links(s)) return false;
    }
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (!check_numbers(s) || !check_parents(s)) return false;
    }
    return check_subtrees() && check_levels();
  }

  bool fails(std::string misfit) {
    fit_.misfit = std::move(misfit);
    return false;
  }
  std::string name(SwitchIndex s) const { return fabric_.describe_switch(s); }
  std::uint32_t children(unsigned level) const { return shape_.children[level - 1]; }
  std::uint32_t parents(unsigned level) const { return shape_.parents[level - 1]; }
  std::uint32_t links(unsigned level) const { return shape_.links[level - 1]; }

  bool check_height() {
    if (survey_.height() == shape_.height()) return true;
    SwitchIndex root = kNone;
    SwitchIndex leaf = kNone;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (root == kNone && tree_.ranks[s] == 0 &&
          (survey_.leaf_rank == 0 || survey_.links[s].down > 0)) {
        root = s;
      }
      if (leaf == kNone && survey_.is_leaf(s)) leaf = s;
    }
    if (root == kNone || leaf == kNone) return fails("no switch is connected to a root");
    return fails(
        fmt::format("from the root {} down to the leaf switch {} there are {} levels of "
                    "switches, not {}",
                    name(root), name(leaf), survey_.height(), shape_.height()));
  }

  bool check_place(SwitchIndex s) {
    const Hops rank = tree_.ranks[s];
    if (rank == kFar) return fails(fmt::format("no root is connected to {}", name(s)));
    const Links& own = survey_.links[s];
    if (rank > survey_.leaf_rank) {
      const auto ports = fabric_.ports(s);
      const auto up = std::find_if(ports.begin(), ports.end(), [&](const Port& port) {
        return port.kind == PeerKind::kSwitch && tree_.ranks[port.peer] < rank;
      });
      return fails(fmt::format("{} is below {}, which stands where most leaf switches do", name(s),
                               up == ports.end() ? "others" : name(up->peer)));
    }
    if (rank < survey_.leaf_rank && own.hosts > 0 && own.down == 0 && own.up > 0) {
      const auto leaf = std::find(tree_.ranks.begin(), tree_.ranks.end(), survey_.leaf_rank);
      return fails(fmt::format(
          "{} has hosts and no switch below it, but stands at level {}; most "
          "leaf switches stand at level 1, like {}",
          name(s), survey_.level(s), name(static_cast<SwitchIndex>(leaf - tree_.ranks.begin()))));
    }
    return true;
  }

  // Every link leads one level up or down.
  bool check_links(SwitchIndex s) {
    const auto ports = fabric_.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      const SwitchIndex peer = ports[p].peer;
      if (ports[p].kind != PeerKind::kSwitch || peer == s || tree_.ranks[peer] == kFar) continue;
      if (tree_.ranks[peer] > tree_.ranks[s]) continue;  // its other end is looked at
      const auto link = [&] {
        return fmt::format("port {} of {} leads to {}", p, name(s), name(peer));
      };
      if (tree_.ranks[peer] == tree_.ranks[s]) {
        return fails(fmt::format("{}, both at level {}", link(), survey_.level(s)));
      }
      if (tree_.ranks[peer] + 1 != tree_.ranks[s]) {
        return fails(fmt::format("{}, from level {} to level {}", link(), survey_.level(s),
                                 survey_.level(peer)));
      }
      if (tree_.slot[fabric_.switches()[s].first_port + p] == kNoSlot) {
        return fails(fmt::format("{}, which most switches like it are not linked to", link()));
      }
    }
    return true;
  }

  bool check_numbers(SwitchIndex s) {
    const Links& own = survey_.links[s];
    const unsigned level = survey_.level(s);
    const auto at_most = [&](std::uint32_t count, std::uint64_t allowed, std::string_view what,
                             std::string_view numbers) {
      if (count <= allowed) return true;
      return fails(fmt::format("{} has {} {}; there are at most {} ({})", name(s), count, what,
                               allowed, numbers));
    };
    if (level == 1) {
      const std::uint64_t hosts = std::uint64_t{children(1)} * links(1);
      if (!at_most(own.hosts, hosts, "ports of hosts", "M1 x P1")) return false;
    } else if (!at_most(own.down, std::uint64_t{children(level)} * links(level), "links down",
                        fmt::format("M{} x P{}", level, level))) {
      return false;
    }
    if (level == shape_.height()) return true;
    return at_most(own.up, std::uint64_t{parents(level + 1)} * links(level + 1), "links up",
                   fmt::format("W{} x P{}", level + 1, level + 1));
  }

  // In a PGFT a switch has one parent in each plane above, and P links to it.
  bool check_parents(SwitchIndex s) {
    const unsigned level = survey_.level(s);
    if (shape_.kind != TreeKind::kPgft || level == shape_.height()) return true;
    const auto above = survey_.parents_of(s);
    std::map<std::uint32_t, SwitchIndex> by_plane;
    for (const auto& [peer, count] : above) {
      if (count > links(level + 1)) {
        return fails(fmt::format("{} has {} links to {}; there are at most {} (P{})", name(s),
                                 count, name(peer), links(level + 1), level + 1));
      }
      const auto [other, is_new] = by_plane.try_emplace(tree_.plane[peer], peer);
      if (!is_new) {
        return fails(fmt::format("{} is linked to both {} and {}, of which a switch has one",
                                 name(s), name(other->second), name(peer)));
      }
    }
    if (above.size() > parents(level + 1)) {
      return fails(fmt::format("{} has {} switches above it; there are at most {} (W{})", name(s),
                               above.size(), parents(level + 1), level + 1));
    }
    return true;
  }

  bool check_subtrees() {
    for (unsigned level = 2; level <= shape_.height(); ++level) {
      for (const auto& [key, group] : survey_.children(level)) {
        if (group.count <= children(level)) continue;
        return fails(fmt::format(
            "{} subtrees hang together at level {}, from that of {} to that "
            "of {}; there are at most {} (M{})",
            group.count, level, name(group.first), name(group.last), children(level), level));
      }
    }
    const Group trees = survey_.trees();
    if (trees.count <= parents(1)) return true;
    return fails(
        fmt::format("no links connect {} and {}, which are parts of {} trees; there are "
                    "at most {} (W1)",
                    name(trees.first), name(trees.last), trees.count, parents(1)));
  }

  // Switches of a level in the whole tree.
  std::uint64_t switches_at(unsigned level) const {
    std::uint64_t count = 1;
    for (unsigned l = 1; l <= shape_.height(); ++l) count *= l <= level ? parents(l) : children(l);
    return count;
  }

  std::vector<Group> levels() const {
    std::vector<Group> groups(shape_.height() + 1);
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) groups[survey_.level(s)].add(s);
    return groups;
  }

  bool check_levels() {
    const std::vector<Group> groups = levels();
    for (unsigned level = 1; level <= shape_.height(); ++level) {
      if (groups[level].count <= switches_at(level)) continue;
      return fails(fmt::format("{} switches stand at level {}, from {} to {}; there are at most {}",
                               groups[level].count, level, name(groups[level].first),
                               name(groups[level].last), switches_at(level)));
    }
    return true;
  }

  void count_lost() {
    const std::vector<Group> groups = levels();
    for (unsigned level = 1; level <= shape_.height(); ++level) {
      fit_.lost_switches += switches_at(level) - groups[level].count;
    }
    // Links to a lost switch are missing at one end only.
    std::vector<std::uint64_t> missing_above(shape_.height() + 2);  // by the lower level
    std::vector<std::uint64_t> missing_below(shape_.height() + 2);
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      const unsigned level = survey_.level(s);
      const Links& own = survey_.links[s];
      if (level == 1) {
        fit_.lost_hosts += children(1) * links(1) - own.hosts;
      } else {
        missing_below[level - 1] += children(level) * links(level) - own.down;
      }
      if (level == shape_.height()) continue;
      missing_above[level] += parents(level + 1) * links(level + 1) - own.up;
    }
    for (unsigned level = 1; level < shape_.height(); ++level) {
      fit_.lost_links += std::min(missing_above[level], missing_below[level]);
    }
    for (const EndPort& port : fabric_.end_ports()) {
      if (port.type != NodeType::kCa || !survey_.is_leaf(port.sw)) ++fit_.other_end_ports;
    }
  }

  Survey& survey_;
  const Fabric& fabric_;
  const FatTree& tree_;
  const TreeShape& shape_;
  TreeFit fit_;
};

}  // namespace

TreeFit fit_tree(const Fabric& fabric, const FatTree& tree, const TreeShape& shape) {
  Survey survey(fabric, tree);
  return Fitter(survey, shape).run();
}

TreeShape typical_shape(const Fabric& fabric, const FatTree& tree) {
  Survey survey(fabric, tree);
  std::vector<std::uint32_t> hosts;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (survey.is_leaf(s)) hosts.push_back(survey.links[s].hosts);
  }
  TreeShape shape;
  shape.children.push_back(std::max(typical(hosts), whole(hosts)));
  shape.parents.push_back(std::max(survey.trees().count, 1u));
  shape.links.push_back(1);
  for (unsigned level = 2; level <= survey.height(); ++level) {
    const Upwards up = typical_links(survey, level - 1);
    const std::uint32_t twins = median(sizes(survey.twins(level - 1)));
    const std::uint32_t parents = whole(sizes(survey.parents(level)));
    if (twins == 1) {
      shape.parents.push_back(parents);
      shape.links.push_back(up.parallel);
    } else {
      shape.kind = TreeKind::kQft;
      shape.parents.push_back((parents + twins - 1) / twins);
      shape.links.push_back((up.all + shape.parents.back() - 1) / shape.parents.back());
    }
    // A wrong cable may make one of two subtrees, but switches above still have links to both.
    const std::uint32_t linked = typical_links_down(survey, level) / shape.links.back();
    shape.children.push_back(std::max(whole(sizes(survey.children(level))), linked));
  }
  return shape;
}

std::string describe_fit(const TreeShape& shape, const TreeFit& fit) {
  if (!fit.misfit.empty()) {
    return fmt::format("fat tree like {}, but irregular: {}", describe(shape), fit.misfit);
  }
  std::string lost;
  const auto add = [&](std::uint64_t count, std::string_view one, std::string_view many) {
    if (count == 0) return;
    lost += fmt::format("{}{} {}", lost.empty() ? "" : ", ", count, count == 1 ? one : many);
  };
  add(fit.lost_links, "link", "links");
  add(fit.lost_switches, "switch", "switches");
  add(fit.lost_hosts, "host port", "host ports");
  std::string text = fmt::format("fat tree {}, {}", describe(shape),
                                 lost.empty() ? "pure" : "degraded by " + lost);
  if (fit.other_end_ports > 0) {
    text += fmt::format("; {} other end port{}", fit.other_end_ports,
                        fit.other_end_ports == 1 ? "" : "s");
  }
  return text;
}

}  // namespace weft
