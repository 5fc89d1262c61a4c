#include "plugins/layered/minimal_path_cache.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace weft {
namespace {

constexpr std::size_t kMostMemory = std::size_t{256} << 20;  // bytes
constexpr std::uint32_t kMostPacked = 1u << 16;              // switches
// Enough to do for some threads, and not much lost if the paths are given up.
constexpr std::size_t kUnitsAhead = 64;

}  // namespace

MinimalPathCache::MinimalPathCache(const Links& links, const DestinationOrder& order,
                                   const std::vector<bool>& usable, const Workers& workers)
    : links_(links), order_(order), usable_(usable), workers_(workers), found_(workers.threads()) {
  fill();
}

void MinimalPathCache::prefer(Preferred preferred, std::optional<FittingPaths> fitting,
                              const PlannedPaths* planned) {
  const bool are_minimal = !preferred && !fitting && planned == nullptr;
  if (are_minimal && !preferred_ && !fitting_ && planned_ == nullptr) return;
  preferred_ = std::move(preferred);
  planned_ = planned;
  fitting_.reset();
  if (fitting) fitting_.emplace(std::move(*fitting));
  fill();
}

const MinimalPaths& MinimalPathCache::to(SwitchIndex destination, MinimalPaths& found) const {
  if (kept_[destination].is_found()) return kept_[destination];
  if (is_packed_[destination].load(std::memory_order_acquire)) {
    packed_[destination].unpack(found);
    return found;
  }
  find(destination, found);
  if (packs_) pack(destination, found);
  return found;
}

void MinimalPathCache::look_ahead(std::span<const DestinationUnit> units) {
  const auto is_to_pack = [&](const DestinationUnit& unit) {
    return !kept_[unit.sw].is_found() && !is_packed_[unit.sw];
  };
  if (!packs_ || size_ == kMostMemory || !is_to_pack(units.front())) return;
  units = units.first(std::min(units.size(), kUnitsAhead));
  workers_.parallel_for(units.size(), 1, [&](unsigned worker, std::size_t i, std::size_t) {
    if (!is_to_pack(units[i])) return;
    find(units[i].sw, found_[worker]);
    pack(units[i].sw, found_[worker]);
  });
}

void MinimalPathCache::pack(SwitchIndex destination, const MinimalPaths& found) const {
  const std::lock_guard lock(packing_);
  if (is_packed_[destination] || size_ == kMostMemory) return;
  PackedPaths packed(found);
  if (size_ + packed.size() > kMostMemory) {
    size_ = kMostMemory;  // full
    return;
  }
  size_ += packed.size();
  packed_[destination] = std::move(packed);
  is_packed_[destination].store(true, std::memory_order_release);
}

void MinimalPathCache::forget_packed() {
  packed_ = std::vector<PackedPaths>(links_.switch_count());
  is_packed_ = std::vector<std::atomic<bool>>(links_.switch_count());
  size_ = 0;
}

void MinimalPathCache::fill() {
  const std::uint32_t switches = links_.switch_count();
  kept_.assign(switches, {});
  forget_packed();
  const bool are_slow = fitting_ || (planned_ == nullptr && !order_.leaf_by_leaf);
  packs_ = are_slow && switches <= kMostPacked;
  if (fitting_ || planned_ != nullptr) return;
  std::vector<std::uint32_t> units(switches);
  for (const DestinationUnit& unit : order_.units) ++units[unit.sw];
  const auto several = std::ranges::count_if(units, [](std::uint32_t n) { return n > 1; });
  if (static_cast<std::size_t>(several) *
          MinimalPaths::most_compact_size(switches, links_.count()) >
      kMostMemory) {
    return;
  }
  workers_.parallel_for(switches, 8, [&](unsigned worker, std::size_t first, std::size_t last) {
    for (std::size_t s = first; s < last; ++s) {
      if (units[s] < 2) continue;
      find(static_cast<SwitchIndex>(s), found_[worker]);
      kept_[s] = found_[worker].compact();
    }
  });
}

void MinimalPathCache::find(SwitchIndex destination, MinimalPaths& paths) const {
  if (fitting_) {
    fitting_->find(usable_, destination, paths);
  } else if (planned_ != nullptr) {
    planned_->find(destination, paths);
  } else {
    paths.find(links_, usable_, destination);
  }
  if (!preferred_) return;
  paths.prefer([&](SwitchIndex s, MinimalPaths::Step step) {
    return preferred_(links_.first_of(s) + step, destination);
  });
}

}  // namespace weft
