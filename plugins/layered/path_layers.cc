#include "plugins/layered/path_layers.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace weft {
namespace {

constexpr std::uint64_t kMostTurnsOfLayers = 45'000'000;

unsigned lowest(unsigned set) { return static_cast<unsigned>(std::countr_zero(set)); }

}  // namespace

PathLayers::PathLayers(const RouteRequest& request, const Links& links,
                       std::span<const std::uint32_t> end_ports, LayerSpec spec)
    : request_(&request),
      links_(&links),
      end_ports_(end_ports),
      spec_(std::move(spec)),
      layers_(links, request.lanes.lanes) {
  if (spec_.ways == Ways::kBoth) {
    pairs_.assign(end_ports_.size() * end_ports_.size(), kAnyLayer);
  } else {
    const std::size_t lids = request.fabric.max_lid() + std::size_t{1};
    layer_of_.assign(end_ports_.size(), std::vector<std::uint8_t>(lids, kNoLayer));
  }
  for (const std::vector<LinkIndex>& order : spec_.orders) layers_.open(order);
  if (spec_.orders.empty()) open_one();
  if (count() > 1) layers_.note_ascending();
}

bool PathLayers::has_memory(const Links& links, std::size_t layers) {
  return layers <= 1 || links.turn_count() * layers <= kMostTurnsOfLayers;
}

bool PathLayers::open_one() {
  if (count() >= std::min(spec_.most_layers, kMostLayers)) return false;
  if (!has_memory(*links_, count() + 1)) return false;
  layers_.open(spec_.spare_order);
  return true;
}

bool PathLayers::all_fit(const MinimalPaths& minimal,
                         std::vector<std::uint64_t>& first_place) const {
  constexpr std::uint64_t kBehindAll = std::numeric_limits<std::uint64_t>::max();
  const auto switches = minimal.nearest_first();
  first_place.resize(end_ports_.size());
  for (unsigned layer = 0; layer < count(); ++layer) {
    first_place[minimal.destination()] = kBehindAll;
    for (std::size_t i = 0; i < switches.size(); ++i) {
      std::uint64_t first = kBehindAll;  // of the steps of the i-th switch
      for (const MinimalPaths::Step step : minimal.steps(i)) {
        const LinkIndex link = links_->first_of(switches[i]) + step;
        const std::uint64_t place = layers_.place(layer, link);
        const bool has_lane = (layers_.of(link) >> layer & 1) != 0;
        const bool fits = has_lane && place < first_place[links_->to(link)];
        if (!fits && needs_layer(switches[i])) return false;
        first = fits ? std::min(first, place) : 0;  // so that nobody's step there fits
      }
      first_place[switches[i]] = first;
    }
  }
  return true;
}

unsigned PathLayers::emptiest(LayerSet set) const {
  unsigned best = lowest(set);
  for (unsigned rest = set; rest != 0; rest &= rest - 1) {
    if (paths_in_[lowest(rest)] < paths_in_[best]) best = lowest(rest);
  }
  return best;
}

void PathLayers::enter(SwitchIndex s, SwitchIndex destination, Lid lid, unsigned layer,
                       LayerSet choice) {
  if (spec_.ways == Ways::kBoth) {
    set_pair(s, destination, choice);
  } else {
    layer_of_[s][lid] = static_cast<std::uint8_t>(layer);
  }
}

void PathLayers::fix_pairs() {
  for (SwitchIndex a = 0; a < end_ports_.size() && spec_.ways == Ways::kBoth; ++a) {
    for (SwitchIndex b = a + 1; b < end_ports_.size(); ++b) {
      const LayerSet set = wanted(a, b);
      if (set == kAnyLayer) continue;
      const unsigned layer = emptiest(set);
      paths_in_[layer] += std::uint64_t{end_ports_[a]} * end_ports_[b];
      set_pair(a, b, static_cast<LayerSet>(1u << layer));
    }
  }
}

std::uint8_t PathLayers::layer_of(SwitchIndex s, SwitchIndex destination, Lid lid) const {
  if (spec_.ways == Ways::kOne) return layer_of_[s][lid];
  const LayerSet set = wanted(s, destination);
  return set == kAnyLayer ? kNoLayer : static_cast<std::uint8_t>(lowest(set));
}

void PathLayers::refit(SwitchIndex s, SwitchIndex destination, Lid lid, LayerSet fits) {
  if (count() == 1 || !needs_layer(s)) return;
  if (spec_.ways == Ways::kBoth) {
    set_pair(s, destination, static_cast<LayerSet>(wanted(s, destination) & fits));
  } else if ((fits >> layer_of_[s][lid] & 1) == 0) {
    layer_of_[s][lid] = static_cast<std::uint8_t>(emptiest(fits));
  }
}

SlBySwitch PathLayers::plan(const DestinationOrder& order) && {
  paths_in_ = {};
  fix_pairs();
  const std::vector<Lane>& lanes = request_->lanes.lanes;
  std::array<Sl, kNoLayer + 1> sl_of;
  sl_of.fill(lanes.front().sl);
  for (unsigned k = 0; k < count(); ++k) sl_of[k] = lanes[k].sl;
  if (spec_.ways == Ways::kBoth) {
    const std::size_t lids = request_->fabric.max_lid() + std::size_t{1};
    layer_of_.assign(end_ports_.size(), std::vector<std::uint8_t>(lids, kNoLayer));
  }
  request_->workers.parallel_for(end_ports_.size(), 16, [&](std::size_t first, std::size_t last) {
    for (std::size_t s = first; s < last; ++s) {
      std::vector<std::uint8_t>& row = layer_of_[s];
      if (spec_.ways == Ways::kBoth) write_layers(static_cast<SwitchIndex>(s), order, row);
      for (std::uint8_t& lane : row) lane = sl_of[lane];
    }
  });
  return {.rows = std::move(layer_of_)};
}

// To all LIDs, where pairs have a layer.
void PathLayers::write_layers(SwitchIndex s, const DestinationOrder& order,
                              std::span<std::uint8_t> row) const {
  for (const DestinationUnit& unit : order.units) {
    // The way back has the same, and stands beside the others.
    for (const Lid lid : order.of(unit)) row[lid] = layer_of(unit.sw, s, lid);
  }
}

}  // namespace weft
