#include "common/topology/tree_survey.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "common/fabric/counts.h"

namespace weft {
namespace {

// A key that is counted once in a group, and a switch that is an example of it.
struct Member {
  TreeSurvey::Groups::key_type group;
  std::uint32_t what;
  SwitchIndex sw;
  friend bool operator<(const Member& a, const Member& b) {
    return std::tie(a.group, a.what, a.sw) < std::tie(b.group, b.what, b.sw);
  }
};

TreeSurvey::Groups group(std::vector<Member> members) {
  std::sort(members.begin(), members.end());
  TreeSurvey::Groups groups;
  const Member* last = nullptr;
  for (const Member& m : members) {
    if (last == nullptr || m.group != last->group || m.what != last->what) {
      groups[m.group].add(m.sw);
    }
    last = &m;
  }
  return groups;
}

}  // namespace

TreeSurvey::TreeSurvey(const Fabric& fabric, const FatTree& tree)
    : fabric_(fabric), tree_(tree), counts_(fabric.switch_count()) {
  std::array<std::uint32_t, kMostRanks> hosts_of_rank{};
  for (EndPortIndex e = 0; e < fabric_.end_port_count(); ++e) {
    const SwitchIndex s = fabric_.end_ports()[e].sw;
    if (!is_host_port(fabric_, e) || tree_.ranks[s] == kFar) continue;
    ++counts_[s].hosts;
    ++hosts_of_rank[tree_.ranks[s]];
  }
  const auto most = std::max_element(hosts_of_rank.rbegin(), hosts_of_rank.rend());
  leaf_rank_ = *most > 0 ? static_cast<unsigned>(hosts_of_rank.rend() - most) - 1
                         : std::max(tree_.height, 1u) - 1;
  for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
    for_each_up(s, [&](SwitchIndex peer) {
      ++counts_[s].up;
      ++counts_[peer].down;
    });
  }
}

std::span<const std::pair<SwitchIndex, std::uint32_t>> TreeSurvey::parents_of(SwitchIndex s) {
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

TreeSurvey::Groups TreeSurvey::children(unsigned level) const {
  const unsigned rank = height() - level;
  std::vector<Member> members;
  for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
    if (!is_leaf(s)) continue;
    members.push_back({{tree_.subtree[rank][s], 0}, tree_.subtree[rank + 1][s], s});
  }
  return group(std::move(members));
}

TreeSurvey::Group TreeSurvey::trees() const {
  std::vector<Member> members;
  for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
    if (is_leaf(s)) members.push_back({{0, 0}, tree_.subtree[0][s], s});
  }
  const Groups groups = group(std::move(members));
  return groups.empty() ? Group() : groups.begin()->second;
}

TreeSurvey::Groups TreeSurvey::parents(unsigned level) const {
  const unsigned rank = height() - level;
  std::vector<Member> members;
  for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
    if (tree_.ranks[s] != rank + 1) continue;
    for_each_up(s, [&](SwitchIndex peer) {
      members.push_back({{tree_.plane[s], tree_.subtree[rank][s]}, peer, peer});
    });
  }
  return group(std::move(members));
}

TreeSurvey::Groups TreeSurvey::twins(unsigned level) const {
  const unsigned rank = height() - level;
  Groups groups;
  for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
    if (tree_.ranks[s] == rank) groups[{tree_.plane[s], tree_.subtree[rank][s]}].add(s);
  }
  return groups;
}

}  // namespace weft
