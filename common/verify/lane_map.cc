#include "common/verify/lane_map.h"

#include <map>

namespace weft {

LaneMap::LaneMap(const FabricIndex& index, const Sl2Vl* sl2vl, unsigned sls)
    : dropping_(sl2vl != nullptr), maps_{sl2vl != nullptr ? sl2vl->base() : Sl2Vl::kIdentity} {
  if (sl2vl != nullptr) read(index, *sl2vl);
  number_lanes(index, sls);
}

void LaneMap::read(const FabricIndex& index, const Sl2Vl& sl2vl) {
  switches_.resize(index.switch_count());
  // Files repeat a few maps over and over.
  std::map<Sl2Vl::Map, std::uint32_t> numbers = {{maps_[0], 0}};
  sl2vl.for_each([&](SwitchIndex s, PortNum in, PortNum out, const Sl2Vl::Map& map) {
    if (s >= index.switch_count()) return;
    const std::uint32_t ports = index.fabric().switches()[s].port_count + std::uint32_t{1};
    if (in >= ports || out >= ports) return;
    const auto [number, added] = numbers.try_emplace(map, static_cast<std::uint32_t>(maps_.size()));
    if (added) maps_.push_back(map);
    SwitchMaps& own = switches_[s];
    if (own.map.empty()) {
      own.ports = ports;
      own.map.assign(std::size_t{ports} * ports, 0);
    }
    own.map[in * ports + out] = number->second;
  });
}

void LaneMap::number_lanes(const FabricIndex& index, unsigned sls) {
  std::array<bool, 256> widths = {};
  for (const Link& link : index.links().all()) widths[link.data_vls] = true;
  std::array<bool, 256> possible = {};
  for (const Sl2Vl::Map& map : maps_) {
    for (unsigned sl = 0; sl < kSls; ++sl) {
      if ((sls >> sl & 1) != 0) possible[map[sl]] = true;
    }
  }
  std::array<bool, 256> used = {};
  for (unsigned vl = 0; vl < possible.size(); ++vl) {
    if (!possible[vl]) continue;
    for (unsigned width = 0; width < widths.size(); ++width) {
      if (widths[width])
        used[fold_vl(static_cast<Vl>(vl), static_cast<std::uint8_t>(width))] = true;
    }
  }
  for (unsigned vl = 0; vl < used.size(); ++vl) {
    if (!used[vl]) continue;
    lane_of_vl_[vl] = static_cast<std::uint8_t>(vls_.size());
    vls_.push_back(static_cast<Vl>(vl));
  }
}

}  // namespace weft
