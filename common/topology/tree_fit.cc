#include "common/topology/tree_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "common/fabric/counts.h"
#include "common/topology/tree_survey.h"

namespace weft {
namespace {

// Finds the first part of a fabric that does not fit into a shape.
class Fitter {
 public:
  Fitter(TreeSurvey& survey, const TreeShape& shape)
      : survey_(survey), fabric_(survey.fabric()), tree_(survey.tree()), shape_(shape) {}

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
          (survey_.leaf_rank() == 0 || survey_.of(s).down > 0)) {
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
    const TreeSurvey::Counts& own = survey_.of(s);
    if (rank > survey_.leaf_rank()) {
      const auto ports = fabric_.ports(s);
      const auto up = std::find_if(ports.begin(), ports.end(), [&](const Port& port) {
        return port.kind == PeerKind::kSwitch && tree_.ranks[port.peer] < rank;
      });
      return fails(fmt::format("{} is below {}, which stands where most leaf switches do", name(s),
                               up == ports.end() ? "others" : name(up->peer)));
    }
    if (rank < survey_.leaf_rank() && own.hosts > 0 && own.down == 0 && own.up > 0) {
      const auto leaf = std::find(tree_.ranks.begin(), tree_.ranks.end(), survey_.leaf_rank());
      return fails(fmt::format(
          "{} has hosts and no switch below it, but stands at level {}; most "
          "leaf switches stand at level 1, like {}",
          name(s), survey_.level(s), name(static_cast<SwitchIndex>(leaf - tree_.ranks.begin()))));
    }
    return true;
  }

  bool has_no_slot(SwitchIndex s, std::size_t port) const {
    return tree_.slot[fabric_.switches()[s].first_port + port] == kNoSlot;
  }
  // Has the switch lost all its links up? Then links to it have no slot.
  bool is_dead_end(SwitchIndex s) const { return tree_.ranks[s] > 0 && tree_.width[s] == 0; }

  // Links up that lead to dead ends.
  std::uint64_t useless_links(SwitchIndex s) const {
    std::uint64_t count = 0;
    const auto ports = fabric_.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      const bool is_up = ports[p].kind == PeerKind::kSwitch && is_dead_end(ports[p].peer) &&
                         tree_.ranks[ports[p].peer] + 1 == tree_.ranks[s];
      count += is_up && has_no_slot(s, p) ? 1 : 0;
    }
    return count;
  }

  // Every link leads one level up or down.
  bool check_links(SwitchIndex s) {
    const auto ports = fabric_.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      const SwitchIndex peer = ports[p].peer;
      if (ports[p].kind != PeerKind::kSwitch || peer == s || tree_.ranks[peer] == kFar) continue;
      if (tree_.ranks[peer] > tree_.ranks[s]) continue;  // checked at its other end
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
      if (has_no_slot(s, p) && !is_dead_end(peer)) {
        return fails(fmt::format("{}, which most switches like it are not linked to", link()));
      }
    }
    return true;
  }

  bool check_numbers(SwitchIndex s) {
    const TreeSurvey::Counts& own = survey_.of(s);
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
    const TreeSurvey::Group trees = survey_.trees();
    if (trees.count <= parents(1)) return true;
    return fails(
        fmt::format("no links connect {} and {}, which are parts of {} trees; there are "
                    "at most {} (W1)",
                    name(trees.first), name(trees.last), trees.count, parents(1)));
  }

  // Number of switches of a level in the complete tree.
  std::uint64_t switches_at(unsigned level) const {
    std::uint64_t count = 1;
    for (unsigned l = 1; l <= shape_.height(); ++l) count *= l <= level ? parents(l) : children(l);
    return count;
  }

  std::vector<TreeSurvey::Group> levels() const {
    std::vector<TreeSurvey::Group> groups(shape_.height() + 1);
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) groups[survey_.level(s)].add(s);
    return groups;
  }

  bool check_levels() {
    const std::vector<TreeSurvey::Group> groups = levels();
    for (unsigned level = 1; level <= shape_.height(); ++level) {
      if (groups[level].count <= switches_at(level)) continue;
      return fails(fmt::format("{} switches stand at level {}, from {} to {}; there are at most {}",
                               groups[level].count, level, name(groups[level].first),
                               name(groups[level].last), switches_at(level)));
    }
    return true;
  }

  void count_lost() {
    const std::vector<TreeSurvey::Group> groups = levels();
    for (unsigned level = 1; level <= shape_.height(); ++level) {
      fit_.lost_switches += switches_at(level) - groups[level].count;
    }
    // Links to a lost switch are missing at one end only.
    std::vector<std::uint64_t> missing_above(shape_.height() + 2);  // by the lower level
    std::vector<std::uint64_t> missing_below(shape_.height() + 2);
    std::vector<std::uint64_t> useless(shape_.height() + 2);  // there, but without a slot
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      const unsigned level = survey_.level(s);
      const TreeSurvey::Counts& own = survey_.of(s);
      if (level == 1) {
        fit_.lost_hosts += children(1) * links(1) - own.hosts;
      } else {
        missing_below[level - 1] += children(level) * links(level) - own.down;
      }
      if (level == shape_.height()) continue;
      useless[level] += useless_links(s);
      missing_above[level] += parents(level + 1) * links(level + 1) - own.up;
    }
    for (unsigned level = 1; level < shape_.height(); ++level) {
      const std::uint64_t missing = std::min(missing_above[level], missing_below[level]);
      fit_.lost_links += missing - std::min(missing, useless[level]);
    }
    for (EndPortIndex e = 0; e < fabric_.end_port_count(); ++e) {
      const bool is_host = is_host_port(fabric_, e) && survey_.is_leaf(fabric_.end_ports()[e].sw);
      if (!is_host) ++fit_.other_end_ports;
    }
  }

  TreeSurvey& survey_;
  const Fabric& fabric_;
  const FatTree& tree_;
  const TreeShape& shape_;
  TreeFit fit_;
};

}  // namespace

TreeFit fit_tree(const Fabric& fabric, const FatTree& tree, const TreeShape& shape) {
  TreeSurvey survey(fabric, tree);
  return Fitter(survey, shape).run();
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
