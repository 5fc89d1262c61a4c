#include "plugins/layered/fitting_paths.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace weft {
namespace {

constexpr auto kLast = std::numeric_limits<std::uint32_t>::max();

}  // namespace

FittingPaths::FittingPaths(const Links& links, std::span<const Lane> lanes,
                           std::span<const std::vector<LinkIndex>> orders, unsigned spare)
    : links_(links),
      spare_(static_cast<LayerSet>((1u << orders.size()) - (1u << (orders.size() - spare)))),
      layers_of_(links.count()) {
  for (std::size_t k = 0; k < orders.size(); ++k) {
    std::vector<std::uint32_t>& place = place_.emplace_back(links.count());
    for (std::uint32_t i = 0; i < links.count(); ++i) place[orders[k][i]] = i;
    for (LinkIndex l = 0; l < links.count(); ++l) {
      const bool has_lane = k < lanes.size() && links[l].data_vls > lanes[k].vl;
      layers_of_[l] = static_cast<LayerSet>(layers_of_[l] | unsigned{has_lane} << k);
    }
  }
}

class FittingPaths::Search {
 public:
  Search(const FittingPaths& of, LayerSet layers, const std::vector<bool>& usable,
         SwitchIndex destination)
      : of_(of),
        layers_(layers),
        links_(of.links_),
        usable_(usable),
        destination_(destination),
        order_(1, destination),
        hops_(links_.switch_count(), kFar),
        fits_(links_.switch_count()),
        steps_(links_.switch_count()),
        is_used_(links_.switch_count()),
        begins_at_(of.place_.size(), std::vector<std::uint32_t>(links_.switch_count(), kLast)),
        ends_at_(begins_at_),
        goes_on_at_(begins_at_),
        is_known_(links_.switch_count()),
        found_none_(links_.switch_count(), kFar),
        had_no_room_(links_.switch_count(), kLast) {
    hops_[destination] = 0;
  }

  void run() {
    for (std::size_t first = 0; first < order_.size();) {
      const std::size_t end = order_.size();
      const auto hops = static_cast<Hops>(hops_[order_[first]] + 1);
      met_.clear();
      for (; first < end; ++first) {
        for (const SwitchIndex s : links_.neighbours(order_[first])) {
          if (hops_[s] == kFar) meet(s, hops);
        }
      }
      // A switch may be here several times: what was granted to others may help it.
      for (const SwitchIndex s : met_) {
        if (hops_[s] != kFar) continue;
        if (had_no_room_[s] != grants_ && make_room(s, hops) && find_steps(s, hops)) continue;
        had_no_room_[s] = grants_;
        stuck_.push_back(s);
      }
    }
  }

  void write(MinimalPaths& paths) const {
    paths.begin(destination_);
    for (const SwitchIndex s : std::span(order_).subspan(1)) paths.add(links_, s, steps_[s]);
    if (!is_complete()) paths.mark_incomplete();
  }

  bool is_complete() const {
    return std::ranges::none_of(stuck_, [&](SwitchIndex s) { return hops_[s] == kFar; });
  }

 private:
  void meet(SwitchIndex s, Hops hops) {
    if (found_none_[s] == hops || !find_steps(s, hops)) met_.push_back(s);
  }

  // False if no link will do.
  bool find_steps(SwitchIndex s, Hops hops) {
    find_fitting(s, hops);
    fits_[s] = best_set();
    if (fits_[s] == 0) {
      found_none_[s] = hops;
      return false;
    }
    hops_[s] = hops;
    order_.push_back(s);
    for (const auto& [set, step] : sets_) {
      if ((set & fits_[s]) != fits_[s]) continue;
      steps_[s].push_back(step);
      is_used_[links_.to(links_.first_of(s) + step)] = true;
    }
    note_places(s);
    return true;
  }

  // The links to switches that are one hop nearer, and the layers that they fit.
  void find_fitting(SwitchIndex s, Hops hops) {
    sets_.clear();
    for (std::uint32_t i = 0; i < links_.count_of(s); ++i) {
      const LinkIndex link = links_.first_of(s) + i;
      if (!leads_nearer(link, hops)) continue;
      const LayerSet set = fitting(link);
      if (set != 0) sets_.emplace_back(set, static_cast<MinimalPaths::Step>(i));
    }
  }

  bool leads_nearer(LinkIndex link, Hops hops) const {
    return hops_[links_.to(link)] + 1 == hops && (usable_.empty() || usable_[link]);
  }

  // Layers along whose order all paths go that begin with a link.
  LayerSet fitting(LinkIndex link) const {
    const SwitchIndex next = links_.to(link);
    if (next == destination_) return layers_of(link);
    unsigned set = layers_of(link) & fits_[next];
    for (std::size_t k = 0; k < begins_at_.size(); ++k) {
      if (of_.place_[k][link] >= begins_at_[k][next]) set &= ~(1u << k);
    }
    return static_cast<LayerSet>(set);
  }

  LayerSet best_set() const {
    LayerSet best = 0;
    std::pair<unsigned, std::ptrdiff_t> most = {0, 0};
    for (const auto& [set, first] : sets_) {
      if (set == best) continue;
      const auto links = std::ranges::count_if(
          sets_, [set = set](const auto& other) { return (other.first & set) == set; });
      const std::pair value(count_layers(set), links);
      if (value <= most) continue;
      best = set;
      most = value;
    }
    return best;
  }

  void note_places(SwitchIndex s) {
    for (std::size_t k = 0; k < begins_at_.size(); ++k) {
      std::uint32_t first = kLast;
      std::uint32_t last = 0;
      for (const MinimalPaths::Step step : steps_[s]) {
        const std::uint32_t place = of_.place_[k][links_.first_of(s) + step];
        first = std::min(first, place);
        last = std::max(last, place);
      }
      begins_at_[k][s] = first;
      ends_at_[k][s] = last;
    }
    for (const SwitchIndex neighbour : links_.neighbours(s)) is_known_[neighbour] = 0;
  }

  // The first place behind all links by which paths through a switch may continue in a layer; 0:
  // there are none.
  std::uint32_t goes_on_at(SwitchIndex s, std::size_t layer) {
    if (!is_known_[s]) {
      for (std::vector<std::uint32_t>& places : goes_on_at_) places[s] = 0;
      for_each_wish(s, hops_[s], [&](Wish wish) {
        std::uint32_t& place = goes_on_at_[wish.layer][s];
        if (is_followed(wish)) place = std::max(place, of_.place_[wish.layer][wish.link] + 1);
        return false;
      });
      is_known_[s] = 1;
    }
    return goes_on_at_[layer][s];
  }

  // A link, and a layer that all paths that begin with it are to fit.
  struct Wish {
    LinkIndex link;
    std::size_t layer;
  };

  // Takes links away from a neighbour of s, or the one behind it, so that paths from s over it fit
  // a layer. False if none has other links.
  bool make_room(SwitchIndex s, Hops hops) { return give_room(s, hops) || turn_neighbour(s, hops); }

  // The neighbour that keeps the most links gives room.
  bool give_room(SwitchIndex s, Hops hops) {
    Wish best = {};
    std::ptrdiff_t most = 0;
    for_each_wish(s, hops, [&](Wish wish) {
      const std::ptrdiff_t kept = count_following(wish);
      if (kept > most) best = wish;
      most = std::max(most, kept);
      return false;
    });
    if (most == 0) return false;
    grant(best);
    return true;
  }

  // A neighbour that no other switch uses can change to another layer.
  bool turn_neighbour(SwitchIndex s, Hops hops) {
    return for_each_wish(s, hops, [&](Wish wish) {
      const SwitchIndex next = links_.to(wish.link);
      if (is_used_[next] || next == destination_) return false;
      // Mostly no link will do.
      if (of_.place_[wish.layer][wish.link] + 1 >= goes_on_at(next, wish.layer)) return false;
      return for_each_wish(next, hops_[next], [&](Wish second) {
        const bool goes_on = second.layer == wish.layer && is_ascending(wish.link, second);
        if (!goes_on || !is_followed(second)) return false;
        grant(second);
        fits_[next] = static_cast<LayerSet>(1u << second.layer);
        steps_[next] = {static_cast<MinimalPaths::Step>(second.link - links_.first_of(next))};
        note_places(next);
        return true;
      });
    });
  }

  // Of links from s to switches that are one hop nearer, until it returns true.
  template <typename Visit>
  bool for_each_wish(SwitchIndex s, Hops hops, Visit visit) const {
    for (std::uint32_t i = 0; i < links_.count_of(s); ++i) {
      const LinkIndex link = links_.first_of(s) + i;
      if (!leads_nearer(link, hops)) continue;
      for (std::size_t k = 0; k < begins_at_.size(); ++k) {
        if ((layers_of(link) >> k & 1) != 0 && visit(Wish{link, k})) return true;
      }
    }
    return false;
  }

  // Are there links that the next switch takes, by which its paths may go on?
  bool is_followed(Wish wish) const {
    const SwitchIndex next = links_.to(wish.link);
    return next == destination_ || ((fits_[next] >> wish.layer & 1) != 0 &&
                                    of_.place_[wish.layer][wish.link] < ends_at_[wish.layer][next]);
  }

  // How many these are; of the destination 1.
  std::ptrdiff_t count_following(Wish wish) const {
    const SwitchIndex next = links_.to(wish.link);
    if (next == destination_) return 1;
    if (!is_followed(wish)) return 0;
    return std::ranges::count_if(steps_[next], [&](MinimalPaths::Step step) {
      return is_ascending(wish.link, {links_.first_of(next) + step, wish.layer});
    });
  }

  void grant(Wish wish) {
    ++grants_;
    const SwitchIndex next = links_.to(wish.link);
    std::erase_if(steps_[next], [&](MinimalPaths::Step step) {
      return !is_ascending(wish.link, {links_.first_of(next) + step, wish.layer});
    });
    note_places(next);
  }

  bool is_ascending(LinkIndex link, Wish then) const {
    return of_.place_[then.layer][link] < of_.place_[then.layer][then.link];
  }

  LayerSet layers_of(LinkIndex link) const {
    return static_cast<LayerSet>(of_.layers_of_[link] & layers_);
  }

  const FittingPaths& of_;
  LayerSet layers_;  // that paths may be in
  const Links& links_;
  const std::vector<bool>& usable_;
  SwitchIndex destination_;
  std::vector<SwitchIndex> order_;  // those with paths
  // By switch:
  std::vector<Hops> hops_;
  std::vector<LayerSet> fits_;
  std::vector<std::vector<MinimalPaths::Step>> steps_;
  std::vector<bool> is_used_;                           // somebody's steps lead there
  std::vector<std::vector<std::uint32_t>> begins_at_;   // [layer]: the first place of its steps
  std::vector<std::vector<std::uint32_t>> ends_at_;     // [layer]: the last
  std::vector<std::vector<std::uint32_t>> goes_on_at_;  // [layer]: see goes_on_at()
  std::vector<char> is_known_;                          // is that of all layers?
  std::vector<Hops> found_none_;            // with so many hops it has no step; kFar: no such yet
  std::vector<std::uint32_t> had_no_room_;  // after so many grants; kLast: no such yet
  std::uint32_t grants_ = 0;
  // Of a switch: the links that fit some layers.
  std::vector<std::pair<LayerSet, MinimalPaths::Step>> sets_;
  std::vector<SwitchIndex> met_;    // that found no path over so many hops
  std::vector<SwitchIndex> stuck_;  // all of these; some may have found a longer one
};

void FittingPaths::find(const std::vector<bool>& usable, SwitchIndex destination,
                        MinimalPaths& paths) const {
  Search search(*this, static_cast<LayerSet>(~spare_), usable, destination);
  search.run();
  if (search.is_complete() || spare_ == 0) return search.write(paths);
  Search again(*this, spare_, usable, destination);
  again.run();
  again.write(paths);
}

}  // namespace weft
