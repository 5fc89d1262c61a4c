#include "common/cabling/lonely_links.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include "common/fabric/drain.h"

namespace weft {
namespace {

// The median pair needs at least this number of triangles or squares; lower counts are not
// meaningful.
constexpr std::uint64_t kFewestTriangles = 2;
constexpr std::uint64_t kFewestSquares = 3;
constexpr std::size_t kOneIn = 20;

using Pair = std::pair<SwitchIndex, SwitchIndex>;

// Triangles and squares that contain a pair of linked switches.
struct Cycles {
  Pair pair;
  std::uint64_t triangles = 0;
  std::uint64_t squares = 0;
};

std::vector<Cycles> count_cycles(const SwitchGraph& graph) {
  std::vector<Cycles> cycles;
  // By switch: number of paths of two links from a.
  std::vector<std::uint32_t> two_away(graph.switch_count());
  for (SwitchIndex a = 0; a < graph.switch_count(); ++a) {
    for (const LinkBundle& first : graph.bundles(a)) {
      for (const LinkBundle& second : graph.bundles(first.peer)) ++two_away[second.peer];
    }
    for (const LinkBundle& bundle : graph.bundles(a)) {
      const SwitchIndex b = bundle.peer;
      if (b < a) continue;
      Cycles& found = cycles.emplace_back(Cycles{Pair(a, b), two_away[b]});
      // The square is a - c - d - b, where c is not b.
      for (const LinkBundle& last : graph.bundles(b)) {
        if (last.peer != a) found.squares += two_away[last.peer] - 1;
      }
    }
    for (const LinkBundle& first : graph.bundles(a)) {
      for (const LinkBundle& second : graph.bundles(first.peer)) two_away[second.peer] = 0;
    }
  }
  return cycles;
}

// counts: ascending.
std::vector<std::vector<Pair>> sets_of(std::span<const std::pair<std::uint64_t, Pair>> counts,
                                       std::uint64_t usual) {
  std::vector<std::size_t> sizes;
  for (const std::uint64_t share : {2u, 4u}) {
    sizes.push_back(static_cast<std::size_t>(std::ranges::count_if(
        counts, [&](const auto& row) { return share * row.first <= usual; })));
  }
  for (const std::size_t lowest : {2u, 4u}) sizes.push_back(lowest);
  std::vector<std::vector<Pair>> sets;
  std::size_t before = 0;
  for (const std::size_t size : sizes) {
    if (size == 0 || size == before || kOneIn * size > counts.size()) continue;
    before = size;
    std::vector<Pair>& set = sets.emplace_back();
    for (const auto& [count, pair] : counts.first(size)) set.push_back(pair);
  }
  return sets;
}

}  // namespace

std::vector<std::vector<Pair>> find_lonely_links(const SwitchGraph& graph) {
  const std::vector<Cycles> cycles = count_cycles(graph);
  if (cycles.empty()) return {};
  for (const auto& [count, fewest] : {std::pair(&Cycles::triangles, kFewestTriangles),
                                      std::pair(&Cycles::squares, kFewestSquares)}) {
    std::vector<std::pair<std::uint64_t, Pair>> counts;
    counts.reserve(cycles.size());
    for (const Cycles& found : cycles) counts.emplace_back(found.*count, found.pair);
    std::ranges::sort(counts);
    const std::uint64_t usual = counts[counts.size() / 2].first;
    if (usual >= fewest) return sets_of(counts, usual);
  }
  return {};
}

Fabric without_links(const Fabric& fabric, const SwitchGraph& graph, std::span<const Pair> pairs) {
  std::vector<DrainedPart> parts;
  for (const auto& [a, b] : pairs) {
    for (const LinkBundle& bundle : graph.bundles(a)) {
      if (bundle.peer != b) continue;
      const auto ports = graph.ports(bundle);
      parts.push_back(
          {.guid = fabric.switches()[a].node_guid, .ports = {ports.begin(), ports.end()}});
    }
  }
  return parts.empty() ? fabric : drain(fabric, parts).fabric;
}

}  // namespace weft
