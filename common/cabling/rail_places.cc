#include "common/cabling/rail_places.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace weft {
namespace {

// The key of the largest value; of equal values the largest key.
template <typename Key>
Key most_frequent(const std::map<Key, std::size_t>& counts) {
  Key best = {};
  std::size_t most = 0;
  for (const auto& [key, count] : counts) {
    if (count < most) continue;
    most = count;
    best = key;
  }
  return best;
}

}  // namespace

RailPlaces find_rail_places(const Fabric& fabric, std::span<const Host> hosts) {
  RailPlaces places;
  std::map<std::string_view, std::size_t> by_name;
  for (const Host& host : hosts) ++by_name[host.name];
  std::map<std::size_t, std::size_t> by_rails;
  const auto is_named = [&](const Host& host) { return by_name[host.name] == 1; };
  for (const Host& host : hosts) {
    if (is_named(host)) ++by_rails[host.rails.size()];
  }
  places.rails = most_frequent(by_rails);
  std::map<SwitchIndex, std::map<std::size_t, std::size_t>> on_leaf;  // ports by rail
  std::size_t ports = 0;
  for (std::size_t h = 0; h < hosts.size(); ++h) {
    const Host& host = hosts[h];
    if (!is_named(host)) continue;
    if (host.rails.size() < places.rails) places.fewer.push_back(h);
    if (host.rails.size() != places.rails) continue;
    for (std::size_t r = 0; r < host.rails.size(); ++r) {
      ++on_leaf[fabric.end_ports()[host.rails[r]].sw][r];
      ++ports;
    }
  }
  if (places.rails < 2) return places;
  std::map<SwitchIndex, std::size_t> rail_of;
  std::size_t right = 0;
  for (const auto& [leaf, counts] : on_leaf) {
    rail_of[leaf] = most_frequent(counts);
    right += counts.at(rail_of[leaf]);
  }
  places.are_separate = 10 * right >= 9 * ports;
  if (!places.are_separate) return places;
  for (std::size_t h = 0; h < hosts.size(); ++h) {
    const Host& host = hosts[h];
    if (!is_named(host) || host.rails.size() != places.rails) continue;
    for (std::size_t r = 0; r < host.rails.size(); ++r) {
      const std::size_t leaf_rail = rail_of[fabric.end_ports()[host.rails[r]].sw];
      if (leaf_rail != r) places.misplaced.push_back({h, r, leaf_rail, host.rails[r]});
    }
  }
  return places;
}

}  // namespace weft
