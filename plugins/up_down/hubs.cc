#include "plugins/up_down/hubs.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <utility>

#include "common/base/disjoint_sets.h"

namespace weft {
namespace {

constexpr int kMostTries = 64;

// A set of tops: a list of their numbers in ascending order.
using Tops = std::vector<std::uint32_t>;

void unite_with(Tops& tops, const Tops& others) {
  Tops all;
  std::set_union(tops.begin(), tops.end(), others.begin(), others.end(), std::back_inserter(all));
  tops = std::move(all);
}

class HubFinder {
 public:
  HubFinder(const Links& links, const Orientation& orientation,
            std::span<const std::uint32_t> end_ports, AcyclicTurns& turns)
      : links_(links),
        orientation_(orientation),
        end_ports_(end_ports),
        turns_(turns),
        tops_(links.switch_count()),
        is_hub_(links.switch_count()),
        failed_(links.switch_count()) {
    find_tops();
  }

  std::vector<Hub> run() {
    for (int i = 0; i < kMostTries; ++i) {
      const SwitchIndex s = best_hub();
      if (s == kNone) break;
      add(s);
    }
    return std::move(hubs_);
  }

 private:
  void find_tops() {
    std::vector<SwitchIndex> from_the_top(links_.switch_count());
    for (SwitchIndex s = 0; s < links_.switch_count(); ++s) from_the_top[orientation_.place[s]] = s;
    for (const SwitchIndex s : from_the_top) {
      for (const SwitchIndex next : links_.neighbours(s)) {
        if (orientation_.goes_up(s, next)) unite_with(tops_[s], tops_[next]);
      }
      if (tops_[s].empty()) tops_[s].push_back(classes_.add());
    }
  }

  // The classes of connected tops, each once.
  Tops classes(const Tops& tops) {
    Tops result;
    for (const std::uint32_t top : tops) result.push_back(classes_.find(top));
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }

  // kNone: no switch connects more tops.
  SwitchIndex best_hub() {
    SwitchIndex best = kNone;
    std::tuple<std::size_t, std::uint32_t, std::uint32_t> best_key;
    for (SwitchIndex s = 0; s < links_.switch_count(); ++s) {
      if (failed_[s]) continue;
      const std::size_t count = classes(tops_[s]).size();
      if (count < 2) continue;
      const std::tuple key(~count, end_ports_[s], orientation_.place[s]);
      if (best != kNone && key >= best_key) continue;
      best = s;
      best_key = key;
    }
    return best;
  }

  // Makes a switch a hub, and switches above it that have more tops to connect, if that closes no
  // cycle.
  void add(SwitchIndex s) {
    const DisjointSets classes_before = classes_;
    const std::size_t count = hubs_.size();
    join_above(s);
    std::vector<LinkTurn> valleys;
    for (std::size_t i = count; i < hubs_.size(); ++i) {
      is_hub_[hubs_[i].s] = true;
      for (const LinkIndex from : hubs_[i].up) {
        for (const LinkIndex to : hubs_[i].up) {
          if (links_.to(from) != links_.to(to)) valleys.push_back({links_.opposite(from), to});
        }
      }
    }
    std::sort(valleys.begin(), valleys.end());
    valleys.erase(std::unique(valleys.begin(), valleys.end()), valleys.end());
    if (hubs_.size() > count && turns_.add_each(valleys)) return;
    failed_[s] = true;
    for (std::size_t i = count; i < hubs_.size(); ++i) is_hub_[hubs_[i].s] = false;
    hubs_.resize(count);
    classes_ = classes_before;
  }

  struct Group {
    LinkIndex up;
    Tops classes;  // of all links up that share some
  };

  // Connects all tops above a switch, over one switch for each class that is connected above it.
  void join_above(SwitchIndex s) {
    std::vector<Group> groups;
    for (std::uint32_t i = 0; i < links_.count_of(s); ++i) {
      const LinkIndex link = links_.first_of(s) + i;
      if (orientation_.goes_up(s, links_.to(link))) add_to_groups(link, groups);
    }
    for (const Group& group : groups) {
      if (classes(tops_[links_.to(group.up)]).size() > 1) join_above(links_.to(group.up));
    }
    if (groups.size() < 2) return;
    Hub hub{s, {}};
    for (const Group& group : groups) {
      for (std::uint32_t i = 0; i < links_.count_of(s); ++i) {
        const LinkIndex link = links_.first_of(s) + i;
        if (links_.to(link) == links_.to(group.up)) hub.up.push_back(link);
      }
    }
    hubs_.push_back(std::move(hub));
    for (const Group& group : groups) {
      classes_.unite(tops_[links_.to(groups.front().up)].front(),
                     tops_[links_.to(group.up)].front());
    }
  }

  void add_to_groups(LinkIndex link, std::vector<Group>& groups) {
    Group joined = {link, classes(tops_[links_.to(link)])};
    std::erase_if(groups, [&](const Group& group) {
      const bool shares =
          std::any_of(group.classes.begin(), group.classes.end(), [&](std::uint32_t c) {
            return std::binary_search(joined.classes.begin(), joined.classes.end(), c);
          });
      if (!shares) return false;
      if (!is_better(joined.up, group.up)) joined.up = group.up;
      unite_with(joined.classes, group.classes);
      return true;
    });
    groups.push_back(std::move(joined));
  }

  // A link to a hub is better, or one to a switch below more tops.
  bool is_better(LinkIndex a, LinkIndex b) {
    const SwitchIndex to_a = links_.to(a);
    const SwitchIndex to_b = links_.to(b);
    return std::tuple(bool{is_hub_[to_b]}, classes(tops_[to_b]).size(), tops_[to_b].size()) <
           std::tuple(bool{is_hub_[to_a]}, classes(tops_[to_a]).size(), tops_[to_a].size());
  }

  const Links& links_;
  const Orientation& orientation_;
  std::span<const std::uint32_t> end_ports_;
  AcyclicTurns& turns_;
  std::vector<Tops> tops_;   // by switch: those above it, or itself
  DisjointSets classes_{0};  // of connected tops
  std::vector<bool> is_hub_;
  std::vector<bool> failed_;  // by switch: as a hub it would close a cycle, or it adds none
  std::vector<Hub> hubs_;
};

}  // namespace

std::vector<Hub> find_hubs(const Links& links, const Orientation& orientation,
                           std::span<const std::uint32_t> end_ports, AcyclicTurns& turns) {
  return HubFinder(links, orientation, end_ports, turns).run();
}

}  // namespace weft
