// The minimal paths to the switches of an order of destinations, kept where several calls need
// them.
#ifndef WEFT_PLUGINS_LAYERED_MINIMAL_PATH_CACHE_H_
#define WEFT_PLUGINS_LAYERED_MINIMAL_PATH_CACHE_H_

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "common/base/workers.h"
#include "common/graph/links.h"
#include "plugins/layered/destination_order.h"
#include "plugins/layered/fitting_paths.h"
#include "plugins/layered/minimal_paths.h"
#include "plugins/layered/planned_paths.h"

namespace weft {

class MinimalPathCache {
 public:
  // Is a link preferred as the first step to a switch, among those that fit some layer?
  using Preferred = std::function<bool(LinkIndex link, SwitchIndex to)>;

  // usable: by link; the others are on no path; empty: all are. What is passed must outlive it.
  MinimalPathCache(const Links& links, const DestinationOrder& order,
                   const std::vector<bool>& usable, const Workers& workers);

  // preferred: these steps come first; null: none does. fitting: paths are the shortest that go
  // along the orders of layers (fitting_paths.h); planned: paths are planned ones; neither:
  // minimal. All hold until the next call; `planned` outlives that.
  void prefer(Preferred preferred, std::optional<FittingPaths> fitting = std::nullopt,
              const PlannedPaths* planned = nullptr);

  // The paths to a switch: kept here, or put into `found`. Minimal paths to switches of several
  // units are kept, if they take no more than 256 MB. Others are packed as they are found, up to
  // 256 MB, if to find them again takes long: along orders, and where destinations do not come leaf
  // by leaf. Threads: any number may call it.
  const MinimalPaths& to(SwitchIndex destination, MinimalPaths& found) const;

  // If to() would pack the paths to the first of these units, finds and packs them and some of the
  // next, with all threads. No other call may run meanwhile.
  void look_ahead(std::span<const DestinationUnit> units);

  // Frees the packed paths; they are found again when needed.
  void forget_packed();

 private:
  void fill();
  void pack(SwitchIndex destination, const MinimalPaths& found) const;
  void find(SwitchIndex destination, MinimalPaths& paths) const;

  const Links& links_;
  const DestinationOrder& order_;
  const std::vector<bool>& usable_;
  const Workers& workers_;
  Preferred preferred_;
  std::optional<FittingPaths> fitting_;
  const PlannedPaths* planned_ = nullptr;
  std::vector<MinimalPaths> found_;  // by worker: scratch
  // By switch:
  std::vector<MinimalPaths> kept_;  // or not found
  mutable std::vector<PackedPaths> packed_;
  mutable std::vector<std::atomic<bool>> is_packed_;
  mutable std::mutex packing_;    // who writes to these
  mutable std::size_t size_ = 0;  // of what is packed, bytes
  bool packs_ = false;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_MINIMAL_PATH_CACHE_H_
