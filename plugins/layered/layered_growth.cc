#include "plugins/layered/layered_growth.h"

#include <algorithm>
#include <bit>

namespace weft {
namespace {

// Costs so much that no load comes up to it, first of all, not to take a preferred step, and then
// each layer that a path does not fit.
std::uint64_t disadvantage(bool preferred, unsigned fits) {
  constexpr std::uint64_t kLayer = std::uint64_t{1} << 58;
  const auto layers = static_cast<unsigned>(std::popcount(fits));
  return (layers == 0 ? 2 * kMostLayers : (preferred ? 0 : kMostLayers) + kMostLayers - layers) *
         kLayer;
}

// Of all layers together: some 256 MB.
constexpr std::uint64_t kMostTurns = 60'000'000;

unsigned lowest(unsigned set) { return static_cast<unsigned>(std::countr_zero(set)); }

}  // namespace

LayeredGrowth::LayeredGrowth(Setup setup)
    : setup_(std::move(setup)),
      layers_(setup_.links, setup_.request.lanes.lanes),
      sources_(setup_.request.fabric.switch_count()),
      kept_(sources_.size()),
      is_kept_(setup_.request.fabric.max_lid() + std::size_t{1}) {
  for (const EndPort& port : setup_.request.fabric.end_ports()) ++sources_[port.sw];
  if (setup_.symmetric) {
    pairs_.assign(sources_.size() * sources_.size(), kAnyLayer);
  } else {
    rows_.assign(sources_.size(), std::vector<std::uint8_t>(is_kept_.size(), kNoLayer));
  }
  for (const std::vector<LinkIndex>& order : setup_.orders) layers_.open(order);
  if (setup_.orders.empty()) open_one();
}

bool LayeredGrowth::open_one() {
  if (layers_.count() == kMostLayers) return false;
  // Those beyond the lanes only tell how many there would have to be.
  const bool large = setup_.links.turn_count() * layers_.count() > kMostTurns;
  if (large && layers_.count() > setup_.request.lanes.lanes.size()) return false;
  layers_.open(setup_.order);
  return true;
}

void LayeredGrowth::clear(PathTree& tree) const {
  tree.link.assign(sources_.size(), kNone);
  tree.fits.assign(sources_.size(), 0);
  tree.held.assign(sources_.size(), 0);
  tree.layer.assign(sources_.size(), kNoLayer);
}

bool LayeredGrowth::grow(const MinimalPaths& paths, const DestinationUnit& unit, PathCosts costs,
                         PathTree& tree) {
  if (!adds_turns_) begin_to_add();
  clear(tree);
  costs.of_switch[unit.sw] = 0;
  for (std::size_t i = 0; i < paths.order().size(); ++i) {
    if (layers_.work() + asked_ > setup_.most_work) return false;
    setup_.request.workers.check_stop();
    const SwitchIndex s = paths.order()[i];
    by_cost_.clear();
    const auto steps = paths.steps(i);
    for (std::uint32_t n = 0; n < steps.size(); ++n) {
      const LinkIndex link = setup_.links.first_of(s) + steps[n];
      std::uint64_t cost = costs.of_switch[setup_.links[link].to] + costs.of_link[link];
      if (has_orders())
        cost +=
            disadvantage(n < paths.preferred(i), fits(tree, link, unit.sw) & wanted(s, unit.sw));
      by_cost_.emplace_back(cost, link);
    }
    std::sort(by_cost_.begin(), by_cost_.end());
    if (!choose(by_cost_, s, unit.sw, tree)) return false;
    const LinkIndex link = tree.link[s];
    costs.of_switch[s] = costs.of_switch[setup_.links[link].to] + costs.of_link[link];
  }
  return true;
}

bool LayeredGrowth::choose(ByCost links, SwitchIndex s, SwitchIndex destination, PathTree& tree) {
  if (has_orders() ? take_fitting(links, s, destination, tree)
                   : take_held(links, s, destination, tree)) {
    return true;
  }
  if (!needs_layer(s)) {
    tree.link[s] = links.front().second;
    return true;
  }
  return take_wanted(links, s, destination, tree) || move_pair(links, s, destination, tree);
}

// Of the paths that go along the order of a wanted layer, the first.
bool LayeredGrowth::take_fitting(ByCost links, SwitchIndex s, SwitchIndex destination,
                                 PathTree& tree) {
  for (const auto& [cost, link] : links) {
    const LayerSet fitting = fits(tree, link, destination);
    unsigned rest = fitting & wanted(s, destination);
    if (rest == 0) return false;
    tree.link[s] = link;
    while (rest != 0) {
      const unsigned layer = emptiest(static_cast<LayerSet>(rest));
      if (add(layer, s, destination, tree)) {
        tree.fits[s] = fitting;
        return true;
      }
      rest &= ~(1u << layer);
    }
  }
  return false;
}

bool LayeredGrowth::take_held(ByCost links, SwitchIndex s, SwitchIndex destination,
                              PathTree& tree) const {
  const LayerSet want = wanted(s, destination);
  for (const auto& [cost, link] : links) {
    if (setup_.prefer == Prefer::kEvenLoad && cost > links.front().first) break;
    const SwitchIndex next = setup_.links[link].to;
    unsigned held = layers_.of(link);
    if (next != destination) held &= tree.held[next] & layers_.holding({link, tree.link[next]});
    if ((held & want) == 0) continue;
    tree.link[s] = link;
    tree.fits[s] = tree.held[s] = static_cast<LayerSet>(held);
    tree.layer[s] = static_cast<std::uint8_t>(lowest(held & want));
    return true;
  }
  return false;
}

// The first layer that takes any of the paths, and of these the one that costs least.
bool LayeredGrowth::take_wanted(ByCost links, SwitchIndex s, SwitchIndex destination,
                                PathTree& tree) {
  const LayerSet want = wanted(s, destination);
  for (unsigned k = 0; k < layers_.count() || (want == kAnyLayer && open_one()); ++k) {
    if ((want >> k & 1) == 0) continue;
    for (const auto& [cost, link] : links) {
      tree.link[s] = link;
      if (add(k, s, destination, tree)) return true;
    }
  }
  return false;
}

// Moves all paths between two switches to another layer.
bool LayeredGrowth::move_pair(ByCost links, SwitchIndex s, SwitchIndex destination,
                              PathTree& tree) {
  const LayerSet want = wanted(s, destination);
  if (want == kAnyLayer) return false;
  const std::vector<LinkTurn> others = turns_between(s, destination);
  for (unsigned k = 0; k < layers_.count() || open_one(); ++k) {
    const bool has_room = std::all_of(others.begin(), others.end(), [&](LinkTurn turn) {
      return (layers_.of(turn.from) & layers_.of(turn.to) & 1u << k) != 0;
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
bool LayeredGrowth::add(unsigned layer, SwitchIndex s, SwitchIndex destination, PathTree& tree,
                        std::span<const LinkTurn> besides) {
  const Links& links = setup_.links;
  const unsigned bit = 1u << layer;
  turns_.assign(besides.begin(), besides.end());
  SwitchIndex end = s;  // of the part that the layer does not hold
  while ((tree.held[end] & bit) == 0) {
    const LinkIndex link = tree.link[end];
    if ((layers_.of(link) & bit) == 0) return false;
    const SwitchIndex next = links[link].to;
    if (next == destination) break;
    turns_.push_back({link, tree.link[next]});
    end = next;
  }
  // All paths of a layer that was opened because it was needed could be turned round: so the way
  // back fits it too.
  if (setup_.symmetric && layer >= setup_.orders.size()) {
    const std::size_t count = turns_.size();
    for (std::size_t t = 0; t < count; ++t) {
      turns_.push_back({links.opposite(turns_[t].to), links.opposite(turns_[t].from)});
    }
  }
  asked_ += 1 + turns_.size();
  if (!layers_.add(layer, turns_)) return false;
  for (SwitchIndex at = s;; at = links[tree.link[at]].to) {
    tree.held[at] = static_cast<LayerSet>(tree.held[at] | bit);
    tree.fits[at] = static_cast<LayerSet>(tree.fits[at] | bit);
    if (at == end) break;
  }
  tree.layer[s] = static_cast<std::uint8_t>(layer);
  return true;
}

// Of all paths between two switches that are kept.
std::vector<LinkTurn> LayeredGrowth::turns_between(SwitchIndex a, SwitchIndex b) const {
  std::vector<LinkTurn> turns;
  for (const Lid lid : kept_[b]) append_turns(a, b, lid, turns);
  for (const Lid lid : kept_[a]) append_turns(b, a, lid, turns);
  return turns;
}

void LayeredGrowth::append_turns(SwitchIndex from, SwitchIndex to, Lid lid,
                                 std::vector<LinkTurn>& turns) const {
  LinkIndex in = kNone;
  for (SwitchIndex at = from; at != to; at = setup_.links[in].to) {
    const LinkIndex out = setup_.links.at(at, setup_.rows.row(at)[lid]);
    if (in != kNone) turns.push_back({in, out});
    in = out;
  }
}

// Where a pair of switches has a choice of layers, it takes the emptiest.
void LayeredGrowth::fix_pairs() {
  for (SwitchIndex a = 0; a < sources_.size() && setup_.symmetric; ++a) {
    for (SwitchIndex b = a + 1; b < sources_.size(); ++b) {
      const LayerSet set = wanted(a, b);
      if (set == kAnyLayer) continue;
      const unsigned layer = emptiest(set);
      paths_in_[layer] += std::uint64_t{sources_[a]} * sources_[b];
      set_pair(a, b, static_cast<LayerSet>(1u << layer));
    }
  }
}

// The turns of all paths so far, each in a layer whose order it goes along.
void LayeredGrowth::begin_to_add() {
  adds_turns_ = true;
  fix_pairs();
  PathTree tree;
  for (const auto& [lid, unit] : late_) {
    setup_.request.workers.check_stop();
    add_late(unit, lid, tree);
  }
  late_ = {};
}

void LayeredGrowth::add_late(const DestinationUnit& unit, Lid lid, PathTree& tree) {
  clear(tree);
  for (SwitchIndex s = 0; s < sources_.size(); ++s) {
    const PortNum port = setup_.rows.row(s)[lid];
    if (s != unit.sw && port != kNoPath) tree.link[s] = setup_.links.at(s, port);
  }
  for (SwitchIndex s = 0; s < sources_.size(); ++s) {
    if (tree.link[s] == kNone || !needs_layer(s)) continue;
    unsigned layer = 0;
    if (layers_.count() > 1) layer = layer_of(s, unit.sw, lid);
    add(layer, s, unit.sw, tree);
    if (setup_.symmetric) {
      set_pair(s, unit.sw, static_cast<LayerSet>(1u << layer));
    } else {
      rows_[s][lid] = static_cast<std::uint8_t>(layer);
    }
  }
}

bool LayeredGrowth::settle(std::span<const SwitchIndex> order, const DestinationUnit& unit,
                           PathTree& tree) {
  if (is_simple()) return true;
  tree.held.assign(sources_.size(), 0);
  tree.layer.assign(sources_.size(), kNoLayer);
  for (const SwitchIndex s : order) {
    if (!needs_layer(s)) continue;
    unsigned rest = tree.fits[s] & wanted(s, unit.sw);
    while (rest != 0 && tree.layer[s] == kNoLayer) {
      const unsigned layer = emptiest(static_cast<LayerSet>(rest));
      if (!adds_turns_ || add(layer, s, unit.sw, tree)) {
        tree.layer[s] = static_cast<std::uint8_t>(layer);
      }
      rest &= ~(1u << layer);
    }
    if (tree.layer[s] == kNoLayer) return false;
  }
  return true;
}

void LayeredGrowth::keep(const DestinationUnit& unit, const PathTree& tree, Lid lid) {
  if (!is_kept_[lid]) kept_[unit.sw].push_back(lid);
  if (!is_kept_[lid] && !adds_turns_) late_.emplace_back(lid, unit);
  is_kept_[lid] = true;
  if (is_simple()) return;
  for (SwitchIndex s = 0; s < sources_.size(); ++s) {
    const std::uint8_t layer = tree.layer[s];
    if (layer == kNoLayer) continue;
    if (unit.end_ports) paths_in_[layer] += sources_[s];
    if (!setup_.symmetric) {
      rows_[s][lid] = layer;
    } else if (adds_turns_) {
      set_pair(s, unit.sw, static_cast<LayerSet>(1u << layer));
    } else {
      set_pair(s, unit.sw, static_cast<LayerSet>(wanted(s, unit.sw) & tree.fits[s]));
    }
  }
}

void LayeredGrowth::refit(SwitchIndex s, SwitchIndex destination, Lid lid, LayerSet fits) {
  if (is_simple() || !needs_layer(s)) return;
  if (setup_.symmetric) {
    set_pair(s, destination, static_cast<LayerSet>(wanted(s, destination) & fits));
  } else if ((fits >> rows_[s][lid] & 1) == 0) {
    rows_[s][lid] = static_cast<std::uint8_t>(emptiest(fits));
  }
}

unsigned LayeredGrowth::emptiest(LayerSet set) const {
  unsigned best = lowest(set);
  for (unsigned rest = set; rest != 0; rest &= rest - 1) {
    if (paths_in_[lowest(rest)] < paths_in_[best]) best = lowest(rest);
  }
  return best;
}

SlBySwitch LayeredGrowth::plan(const DestinationOrder& order) {
  paths_in_ = {};
  fix_pairs();
  const std::vector<Lane>& lanes = setup_.request.lanes.lanes;
  SlBySwitch plan;
  plan.rows.assign(sources_.size(), std::vector<Sl>(is_kept_.size(), lanes.front().sl));
  for (const DestinationUnit& unit : order.units) {
    setup_.request.workers.check_stop();
    for (const Lid lid : order.of(unit)) {
      for (SwitchIndex s = 0; s < sources_.size(); ++s) {
        const std::uint8_t layer = layer_of(s, unit.sw, lid);
        if (layer != kNoLayer) plan.rows[s][lid] = lanes[layer].sl;
      }
    }
  }
  return plan;
}

std::uint8_t LayeredGrowth::layer_of(SwitchIndex s, SwitchIndex destination, Lid lid) const {
  if (!setup_.symmetric) return rows_[s][lid];
  const LayerSet set = wanted(s, destination);
  return set == kAnyLayer ? kNoLayer : static_cast<std::uint8_t>(lowest(set));
}

}  // namespace weft
