#include "plugins/layered/balanced_paths.h"

#include <algorithm>
#include <utility>

#include "common/balance/evenness.h"
#include "plugins/layered/load_shifts.h"

namespace weft {
namespace {

// Rounds at most; each follows only if the load is uneven (evenness.h).
constexpr int kMostRounds = 3;
// Where destinations come leaf by leaf, as in a tree, there is no further round if it would examine
// more links than this, some seconds: it hardly improves the balance of large trees.
constexpr std::uint64_t kMostLooks = 1'000'000'000;

// What a path to a sibling costs. With 1, siblings still share links that carry few paths; more
// than 4 gains hardly anything.
constexpr std::uint32_t kSiblingLids = 4;

// What both states of layers have.
const PathLayers& paths_of(const std::variant<OrderedLayers, TurnLayers>& layers) {
  return std::visit([](const auto& state) -> const PathLayers& { return state.paths(); }, layers);
}

// What the search for turns has cost so far.
std::uint64_t work_of(const std::variant<OrderedLayers, TurnLayers>& layers) {
  const auto* const turns = std::get_if<TurnLayers>(&layers);
  return turns == nullptr ? 0 : turns->work();
}

// How many paths it has left out.
std::uint64_t left_out_of(const std::variant<OrderedLayers, TurnLayers>& layers) {
  const auto* const turns = std::get_if<TurnLayers>(&layers);
  return turns == nullptr ? 0 : turns->left_out();
}

bool settle(std::variant<OrderedLayers, TurnLayers>& layers, std::span<const SwitchIndex> switches,
            const DestinationUnit& unit, std::span<const Lid> lids, PathTree& tree) {
  return std::visit([&](auto& state) { return state.settle(switches, unit, lids, tree); }, layers);
}

TurnLayers& with_turns(std::variant<OrderedLayers, TurnLayers>& layers, Tables rows) {
  if (auto* const ordered = std::get_if<OrderedLayers>(&layers)) {
    TurnLayers turns(std::move(*ordered), rows);
    layers.emplace<TurnLayers>(std::move(turns));
  }
  return std::get<TurnLayers>(layers);
}

}  // namespace

BalancedPaths::BalancedPaths(const Setup& setup)
    : setup_(setup),
      minimal_(setup.links, setup.order, setup.usable, setup.request.workers),
      siblings_(setup.request.fabric, setup.links, kSiblingLids),
      load_(setup.links.count()),
      stage_(setup.links) {
  const unsigned threads = setup.request.workers.threads();
  workers_.reserve(threads);
  for (unsigned w = 0; w < threads; ++w) {
    workers_.push_back({.growth = TreeGrowth(setup.links, setup.sources),
                        .change = std::vector<std::uint32_t>(setup.links.count())});
  }
}

void BalancedPaths::choose() {
  minimal_.prefer(nullptr);
  forget();
  choose_all();
  if (is_worth_rounds()) improve([this] { choose_one_by_one(); });
}

PathsInLayers BalancedPaths::choose_in_layers(LayerSpec spec, MinimalPathCache::Preferred preferred,
                                              const PlannedPaths* planned) {
  const bool is_direct = !setup_.order.leaf_by_leaf;
  const bool has_choice = planned == nullptr || planned->has_choice();
  const bool may_shift = has_choice && (is_direct || spec.shift_in_trees);
  const Ways ways = spec.ways;
  std::optional<FittingPaths> fitting;
  if (spec.longer_paths) {
    fitting.emplace(setup_.links, setup_.request.lanes.lanes, spec.orders, spec.spare_layers);
  }
  minimal_.prefer(std::move(preferred), std::move(fitting), planned);
  forget();
  // Where all layers have one order, which decides little, the load of the paths without layers
  // shows which links to avoid.
  if (spec.orders.empty() && is_direct && spec.prefer == Prefer::kEvenLoad) choose_all();
  LayerState layers =
      OrderedLayers({setup_.request, setup_.links, setup_.end_ports, std::move(spec)});
  PathsInLayers result;
  result.complete = choose_all(layers);
  result.layers = paths_of(layers).count();
  result.work = work_of(layers);
  result.left_out = left_out_of(layers);
  const std::vector<Lane>& lanes = setup_.request.lanes.lanes;
  result.fit = result.complete && result.layers <= lanes.size();
  if (!result.fit) return result;

  if (has_choice && is_worth_rounds()) improve([&] { balance(layers); });
  result.work = work_of(layers);
  // With both ways and several orders, moving paths gains nothing: the load is uneven mostly in the
  // rings of the last dimension, where all paths between two places must go in one direction.
  const bool is_movable =
      std::holds_alternative<TurnLayers>(layers) || ways == Ways::kOne || result.layers == 1;
  PathLayers paths = std::visit([](auto& state) { return std::move(state).finish(); }, layers);
  if (may_shift && is_movable) improve([&] { shift(paths); });
  for (unsigned k = 0; k < result.layers; ++k) result.orders.push_back(paths.layers().order(k));
  if (result.layers > 1 || lanes.front() != Lane{}) {
    result.lanes = std::move(paths).plan(setup_.order);
  }
  return result;
}

void BalancedPaths::forget() {
  std::fill(load_.begin(), load_.end(), 0);
  stage_.clear();
  chosen_ = false;
}

bool BalancedPaths::is_worth_rounds() const {
  return !setup_.order.leaf_by_leaf ||
         std::uint64_t{setup_.links.count()} * setup_.order.lids.size() <= kMostLooks;
}

// One round after the other.
template <typename Round>
void BalancedPaths::improve(Round round) const {
  double before = unevenness();
  for (int i = 1; i < kMostRounds && before > kEven; ++i) {
    round();
    const double after = unevenness();
    if (after > before * kWorthwhile) return;
    before = after;
  }
}

std::uint32_t BalancedPaths::busiest() const {
  return load_.empty() ? 0 : *std::max_element(load_.begin(), load_.end());
}

// The load of the busiest link over the mean of all usable links.
double BalancedPaths::unevenness() const {
  std::uint64_t sum = 0;
  std::uint64_t count = 0;
  std::uint32_t most = 0;
  for (LinkIndex l = 0; l < setup_.links.count(); ++l) {
    if (!setup_.usable.empty() && !setup_.usable[l]) continue;
    most = std::max(most, load_[l]);
    sum += load_[l];
    ++count;
  }
  return sum == 0 ? 1 : most * static_cast<double>(count) / static_cast<double>(sum);
}

// The first round without layers.
void BalancedPaths::choose_all() {
  const std::span<const DestinationUnit> units = setup_.order.units;
  const std::vector<std::uint32_t>& batches = setup_.order.batches;
  for (std::size_t b = 0; b + 1 < batches.size(); ++b) {
    setup_.request.workers.check_stop();
    minimal_.look_ahead(units.subspan(batches[b]));
    choose_at_once(units.subspan(batches[b], batches[b + 1] - batches[b]), nullptr);
    if (siblings_.any()) stage_.flush(setup_.rows, setup_.request.workers);
  }
  stage_.flush(setup_.rows, setup_.request.workers);
  chosen_ = true;
}

// A later round without layers. Not in batches, whose units would all move to the same idle links.
void BalancedPaths::choose_one_by_one() {
  for (const DestinationUnit& unit : setup_.order.units) {
    setup_.request.workers.check_stop();
    choose_at_once({&unit, 1}, nullptr);
    if (siblings_.any()) stage_.flush(setup_.rows, setup_.request.workers);
  }
  stage_.flush(setup_.rows, setup_.request.workers);
}

// The first round in layers; false, with rows half written, if the layers are given up.
bool BalancedPaths::choose_all(LayerState& layers) {
  const std::span<const DestinationUnit> all = setup_.order.units;
  const std::vector<std::uint32_t>& batches = setup_.order.batches;
  bool at_once = true;
  for (std::size_t b = 0; b + 1 < batches.size(); ++b) {
    setup_.request.workers.check_stop();
    minimal_.look_ahead(all.subspan(batches[b]));
    const auto units = all.subspan(batches[b], batches[b + 1] - batches[b]);
    if (at_once) {
      choose_at_once(units, &paths_of(layers));
      stage_.flush(setup_.rows, setup_.request.workers);
    }
    std::size_t in_turn = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
      const bool is_loaded = at_once && choices_[i].complete;
      if (is_loaded && settle(units[i], layers, choices_[i])) continue;
      ++in_turn;
      if (paths_of(layers).spec().most_work == 0) return false;
      const InRows in_rows = is_loaded || chosen_ ? InRows::kPathsOfTheLoad : InRows::kNothing;
      if (!choose_in_turn(units[i], in_rows, with_turns(layers, setup_.rows))) return false;
    }
    // If many have to be chosen one by one, the rest is too.
    at_once = at_once && in_turn <= units.size() / 4;
  }
  chosen_ = true;
  return true;
}

// Chooses once more by load, among the paths that the layers take as they are.
void BalancedPaths::balance(LayerState& layers) {
  Worker& worker = workers_[0];
  PathTree tree;
  std::swap(worker.growth.load, load_);
  for (const DestinationUnit& unit : setup_.order.units) {
    if (!unit.end_ports) continue;
    setup_.request.workers.check_stop();
    if (work_of(layers) > paths_of(layers).spec().most_work) break;
    const MinimalPaths& minimal = minimal_.to(unit.sw, worker.found);
    const std::uint32_t loads = loads_of(unit);
    for (std::size_t t = 0; t < trees_of(unit); ++t) {
      const PathTree& before = read(worker, minimal, unit, t);
      worker.growth.remove(minimal, before, loads);
      const bool is_grown = apart_from_siblings(worker, minimal, lids_of(unit, t).front(), [&] {
        return worker.growth.grow_in_layers(minimal, paths_of(layers), tree);
      });
      const bool is_other = is_grown && tree.link != before.link;
      const bool is_taken =
          is_other && weft::settle(layers, minimal.nearest_first(), unit, lids_of(unit, t), tree);
      worker.growth.add(minimal, is_taken ? tree : before, loads);
      if (is_taken) write(unit, tree, t);
    }
  }
  std::swap(worker.growth.load, load_);
}

// Moves paths off busy links.
void BalancedPaths::shift(PathLayers& layers) {
  LoadShifts shifts(setup_.links, setup_.sources, load_, layers);
  for (const DestinationUnit& unit : setup_.order.units) {
    if (!unit.end_ports) continue;
    setup_.request.workers.check_stop();
    const MinimalPaths& minimal = minimal_.to(unit.sw, workers_[0].found);
    for (std::size_t t = 0; t < trees_of(unit); ++t) {
      shifts.shift(minimal, unit, lids_of(unit, t), setup_.rows);
    }
  }
}

// Those of a batch. The paths that are complete are part of the load and staged. Null: no layers.
void BalancedPaths::choose_at_once(std::span<const DestinationUnit> units,
                                   const PathLayers* layers) {
  if (choices_.size() < units.size()) choices_.resize(units.size());
  std::size_t rows = 0;
  for (const DestinationUnit& unit : units) rows += trees_of(unit);
  if (!stage_.has_room(rows)) stage_.flush(setup_.rows, setup_.request.workers);
  rows = stage_.add_rows(rows);
  for (std::size_t i = 0; i < units.size(); ++i) {
    choices_[i].first_row = rows;
    rows += trees_of(units[i]);
  }
  if (units.size() == 1) {
    std::swap(workers_[0].growth.load, load_);
    choose_unit(workers_[0], units[0], layers, choices_[0]);
    std::swap(workers_[0].growth.load, load_);
  } else {
    setup_.request.workers.parallel_for(units.size(), 1,
                                        [&](unsigned w, std::size_t i, std::size_t) {
                                          Worker& worker = workers_[w];
                                          worker.growth.load = load_;
                                          choose_unit(worker, units[i], layers, choices_[i]);
                                          note_change(worker);
                                        });
    for (Worker& worker : workers_) {
      for (LinkIndex l = 0; l < setup_.links.count(); ++l) load_[l] += worker.change[l];
      std::fill(worker.change.begin(), worker.change.end(), 0);
    }
  }
  stage_lids(units);
}

void BalancedPaths::note_change(Worker& worker) const {
  for (LinkIndex l = 0; l < setup_.links.count(); ++l) {
    worker.change[l] += worker.growth.load[l] - load_[l];
  }
}

void BalancedPaths::choose_unit(Worker& worker, const DestinationUnit& unit,
                                const PathLayers* layers, Choice& choice) {
  const MinimalPaths& minimal = minimal_.to(unit.sw, worker.found);
  const std::uint32_t loads = loads_of(unit);
  if (layers != nullptr) choice.trees.resize(trees_of(unit));
  choice.complete = false;
  // As in a whole tree: then no step has to be looked at for the layers' sake.
  const bool all_fit = layers != nullptr && minimal.is_complete() && !minimal.has_preferred() &&
                       layers->all_fit(minimal, worker.first_place);
  for (std::size_t t = 0; t < trees_of(unit); ++t) {
    PathTree& tree = layers != nullptr ? choice.trees[t] : worker.tree;
    if (chosen_ && loads != 0) {
      worker.growth.remove(minimal, read(worker, minimal, unit, t), loads);
    }
    const bool is_grown = apart_from_siblings(worker, minimal, lids_of(unit, t).front(), [&] {
      if (layers != nullptr && !all_fit) {
        return worker.growth.grow_in_layers(minimal, *layers, tree);
      }
      worker.growth.grow(minimal, tree);
      if (all_fit) tree.fits.assign(setup_.sources.size(), layers->open_layers());
      return true;
    });
    if (!is_grown) {
      give_back(worker, minimal, unit, choice, t);
      return;
    }
    worker.growth.add(minimal, tree, loads);
    stage(minimal, tree, choice.first_row + t);
  }
  if (layers != nullptr) {
    choice.switches.assign(minimal.nearest_first().begin(), minimal.nearest_first().end());
  }
  choice.complete = true;
}

void BalancedPaths::stage(const MinimalPaths& minimal, const PathTree& tree, std::size_t row) {
  const auto steps = stage_.row(row);
  for (const SwitchIndex s : minimal.nearest_first()) {
    steps[s] = static_cast<PathStage::Step>(tree.link[s] - setup_.links.first_of(s));
  }
}

void BalancedPaths::stage_lids(std::span<const DestinationUnit> units) {
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Choice& choice = choices_[i];
    for (std::size_t t = 0; choice.complete && t < trees_of(units[i]); ++t) {
      for (const Lid lid : lids_of(units[i], t)) {
        stage_.add_lid(lid, units[i].sw, choice.first_row + t);
      }
    }
  }
}

// Of a choice that stays incomplete: the load is that of the rows again.
void BalancedPaths::give_back(Worker& worker, const MinimalPaths& minimal,
                              const DestinationUnit& unit, const Choice& choice,
                              std::size_t grown) const {
  const std::uint32_t loads = loads_of(unit);
  for (std::size_t t = 0; t < grown; ++t) {
    worker.growth.remove(minimal, choice.trees[t], loads);
  }
  for (std::size_t t = 0; chosen_ && loads != 0 && t <= grown; ++t) {
    worker.growth.add(minimal, read(worker, minimal, unit, t), loads);
  }
}

bool BalancedPaths::settle(const DestinationUnit& unit, LayerState& layers, Choice& choice) const {
  for (std::size_t t = 0; t < choice.trees.size(); ++t) {
    if (!weft::settle(layers, choice.switches, unit, lids_of(unit, t), choice.trees[t])) {
      return false;
    }
  }
  return true;
}

template <typename Grow>
bool BalancedPaths::apart_from_siblings(Worker& worker, const MinimalPaths& minimal, Lid lid,
                                        Grow grow) const {
  const auto chosen = chosen_ ? SiblingCosts::Chosen::kAll : SiblingCosts::Chosen::kLowerLids;
  siblings_.add(minimal.destination(), lid, chosen, setup_.rows, worker.growth.load);
  const bool result = grow();
  siblings_.remove(minimal.destination(), lid, chosen, setup_.rows, worker.growth.load);
  return result;
}

// Together with the turns of the layers; false if these are given up.
bool BalancedPaths::choose_in_turn(const DestinationUnit& unit, InRows in_rows,
                                   TurnLayers& layers) {
  Worker& worker = workers_[0];
  const MinimalPaths& minimal = minimal_.to(unit.sw, worker.found);
  const std::uint32_t loads = loads_of(unit);
  std::swap(worker.growth.load, load_);
  bool grown = true;
  for (std::size_t t = 0; t < trees_of(unit) && grown; ++t) {
    if (in_rows == InRows::kPathsOfTheLoad && loads != 0) {
      worker.growth.remove(minimal, read(worker, minimal, unit, t), loads);
    }
    PathTree& tree = worker.tree;
    grown = apart_from_siblings(worker, minimal, lids_of(unit, t).front(), [&] {
      return layers.grow(minimal, unit, lids_of(unit, t), worker.growth.costs(), tree);
    });
    if (!grown) break;
    worker.growth.add(minimal, tree, loads);
    write(unit, tree, t);
  }
  std::swap(worker.growth.load, load_);
  return grown;
}

// The paths in the rows to the LIDs of a tree; written to worker.before.
const PathTree& BalancedPaths::read(Worker& worker, const MinimalPaths& minimal,
                                    const DestinationUnit& unit, std::size_t tree) const {
  std::vector<LinkIndex>& link = worker.before.link;
  link.assign(setup_.sources.size(), kNone);
  const Lid lid = lids_of(unit, tree).front();
  for (const SwitchIndex s : minimal.nearest_first()) {
    link[s] = setup_.links.at(s, setup_.rows.row(s)[lid]);
  }
  return worker.before;
}

void BalancedPaths::write(const DestinationUnit& unit, const PathTree& tree,
                          std::size_t index) const {
  const auto lids = lids_of(unit, index);
  for (SwitchIndex s = 0; s < setup_.sources.size(); ++s) {
    if (s == unit.sw) continue;
    const PortNum port = tree.link[s] == kNone ? kNoPath : setup_.links[tree.link[s]].port;
    for (const Lid lid : lids) setup_.rows.row(s)[lid] = port;
  }
}

}  // namespace weft
