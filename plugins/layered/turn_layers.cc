#include "plugins/layered/turn_layers.h"

#include <algorithm>
#include <bit>

#include "common/routing/lane_turns.h"

namespace weft {
namespace {

// A cost above that of any load: for a step that is not preferred and, less, for each layer that
// the path does not fit.
std::uint64_t disadvantage(bool preferred, LayerSet fits) {
  constexpr std::uint64_t kLayer = std::uint64_t{1} << 58;
  const unsigned layers = count_layers(fits);
  return (layers == 0 ? 2 * kMostLayers : (preferred ? 0 : kMostLayers) + kMostLayers - layers) *
         kLayer;
}

LayerSet only(unsigned layer) { return static_cast<LayerSet>(1u << layer); }

}  // namespace

TurnLayers::TurnLayers(OrderedLayers before, Tables rows)
    : settled_(before.settled()),
      paths_(std::move(before).finish()),
      links_(paths_.links()),
      rows_(rows),
      is_settled_(paths_.request().fabric.max_lid() + std::size_t{1}) {
  paths_.fix_pairs();
  add_settled();
  const std::vector<LinkTurn>& of_groups = paths_.spec().of_groups;
  if (!of_groups.empty()) paths_.layers().add(0, of_groups);
  if (paths_.count() == 1) enter_settled();
  for (const std::vector<Lid>& lids : settled_) {
    for (const Lid lid : lids) is_settled_[lid] = true;
  }
}

// They ascend in the orders of their layers, so that none has to be searched.
void TurnLayers::add_settled() {
  const RouteRequest& request = paths_.request();
  const auto layer_of = [&](SwitchIndex s, Lid lid) -> unsigned {
    return paths_.count() == 1 ? 0
                               : paths_.layer_of(s, request.fabric.destination_switch(lid), lid);
  };
  const auto add = [&](unsigned layer, LinkTurn turn) {
    if (paths_.layers().holds(layer, turn)) return;
    paths_.layers().add(layer, {&turn, 1});
    ++asked_;
  };
  for (const bool need_layer : {true, false}) {  // paths back from these destinations
    std::vector<Lid> lids;
    for (SwitchIndex s = 0; s < paths_.switch_count(); ++s) {
      if (paths_.needs_layer(s) != need_layer) continue;
      lids.insert(lids.end(), settled_[s].begin(), settled_[s].end());
    }
    const std::vector<LayerSet> made =
        turns_by_number(request.fabric, links_, rows_, lids, layer_of, request.workers);
    links_.for_each_turn([&](LinkTurn turn, std::uint64_t number) {
      for (unsigned rest = made[number]; rest != 0; rest &= rest - 1) {
        const auto layer = static_cast<unsigned>(std::countr_zero(rest));
        add(layer, turn);
        if (need_layer && paths_.holds_ways_back(layer)) add(layer, links_.way_back(turn));
      }
    });
  }
}

// Where there is one layer, OrderedLayers has not entered the paths.
void TurnLayers::enter_settled() {
  for (SwitchIndex s = 0; s < paths_.switch_count(); ++s) {
    paths_.request().workers.check_stop();
    if (!paths_.needs_layer(s)) continue;
    for (SwitchIndex d = 0; d < paths_.switch_count(); ++d) {
      for (const Lid lid : settled_[d]) {
        if (s != d && rows_.row(s)[lid] != kNoPath) paths_.enter(s, d, lid, 0, only(0));
      }
    }
  }
}

void TurnLayers::clear(PathTree& tree) {
  tree.link.assign(paths_.switch_count(), kNone);
  tree.fits.assign(paths_.switch_count(), 0);
  held_.assign(paths_.switch_count(), 0);
  layer_.assign(paths_.switch_count(), kNoLayer);
}

bool TurnLayers::grow(const MinimalPaths& minimal, const DestinationUnit& unit,
                      std::span<const Lid> lids, PathCosts costs, PathTree& tree) {
  clear(tree);
  costs.of_switch[unit.sw] = 0;
  for (std::size_t i = 0; i < minimal.nearest_first().size(); ++i) {
    const bool may_search = work() <= paths_.spec().most_work;
    if (!may_search && paths_.needs_layer(unit.sw)) return false;
    paths_.request().workers.check_stop();
    const SwitchIndex s = minimal.nearest_first()[i];
    // Hardly anything is sent to switches without end ports, so a path without a search is enough.
    if (paths_.needs_layer(unit.sw) || !take_unsearched(minimal, i, costs, tree)) {
      find_costs(minimal, i, costs, tree);
      if (!choose(by_cost_, s, unit.sw, may_search, tree)) {
        if (may_search) return false;
        tree.link[s] = kNone;
        left_out_ += lids.size();
        continue;
      }
    }
    const LinkIndex link = tree.link[s];
    costs.of_switch[s] = costs.of_switch[links_.to(link)] + costs.of_link[link];
  }
  for (const Lid lid : lids) keep(unit, lid);
  return true;
}

// The cheapest of the paths from the i-th switch that go along the order of a wanted layer, of
// those that one holds, or, if it needs no layer, of all.
bool TurnLayers::take_unsearched(const MinimalPaths& minimal, std::size_t i, PathCosts costs,
                                 PathTree& tree) {
  enum class Kind : std::uint8_t { kAscends, kIsHeld, kNeedsNone, kIsNone };
  const SwitchIndex s = minimal.nearest_first()[i];
  const SwitchIndex destination = minimal.destination();
  const LayerSet want = paths_.wanted(s, destination);
  const bool needs_layer = paths_.needs_layer(s);
  Kind best = Kind::kIsNone;
  std::uint64_t least = 0;
  LayerSet set = 0;
  for (const MinimalPaths::Step step : minimal.steps(i)) {
    const LinkIndex link = links_.first_of(s) + step;
    const SwitchIndex next = links_.to(link);
    if (next != destination && tree.link[next] == kNone) continue;
    const std::uint64_t cost = costs.of_switch[next] + costs.of_link[link];
    Kind kind = Kind::kAscends;
    auto layers = static_cast<LayerSet>(paths_.fits(tree, link, destination) & want);
    if (layers == 0) {
      if (best == Kind::kAscends) continue;
      kind = Kind::kIsHeld;
      layers = static_cast<LayerSet>(held(link, destination, tree) & want);
    }
    if (layers == 0) kind = needs_layer ? Kind::kIsNone : Kind::kNeedsNone;
    if (kind > best || kind == Kind::kIsNone || (kind == best && cost >= least)) continue;
    best = kind;
    least = cost;
    set = layers;
    tree.link[s] = link;
  }
  if (best == Kind::kIsNone) return false;
  tree.fits[s] = set;
  if (best == Kind::kIsHeld) {
    held_[s] = set;
    layer_[s] = static_cast<std::uint8_t>(std::countr_zero(set));
  }
  return best != Kind::kAscends || !needs_layer || add(paths_.emptiest(set), s, destination, tree);
}

// Of the links that paths from the i-th switch may begin with, the cheapest first.
void TurnLayers::find_costs(const MinimalPaths& minimal, std::size_t i, PathCosts costs,
                            const PathTree& tree) {
  const SwitchIndex s = minimal.nearest_first()[i];
  const SwitchIndex destination = minimal.destination();
  const auto steps = minimal.steps(i);
  by_cost_.clear();
  for (std::uint32_t n = 0; n < steps.size(); ++n) {
    const LinkIndex link = links_.first_of(s) + steps[n];
    const SwitchIndex next = links_.to(link);
    if (next != destination && tree.link[next] == kNone) continue;
    std::uint64_t cost = costs.of_switch[next] + costs.of_link[link];
    if (paths_.has_orders()) {
      const LayerSet fits = paths_.fits(tree, link, destination);
      const auto wanted = static_cast<LayerSet>(fits & paths_.wanted(s, destination));
      cost += disadvantage(n < minimal.preferred(i), wanted);
    }
    by_cost_.emplace_back(cost, link);
  }
  std::sort(by_cost_.begin(), by_cost_.end());
}

bool TurnLayers::choose(ByCost links, SwitchIndex s, SwitchIndex destination, bool may_search,
                        PathTree& tree) {
  if (links.empty()) return false;
  if (paths_.has_orders() ? take_fitting(links, s, destination, tree)
                          : take_held(links, s, destination, tree)) {
    return true;
  }
  if (!paths_.needs_layer(s)) {
    tree.link[s] = links.front().second;
    return true;
  }
  return may_search &&
         (take_wanted(links, s, destination, tree) || move_pair(links, s, destination, tree));
}

// Of the paths that go along the order of a wanted layer, the first that has room there.
bool TurnLayers::take_fitting(ByCost links, SwitchIndex s, SwitchIndex destination,
                              PathTree& tree) {
  for (const auto& [cost, link] : links) {
    const LayerSet fitting = paths_.fits(tree, link, destination);
    unsigned rest = fitting & paths_.wanted(s, destination);
    if (rest != 0) tree.link[s] = link;
    while (rest != 0) {
      const unsigned layer = paths_.emptiest(static_cast<LayerSet>(rest));
      if (add(layer, s, destination, tree)) {
        tree.fits[s] = fitting;
        return true;
      }
      rest &= ~(1u << layer);
    }
  }
  return false;
}

// The layers that hold a path that begins with a link.
LayerSet TurnLayers::held(LinkIndex link, SwitchIndex destination, const PathTree& tree) const {
  const SwitchIndex next = links_.to(link);
  unsigned set = paths_.layers().of(link);
  if (next != destination) set &= held_[next];
  if (next != destination && set != 0) set &= paths_.layers().holding({link, tree.link[next]});
  return static_cast<LayerSet>(set);
}

bool TurnLayers::take_held(ByCost links, SwitchIndex s, SwitchIndex destination, PathTree& tree) {
  const LayerSet want = paths_.wanted(s, destination);
  for (const auto& [cost, link] : links) {
    if (paths_.spec().prefer == Prefer::kEvenLoad && cost > links.front().first) break;
    const LayerSet set = held(link, destination, tree);
    if ((set & want) == 0) continue;
    tree.link[s] = link;
    tree.fits[s] = held_[s] = set;
    layer_[s] = static_cast<std::uint8_t>(std::countr_zero(static_cast<LayerSet>(set & want)));
    return true;
  }
  return false;
}

// The first layer that takes any of the paths, and of these the one that costs least.
bool TurnLayers::take_wanted(ByCost links, SwitchIndex s, SwitchIndex destination, PathTree& tree) {
  const LayerSet want = paths_.wanted(s, destination);
  const auto opens_one = [&] { return want == PathLayers::kAnyLayer && paths_.open_one(); };
  for (unsigned k = 0; k < paths_.count() || opens_one(); ++k) {
    if ((want >> k & 1) == 0) continue;
    for (const auto& [cost, link] : links) {
      tree.link[s] = link;
      if (add(k, s, destination, tree)) return true;
    }
  }
  return false;
}

// Moves all paths between two switches to another layer.
bool TurnLayers::move_pair(ByCost links, SwitchIndex s, SwitchIndex destination, PathTree& tree) {
  const LayerSet want = paths_.wanted(s, destination);
  if (want == PathLayers::kAnyLayer) return false;
  const std::vector<LinkTurn> others = turns_between(s, destination);
  for (unsigned k = 0; k < paths_.count() || paths_.open_one(); ++k) {
    const Layers& layers = paths_.layers();
    const bool has_room = std::all_of(others.begin(), others.end(), [&](LinkTurn turn) {
      return (layers.of(turn.from) & layers.of(turn.to) & 1u << k) != 0;
    });
    if ((want >> k & 1) != 0 || !has_room) continue;
    for (const auto& [cost, link] : links) {
      tree.link[s] = link;
      if (add(k, s, destination, tree, others)) return true;
    }
  }
  return false;
}

// Adds the turns of the path from s, and some besides, to a layer; false if that does not take
// them.
bool TurnLayers::add(unsigned layer, SwitchIndex s, SwitchIndex destination, PathTree& tree,
                     std::span<const LinkTurn> besides) {
  const unsigned bit = 1u << layer;
  turns_.assign(besides.begin(), besides.end());
  SwitchIndex end = s;  // of the part that the layer does not hold
  while ((held_[end] & bit) == 0) {
    const LinkIndex link = tree.link[end];
    if ((paths_.layers().of(link) & bit) == 0) return false;
    const SwitchIndex next = links_.to(link);
    if (next == destination) break;
    turns_.push_back({link, tree.link[next]});
    end = next;
  }
  if (paths_.needs_layer(destination) && paths_.holds_ways_back(layer)) {
    const std::size_t count = turns_.size();
    for (std::size_t t = 0; t < count; ++t) turns_.push_back(links_.way_back(turns_[t]));
  }
  std::erase_if(turns_, [&](LinkTurn turn) { return paths_.layers().holds(layer, turn); });
  asked_ += turns_.size();
  if (!paths_.layers().add(layer, turns_)) return false;
  for (SwitchIndex at = s;; at = links_.to(tree.link[at])) {
    held_[at] = static_cast<LayerSet>(held_[at] | bit);
    tree.fits[at] = static_cast<LayerSet>(tree.fits[at] | bit);
    if (at == end) break;
  }
  layer_[s] = static_cast<std::uint8_t>(layer);
  return true;
}

// Of all paths between two switches that have settled.
std::vector<LinkTurn> TurnLayers::turns_between(SwitchIndex a, SwitchIndex b) const {
  std::vector<LinkTurn> turns;
  for (const Lid lid : settled_[b]) append_turns(a, b, lid, turns);
  for (const Lid lid : settled_[a]) append_turns(b, a, lid, turns);
  return turns;
}

void TurnLayers::append_turns(SwitchIndex from, SwitchIndex to, Lid lid,
                              std::vector<LinkTurn>& turns) const {
  LinkIndex in = kNone;
  if (rows_.row(from)[lid] == kNoPath) return;  // left out
  for (SwitchIndex at = from; at != to; at = links_.to(in)) {
    const LinkIndex out = links_.at(at, rows_.row(at)[lid]);
    if (in != kNone) turns.push_back({in, out});
    in = out;
  }
}

bool TurnLayers::settle(std::span<const SwitchIndex> switches, const DestinationUnit& unit,
                        std::span<const Lid> lids, PathTree& tree) {
  held_.assign(paths_.switch_count(), 0);
  layer_.assign(paths_.switch_count(), kNoLayer);
  for (const SwitchIndex s : switches) {
    if (!paths_.needs_layer(s)) continue;
    unsigned rest = tree.fits[s] & paths_.wanted(s, unit.sw);
    while (rest != 0 && layer_[s] == kNoLayer) {
      const unsigned layer = paths_.emptiest(static_cast<LayerSet>(rest));
      add(layer, s, unit.sw, tree);
      rest &= ~(1u << layer);
    }
    if (layer_[s] == kNoLayer) return false;
  }
  for (const Lid lid : lids) keep(unit, lid);
  return true;
}

void TurnLayers::keep(const DestinationUnit& unit, Lid lid) {
  if (!is_settled_[lid]) settled_[unit.sw].push_back(lid);
  is_settled_[lid] = true;
  for (SwitchIndex s = 0; s < paths_.switch_count(); ++s) {
    if (layer_[s] == kNoLayer) continue;
    if (unit.end_ports) paths_.add_load(s, layer_[s]);
    paths_.enter(s, unit.sw, lid, layer_[s], only(layer_[s]));
  }
}

}  // namespace weft
