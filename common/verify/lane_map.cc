#include "common/verify/lane_map.h"

#include <span>

namespace weft {

LaneMap::LaneMap(const FabricIndex& index, const Sl2Vl* sl2vl, SlSet sls) : sl2vl_(sl2vl) {
  std::array<bool, 256> there = {};
  for (const Link& link : index.links().all()) there[link.data_vls] = true;
  for (unsigned width = 0; width < there.size(); ++width) {
    if (!there[width]) continue;
    width_[width] = static_cast<std::uint8_t>(widths_.size());
    widths_.push_back(static_cast<std::uint8_t>(width));
  }
  number_lanes(sls);
  spread_sls(sls);
}

std::span<const Sl2Vl::Map> LaneMap::maps() const {
  return sl2vl_ != nullptr ? sl2vl_->maps() : std::span(&Sl2Vl::kIdentity, 1);
}

void LaneMap::number_lanes(SlSet sls) {
  std::array<bool, kSls> possible = {};
  for (const Sl2Vl::Map& map : maps()) {
    for (unsigned sl = 0; sl < kSls; ++sl) {
      if ((sls >> sl & 1) != 0) possible[map[sl]] = true;
    }
  }
  std::array<bool, kSls> used = {};
  for (unsigned vl = 0; vl < possible.size(); ++vl) {
    if (!possible[vl]) continue;
    for (const std::uint8_t width : widths_) used[fold_vl(static_cast<Vl>(vl), width)] = true;
  }
  for (unsigned vl = 0; vl < used.size(); ++vl) {
    if (!used[vl]) continue;
    lane_of_vl_[vl] = static_cast<std::uint8_t>(vls_.size());
    vls_.push_back(static_cast<Vl>(vl));
  }
}

void LaneMap::spread_sls(SlSet sls) {
  for (const Sl2Vl::Map& map : maps()) {
    unsigned dropped = 0;
    for (unsigned sl = 0; sl < kSls; ++sl) {
      if (sl2vl_ != nullptr && map[sl] == kDropVl) dropped |= sls & 1u << sl;
    }
    dropped_.push_back(static_cast<SlSet>(dropped));
    drops_ |= dropped != 0;
    for (const std::uint8_t width : widths_) {
      SlsByLane& by_lane = spreads_.emplace_back();
      for (unsigned sl = 0; sl < kSls; ++sl) {
        if (((sls & ~dropped) >> sl & 1) == 0) continue;
        SlSet& on_lane = by_lane[lane_of_vl_[fold_vl(map[sl], width)]];
        on_lane = static_cast<SlSet>(on_lane | 1u << sl);
      }
    }
  }
}

}  // namespace weft
