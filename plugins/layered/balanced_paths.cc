#include "plugins/layered/balanced_paths.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "plugins/layered/least_sum.h"
#include "plugins/layered/load_shifts.h"

namespace weft {
namespace {

constexpr std::size_t kMostPathMemory = std::size_t{256} << 20;  // bytes

struct CheapStep {
  LinkIndex link;
  std::uint64_t cost;
};

// The first of the steps of the i-th switch that cost least. Which it is cannot be foretold, so
// step and cost are one number, whose minimum takes no branch.
inline CheapStep cheapest_step(const Links& links, const MinimalPaths& paths, std::size_t i,
                               const std::uint64_t* cost, const std::uint32_t* weight) {
  constexpr unsigned kStepBits = 8;
  const LinkIndex first = links.first_of(paths.order()[i]);
  const auto steps = paths.steps(i);
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (std::uint32_t n = 0; n < steps.size(); ++n) {
    const LinkIndex link = first + steps[n];
    least = std::min(least, (cost[links.to(link)] + weight[link]) << kStepBits | n);
  }
  return {first + steps[least & ((1u << kStepBits) - 1)], least >> kStepBits};
}

// The same where the i-th switch is like the last. ahead: what the ways on from the steps cost and
// which step it is, as one number; it is computed for the first of several such switches.
inline CheapStep cheapest_of_alike(const Links& links, const MinimalPaths& paths, std::size_t i,
                                   const std::uint64_t* cost, const std::uint32_t* weight,
                                   double* ahead) {
  const auto steps = paths.steps(i);
  const LinkIndex first = links.first_of(paths.order()[i]) + steps.front();
  const auto count = static_cast<std::uint32_t>(steps.size());
  if (!paths.is_like_last(i - 1)) {
    for (std::uint32_t n = 0; n < count; ++n) {
      ahead[n] = static_cast<double>(cost[links.to(first + n)] * kLeastSumFactor + n);
    }
  }
  const auto least = static_cast<std::int64_t>(least_sum(ahead, weight + first, count));
  const auto step = static_cast<std::uint32_t>(least % kLeastSumFactor);
  return {first + std::min(step, count - 1), static_cast<std::uint64_t>(least / kLeastSumFactor)};
}

}  // namespace

BalancedPaths::BalancedPaths(const RouteRequest& request, const Links& links,
                             const DestinationOrder& order, std::vector<bool> usable, bool one_path,
                             Tables rows)
    : request_(request),
      links_(links),
      order_(order),
      usable_(std::move(usable)),
      one_path_(one_path),
      rows_(rows),
      sources_(request.fabric.switch_count()),
      load_(links.count()),
      stage_(links) {
  const std::uint32_t switches = request.fabric.switch_count();
  for (const EndPort& port : request.fabric.end_ports()) ++sources_[port.sw];
  scratch_.reserve(request.workers.threads());
  for (unsigned w = 0; w < request.workers.threads(); ++w) {
    scratch_.push_back({{},
                        nullptr,
                        std::vector<std::uint64_t>(switches),
                        std::vector<std::uint32_t>(switches),
                        {},
                        std::vector<std::uint32_t>(links_.count()),
                        {},
                        {}});
  }
  find_paths();
}

// Those to switches of several units, which would be found over and over again.
void BalancedPaths::find_paths() {
  const std::uint32_t switches = request_.fabric.switch_count();
  std::vector<std::uint32_t> units(switches);
  for (const DestinationUnit& unit : order_.units) ++units[unit.sw];
  const auto several = std::ranges::count_if(units, [](std::uint32_t n) { return n > 1; });
  if (static_cast<std::size_t>(several) * MinimalPaths::compact_size(switches, links_.count()) >
      kMostPathMemory) {
    return;
  }
  paths_.resize(switches);
  request_.workers.parallel_for(switches, 8,
                                [&](unsigned worker, std::size_t first, std::size_t last) {
                                  MinimalPaths& found = scratch_[worker].found;
                                  for (std::size_t s = first; s < last; ++s) {
                                    if (units[s] < 2) continue;
                                    find_to(static_cast<SwitchIndex>(s), found);
                                    paths_[s] = found.compact();
                                  }
                                });
}

void BalancedPaths::find_to(SwitchIndex destination, MinimalPaths& paths) const {
  paths.find(links_, usable_, destination);
  if (!preferred_) return;
  paths.prefer([&](SwitchIndex s, MinimalPaths::Step step) {
    return preferred_(links_.first_of(s) + step, destination);
  });
}

void BalancedPaths::start(Scratch& scratch, const DestinationUnit& unit) const {
  if (!paths_.empty() && paths_[unit.sw].is_found()) {
    scratch.paths = &paths_[unit.sw];
    return;
  }
  find_to(unit.sw, scratch.found);
  scratch.paths = &scratch.found;
}

void BalancedPaths::reset(Preferred preferred) {
  if (preferred || preferred_) {
    preferred_ = std::move(preferred);
    find_paths();
  }
  std::fill(load_.begin(), load_.end(), 0);
  stage_.clear();
  chosen_ = false;
}

void BalancedPaths::choose() {
  const std::span<const DestinationUnit> units = order_.units;
  for (std::size_t b = 0; b + 1 < order_.batches.size(); ++b) {
    request_.workers.check_stop();
    const std::uint32_t first = order_.batches[b];
    choose_at_once(units.subspan(first, order_.batches[b + 1] - first), nullptr);
  }
  stage_.flush(rows_, request_.workers);
  chosen_ = true;
}

bool BalancedPaths::choose(LayeredGrowth& growth) {
  const std::span<const DestinationUnit> all = order_.units;
  bool at_once = true;
  for (std::size_t b = 0; b + 1 < order_.batches.size(); ++b) {
    request_.workers.check_stop();
    const std::uint32_t first = order_.batches[b];
    const auto units = all.subspan(first, order_.batches[b + 1] - first);
    if (at_once) {
      choose_at_once(units, &growth);
      stage_.flush(rows_, request_.workers);
    }
    std::size_t in_turn = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
      const bool is_loaded = at_once && choices_[i].complete;
      if (is_loaded && settle(units[i], growth, choices_[i])) continue;
      ++in_turn;
      if (!choose_in_turn(units[i], is_loaded || chosen_, growth)) return false;
    }
    // Where most have to be chosen again, that is all there is to do.
    at_once = at_once && in_turn <= units.size() / 4;
  }
  chosen_ = true;
  return true;
}

void BalancedPaths::balance(LayeredGrowth& growth) {
  Scratch& scratch = scratch_[0];
  PathTree tree;
  std::swap(scratch.weight, load_);
  for (const DestinationUnit& unit : order_.units) {
    if (!unit.end_ports) continue;
    request_.workers.check_stop();
    start(scratch, unit);
    for (std::size_t t = 0; t < trees_of(unit); ++t) {
      load_rows(scratch, unit, t, false);
      const bool better = grow(scratch, unit, &growth, tree) && tree.link != scratch.before.link &&
                          growth.settle(scratch.paths->order(), unit, tree);
      load(scratch, unit, true, better ? tree : scratch.before);
      if (!better) continue;
      write(unit, tree, t);
      for (const Lid lid : lids_of(unit, t)) growth.keep(unit, tree, lid);
    }
  }
  std::swap(scratch.weight, load_);
}

void BalancedPaths::shift(LayeredGrowth& growth) {
  LoadShifts shifts(links_, sources_, load_, growth);
  for (const DestinationUnit& unit : order_.units) {
    if (!unit.end_ports) continue;
    request_.workers.check_stop();
    start(scratch_[0], unit);
    for (std::size_t t = 0; t < trees_of(unit); ++t) {
      shifts.shift(*scratch_[0].paths, unit, lids_of(unit, t), rows_);
    }
  }
}

double BalancedPaths::unevenness() const {
  std::uint64_t sum = 0;
  std::uint64_t count = 0;
  std::uint32_t most = 0;
  for (LinkIndex l = 0; l < links_.count(); ++l) {
    if (!usable_.empty() && !usable_[l]) continue;
    most = std::max(most, load_[l]);
    sum += load_[l];
    ++count;
  }
  return sum == 0 ? 1 : most * static_cast<double>(count) / static_cast<double>(sum);
}

void BalancedPaths::choose_at_once(std::span<const DestinationUnit> units,
                                   const LayeredGrowth* growth) {
  if (choices_.size() < units.size()) choices_.resize(units.size());
  std::size_t rows = 0;
  for (const DestinationUnit& unit : units) rows += trees_of(unit);
  if (!stage_.has_room(rows)) stage_.flush(rows_, request_.workers);
  rows = stage_.add_rows(rows);
  for (std::size_t i = 0; i < units.size(); ++i) {
    choices_[i].first_row = rows;
    rows += trees_of(units[i]);
  }
  if (units.size() == 1) {
    std::swap(scratch_[0].weight, load_);
    choose_unit(scratch_[0], units[0], growth, choices_[0]);
    std::swap(scratch_[0].weight, load_);
  } else {
    request_.workers.parallel_for(units.size(), 1,
                                  [&](unsigned worker, std::size_t i, std::size_t) {
                                    Scratch& scratch = scratch_[worker];
                                    scratch.weight = load_;
                                    choose_unit(scratch, units[i], growth, choices_[i]);
                                    for (LinkIndex l = 0; l < links_.count(); ++l) {
                                      scratch.change[l] += scratch.weight[l] - load_[l];
                                    }
                                  });
    for (Scratch& scratch : scratch_) {
      for (LinkIndex l = 0; l < links_.count(); ++l) load_[l] += scratch.change[l];
      std::fill(scratch.change.begin(), scratch.change.end(), 0);
    }
  }
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Choice& choice = choices_[i];
    for (std::size_t t = 0; choice.complete && t < trees_of(units[i]); ++t) {
      for (const Lid lid : lids_of(units[i], t)) {
        stage_.add_lid(lid, units[i].sw, choice.first_row + t);
      }
    }
  }
}

void BalancedPaths::choose_unit(Scratch& scratch, const DestinationUnit& unit,
                                const LayeredGrowth* growth, Choice& choice) {
  start(scratch, unit);
  if (growth != nullptr) choice.trees.resize(trees_of(unit));
  choice.complete = false;
  for (std::size_t t = 0; t < trees_of(unit); ++t) {
    PathTree& tree = growth != nullptr ? choice.trees[t] : scratch.tree;
    if (chosen_) load_rows(scratch, unit, t, false);
    if (!grow(scratch, unit, growth, tree)) {
      give_back(scratch, unit, choice, t);
      return;
    }
    load(scratch, unit, true, tree);
    stage(scratch, tree, choice.first_row + t);
  }
  if (growth != nullptr) {
    choice.order.assign(scratch.paths->order().begin(), scratch.paths->order().end());
  }
  choice.complete = true;
}

void BalancedPaths::stage(const Scratch& scratch, const PathTree& tree, std::size_t row) {
  const auto steps = stage_.row(row);
  for (const SwitchIndex s : scratch.paths->order()) {
    steps[s] = static_cast<PathStage::Step>(tree.link[s] - links_.first_of(s));
  }
}

bool BalancedPaths::grow(Scratch& scratch, const DestinationUnit& unit, const LayeredGrowth* growth,
                         PathTree& tree) const {
  tree.link.assign(sources_.size(), kNone);
  if (growth != nullptr) tree.fits.assign(sources_.size(), 0);
  scratch.cost[unit.sw] = 0;
  const auto order = scratch.paths->order();
  std::array<double, kMaxPorts> ahead;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const SwitchIndex s = order[i];
    const std::uint64_t* cost = scratch.cost.data();
    const std::uint32_t* weight = scratch.weight.data();
    auto [best, least] =
        scratch.paths->is_like_last(i)
            ? cheapest_of_alike(links_, *scratch.paths, i, cost, weight, ahead.data())
            : cheapest_step(links_, *scratch.paths, i, cost, weight);
    if (growth != nullptr) {
      best = fitting_step(*growth, scratch, unit, i, best, tree);
      if (best == kNone) return false;
      least = scratch.cost[links_[best].to] + scratch.weight[best];
    }
    tree.link[s] = best;
    scratch.cost[s] = least;
  }
  return true;
}

// The step that costs least among those that fit a layer, or most of them; kNone if none does.
LinkIndex BalancedPaths::fitting_step(const LayeredGrowth& growth, const Scratch& scratch,
                                      const DestinationUnit& unit, std::size_t i,
                                      LinkIndex cheapest, PathTree& tree) const {
  const SwitchIndex s = scratch.paths->order()[i];
  const LayerSet wanted = growth.wanted(s, unit.sw);
  const bool any = !growth.needs_layer(s);
  tree.fits[s] = growth.fits(tree, cheapest, unit.sw);
  const std::uint32_t preferred = scratch.paths->preferred(i);
  if (!growth.prefers_room() && preferred == 0 && (any || (tree.fits[s] & wanted) != 0)) {
    return cheapest;
  }

  const auto steps = scratch.paths->steps(i);
  LinkIndex best = kNone;
  int most = 0;
  std::uint64_t least = 0;
  for (std::uint32_t n = 0; n < steps.size(); ++n) {
    if (n == preferred && best != kNone) break;
    const LinkIndex link = links_.first_of(s) + steps[n];
    const LayerSet fits = growth.fits(tree, link, unit.sw);
    int room = std::popcount(static_cast<unsigned>(fits & wanted));
    if (!growth.prefers_room()) room = std::min(room, 1);
    const std::uint64_t cost = scratch.cost[links_[link].to] + scratch.weight[link];
    if (room < most || room == 0 || (room == most && cost >= least)) continue;
    most = room;
    least = cost;
    best = link;
    tree.fits[s] = fits;
  }
  return best == kNone && any ? cheapest : best;
}

bool BalancedPaths::settle(const DestinationUnit& unit, LayeredGrowth& growth, Choice& choice) {
  for (std::size_t t = 0; t < choice.trees.size(); ++t) {
    PathTree& tree = choice.trees[t];
    if (!growth.settle(choice.order, unit, tree)) return false;
    for (const Lid lid : lids_of(unit, t)) growth.keep(unit, tree, lid);
  }
  return true;
}

bool BalancedPaths::choose_in_turn(const DestinationUnit& unit, bool is_loaded,
                                   LayeredGrowth& growth) {
  Scratch& scratch = scratch_[0];
  start(scratch, unit);
  std::swap(scratch.weight, load_);
  PathTree tree;
  bool grown = true;
  for (std::size_t t = 0; t < trees_of(unit) && grown; ++t) {
    if (is_loaded) load_rows(scratch, unit, t, false);
    grown = growth.grow(*scratch.paths, unit, {scratch.cost, scratch.weight}, tree);
    if (!grown) break;
    load(scratch, unit, true, tree);
    write(unit, tree, t);
    for (const Lid lid : lids_of(unit, t)) growth.keep(unit, tree, lid);
  }
  std::swap(scratch.weight, load_);
  return grown;
}

// Of a choice that stays incomplete: the load is that of the rows again.
void BalancedPaths::give_back(Scratch& scratch, const DestinationUnit& unit, const Choice& choice,
                              std::size_t grown) const {
  for (std::size_t t = 0; t < grown; ++t) {
    load(scratch, unit, false, choice.trees[t]);
  }
  for (std::size_t t = 0; chosen_ && t <= grown; ++t) load_rows(scratch, unit, t, true);
}

// What was chosen last time.
void BalancedPaths::load_rows(Scratch& scratch, const DestinationUnit& unit, std::size_t tree,
                              bool more) const {
  if (!unit.end_ports) return;
  read(scratch, unit, tree, scratch.before);
  load(scratch, unit, more, scratch.before);
}

void BalancedPaths::read(const Scratch& scratch, const DestinationUnit& unit, std::size_t index,
                         PathTree& tree) const {
  tree.link.assign(sources_.size(), kNone);
  const Lid lid = lids_of(unit, index).front();
  for (const SwitchIndex s : scratch.paths->order()) {
    tree.link[s] = links_.at(s, rows_.row(s)[lid]);
  }
}

void BalancedPaths::load(Scratch& scratch, const DestinationUnit& unit, bool more,
                         const PathTree& tree) const {
  if (!unit.end_ports) return;
  const std::uint32_t paths = one_path_ ? unit.count : 1;
  const auto order = scratch.paths->order();
  for (std::size_t i = order.size(); i-- > 0;) {
    const SwitchIndex s = order[i];
    const LinkIndex link = tree.link[s];
    const std::uint32_t flow = scratch.flow[s] + sources_[s] * paths;
    scratch.flow[s] = 0;
    scratch.weight[link] += more ? flow : 0 - flow;
    scratch.flow[links_.to(link)] += flow;
  }
  scratch.flow[unit.sw] = 0;
}

void BalancedPaths::write(const DestinationUnit& unit, const PathTree& tree,
                          std::size_t index) const {
  const auto lids = lids_of(unit, index);
  for (SwitchIndex s = 0; s < sources_.size(); ++s) {
    if (s == unit.sw) continue;
    const PortNum port = tree.link[s] == kNone ? kNoPath : links_[tree.link[s]].port;
    for (const Lid lid : lids) rows_.row(s)[lid] = port;
  }
}

}  // namespace weft
