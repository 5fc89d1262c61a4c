#include "plugins/fat_tree/stray_links.h"

#include <algorithm>
#include <cstdint>

namespace weft {
namespace {

// At most one of this number of links of a switch in one direction is stray.
constexpr std::uint32_t kOneStray = 4;

class StrayFinder {
 public:
  StrayFinder(const SwitchGraph& graph, std::vector<Hops> ranks) : graph_(graph) {
    found_.ranks = std::move(ranks);
  }

  StrayLinks run() && {
    find_past_a_level();
    find_into_other_pods();
    return std::move(found_);
  }

 private:
  Hops rank(SwitchIndex s) const { return found_.ranks[s]; }
  bool leads_up(SwitchIndex s, const LinkBundle& bundle) const {
    return rank(s) != kFar && rank(bundle.peer) + 1 == rank(s);
  }
  bool are_linked(SwitchIndex a, SwitchIndex b) const {
    return std::ranges::any_of(graph_.bundles(a),
                               [&](const LinkBundle& bundle) { return bundle.peer == b; });
  }

  void find_past_a_level() {
    std::vector<SwitchIndex> lowered;
    for (SwitchIndex s = 0; s < graph_.switch_count(); ++s) {
      if (rank(s) == 0 || rank(s) == kFar) continue;
      std::uint32_t up = 0;
      std::uint32_t all = 0;
      std::vector<SwitchIndex> above;
      std::vector<SwitchIndex> inside;
      bool is_lowest = true;
      for (const LinkBundle& bundle : graph_.bundles(s)) {
        all += bundle.port_count;
        if (leads_up(s, bundle)) {
          up += bundle.port_count;
          above.push_back(bundle.peer);
        }
        if (rank(bundle.peer) == rank(s)) inside.push_back(bundle.peer);
        is_lowest = is_lowest && rank(bundle.peer) <= rank(s);
      }
      if (!is_lowest || kOneStray * up > all || !has_sibling_below(inside)) continue;
      lowered.push_back(s);
      for (const SwitchIndex peer : above) found_.pairs.emplace_back(s, peer);
    }
    for (const SwitchIndex s : lowered) ++found_.ranks[s];
  }

  // Is there a switch in the rank below that is linked to all of these? They are of one rank.
  bool has_sibling_below(const std::vector<SwitchIndex>& above) const {
    return !above.empty() &&
           std::ranges::any_of(graph_.bundles(above.front()), [&](const LinkBundle& bundle) {
             return rank(bundle.peer) == rank(above.front()) + 1 &&
                    std::ranges::all_of(above,
                                        [&](SwitchIndex s) { return are_linked(s, bundle.peer); });
           });
  }

  void find_into_other_pods() {
    struct Candidate {
      SwitchIndex s;
      const LinkBundle* bundle;
    };
    std::vector<Candidate> candidates;
    std::vector<std::uint32_t> up(graph_.switch_count());
    std::vector<std::uint32_t> down(graph_.switch_count());
    std::vector<std::uint32_t> odd_up(graph_.switch_count());
    std::vector<std::uint32_t> odd_down(graph_.switch_count());
    std::vector<SwitchIndex> above_of(graph_.switch_count(), kNone);
    for (SwitchIndex s = 0; s < graph_.switch_count(); ++s) {
      for (const LinkBundle& bundle : graph_.bundles(s)) {
        if (leads_up(s, bundle)) above_of[bundle.peer] = s;
      }
      for (const LinkBundle& bundle : graph_.bundles(s)) {
        if (!leads_up(s, bundle)) continue;
        up[s] += bundle.port_count;
        down[bundle.peer] += bundle.port_count;
        if (rank(bundle.peer) == 0 || shares_another(s, bundle.peer, above_of)) continue;
        candidates.push_back({s, &bundle});
        odd_up[s] += bundle.port_count;
        odd_down[bundle.peer] += bundle.port_count;
      }
    }
    for (const auto& [s, bundle] : candidates) {
      if (kOneStray * odd_up[s] <= up[s] &&
          kOneStray * odd_down[bundle->peer] <= down[bundle->peer]) {
        found_.pairs.emplace_back(s, bundle->peer);
      }
    }
  }

  // Has another switch below `upper` a second switch above in common with s? above_of[t] == s: t is
  // above s.
  bool shares_another(SwitchIndex s, SwitchIndex upper,
                      const std::vector<SwitchIndex>& above_of) const {
    return std::ranges::any_of(graph_.bundles(upper), [&](const LinkBundle& down) {
      const SwitchIndex other = down.peer;
      return other != s && rank(other) == rank(s) &&
             std::ranges::any_of(graph_.bundles(other), [&](const LinkBundle& again) {
               return again.peer != upper && leads_up(other, again) && above_of[again.peer] == s;
             });
    });
  }

  const SwitchGraph& graph_;
  StrayLinks found_;
};

}  // namespace

StrayLinks find_stray_links(const SwitchGraph& graph, std::vector<Hops> ranks) {
  return StrayFinder(graph, std::move(ranks)).run();
}

}  // namespace weft
