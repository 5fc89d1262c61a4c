#include "common/patterns/job_islands.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>

#include "common/base/disjoint_sets.h"
#include "common/graph/pieces.h"

namespace weft {

std::vector<Island> split_by_island(const Fabric& fabric, const Placement& placement,
                                    std::span<const EndPortIndex> storage) {
  const Pieces pieces = find_pieces(fabric);
  const auto piece_of = [&](EndPortIndex e) { return pieces.of[fabric.end_ports()[e].sw]; };
  DisjointSets joined(pieces.count);
  for (std::size_t i = 0; i < placement.size(); ++i) {
    for (const EndPortIndex rail : placement.rails(i)) {
      joined.unite(piece_of(placement.rails(i).front()), piece_of(rail));
    }
  }
  std::vector<Island> islands;
  std::map<std::uint32_t, std::size_t> island_of;  // by the first piece of those that are joined
  std::size_t island = 0;
  for (std::size_t i = 0; i < placement.size(); ++i) {
    const std::span<const EndPortIndex> rails = placement.rails(i);
    if (!rails.empty()) {
      island = island_of.try_emplace(joined.find(piece_of(rails.front())), island_of.size())
                   .first->second;
    }
    if (island == islands.size()) islands.emplace_back();
    islands[island].ranks.add(rails);
  }
  for (const EndPortIndex server : storage) {
    const auto found = island_of.find(joined.find(piece_of(server)));
    if (found != island_of.end()) islands[found->second].storage.push_back(server);
  }
  std::ranges::stable_sort(islands, std::ranges::greater(),
                           [](const Island& of) { return of.ranks.size() - of.ranks.dummies(); });
  return islands;
}

}  // namespace weft
