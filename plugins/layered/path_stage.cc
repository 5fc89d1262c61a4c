#include "plugins/layered/path_stage.h"

#include <algorithm>

namespace weft {
namespace {

constexpr std::size_t kRoom = std::size_t{1} << 20;  // bytes

// Switches and LIDs of a tile, which is to stay in the nearest cache.
constexpr std::size_t kSwitches = 64;
constexpr std::size_t kLids = 128;
// Less than that is not worth a thread.
constexpr std::size_t kFewEntries = std::size_t{1} << 16;

}  // namespace

bool PathStage::has_room(std::size_t rows) const { return (rows_ + rows) * switches() <= kRoom; }

std::size_t PathStage::add_rows(std::size_t rows) {
  const std::size_t first = rows_;
  rows_ += rows;
  if (steps_.size() < rows_ * switches()) steps_.resize(rows_ * switches());
  std::fill_n(steps_.begin() + static_cast<std::ptrdiff_t>(first * switches()), rows * switches(),
              kNoStep);
  return first;
}

void PathStage::flush(Tables tables, const Workers& workers) {
  const bool few = lids_.size() * switches() < kFewEntries;
  workers.parallel_for(switches(), few ? switches() : kSwitches,
                       [&](std::size_t first, std::size_t last) { write(first, last, tables); });
  clear();
}

void PathStage::clear() {
  rows_ = 0;
  lids_.clear();
}

void PathStage::write(std::size_t first, std::size_t last, Tables tables) const {
  for (std::size_t i = 0; i < lids_.size(); i += kLids) {
    const std::span lids(lids_.data() + i, std::min(kLids, lids_.size() - i));
    for (std::size_t s = first; s < last; ++s) {
      const LinkIndex first_link = links_->first_of(static_cast<SwitchIndex>(s));
      PortNum* const entries = tables.row(static_cast<SwitchIndex>(s));
      for (const StagedLid& staged : lids) {
        if (staged.at == s) continue;
        const Step step = steps_[staged.row * switches() + s];
        entries[staged.lid] = step == kNoStep ? kNoPath : (*links_)[first_link + step].port;
      }
    }
  }
}

}  // namespace weft
