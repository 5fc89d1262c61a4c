#include "plugins/nue/direction.h"

#include <queue>
#include <tuple>
#include <vector>

namespace weft {
namespace {

// The switch with the greatest key is met first.
struct Encounter {
  std::int64_t key;
  std::int64_t turn;
  SwitchIndex sw;

  bool operator<(const Encounter& other) const {
    return std::tie(key, turn, sw) < std::tie(other.key, other.turn, other.sw);
  }
};

}  // namespace

Orientation grow_direction(const Links& links, SwitchIndex root, Growth growth,
                           std::uint8_t min_vls, std::span<const Hops> levels) {
  const auto switches = static_cast<SwitchIndex>(levels.size());
  Orientation direction;
  direction.place.assign(switches, kNone);
  std::vector<std::uint32_t> links_to_met(switches);
  std::priority_queue<Encounter> encounters;
  std::uint32_t met = 0;
  std::int64_t turn = 0;
  const auto grow_from = [&](SwitchIndex start) {
    if (direction.place[start] != kNone) return;
    encounters.push({0, 0, start});
    while (!encounters.empty()) {
      const SwitchIndex s = encounters.top().sw;
      encounters.pop();
      if (direction.place[s] != kNone) continue;
      direction.place[s] = met++;
      for (std::uint32_t i = 0; i < links.count_of(s); ++i) {
        const Link& link = links[links.first_of(s) + i];
        if (link.data_vls < min_vls || direction.place[link.to] != kNone) continue;
        ++turn;
        ++links_to_met[link.to];
        switch (growth) {
          case Growth::kHighestFirst:
            encounters.push({levels[link.to], -turn, link.to});
            break;
          case Growth::kDepthFirst:
            encounters.push({0, turn, link.to});
            break;
          case Growth::kMostNeighbours:
            encounters.push({links_to_met[link.to], -turn, link.to});
            break;
        }
      }
    }
  };
  grow_from(root);
  for (SwitchIndex s = 0; s < switches; ++s) grow_from(s);
  return direction;
}

}  // namespace weft
