#include "plugins/layered/minimal_path_cache.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace weft {
namespace {

constexpr std::size_t kMostMemory = std::size_t{256} << 20;  // bytes

}  // namespace

MinimalPathCache::MinimalPathCache(const Links& links, const DestinationOrder& order,
                                   const std::vector<bool>& usable, const Workers& workers)
    : links_(links), order_(order), usable_(usable), workers_(workers) {
  fill();
}

void MinimalPathCache::prefer(Preferred preferred, std::optional<FittingPaths> fitting) {
  if (!preferred && !preferred_ && !fitting && !fitting_) return;
  preferred_ = std::move(preferred);
  fitting_.reset();
  if (fitting) fitting_.emplace(std::move(*fitting));
  fill();
}

const MinimalPaths& MinimalPathCache::to(SwitchIndex destination, MinimalPaths& found) const {
  if (is_kept_[destination].load(std::memory_order_acquire)) return kept_[destination];
  find(destination, found);
  if (fitting_) keep(destination, found);
  return found;
}

void MinimalPathCache::keep(SwitchIndex destination, const MinimalPaths& found) const {
  const std::lock_guard lock(keeping_);
  if (is_kept_[destination] || size_ + found.compact_size() > kMostMemory) return;
  size_ += found.compact_size();
  kept_[destination] = found.compact();
  is_kept_[destination].store(true, std::memory_order_release);
}

void MinimalPathCache::fill() {
  const std::uint32_t switches = links_.switch_count();
  kept_.assign(switches, {});
  is_kept_ = std::vector<std::atomic<bool>>(switches);
  size_ = 0;
  if (fitting_) return;
  std::vector<std::uint32_t> units(switches);
  for (const DestinationUnit& unit : order_.units) ++units[unit.sw];
  const auto several = std::ranges::count_if(units, [](std::uint32_t n) { return n > 1; });
  if (static_cast<std::size_t>(several) *
          MinimalPaths::most_compact_size(switches, links_.count()) >
      kMostMemory) {
    return;
  }
  std::vector<MinimalPaths> found(workers_.threads());
  workers_.parallel_for(switches, 8, [&](unsigned worker, std::size_t first, std::size_t last) {
    for (std::size_t s = first; s < last; ++s) {
      if (units[s] < 2) continue;
      find(static_cast<SwitchIndex>(s), found[worker]);
      kept_[s] = found[worker].compact();
      is_kept_[s] = true;
    }
  });
}

void MinimalPathCache::find(SwitchIndex destination, MinimalPaths& paths) const {
  if (fitting_) {
    fitting_->find(usable_, destination, paths);
  } else {
    paths.find(links_, usable_, destination);
  }
  if (!preferred_) return;
  paths.prefer([&](SwitchIndex s, MinimalPaths::Step step) {
    return preferred_(links_.first_of(s) + step, destination);
  });
}

}  // namespace weft
