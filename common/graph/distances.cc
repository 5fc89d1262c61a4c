#include "common/graph/distances.h"

#include <algorithm>
#include <array>
#include <bit>

namespace weft {
namespace {

constexpr std::size_t kBatch = 256;
using Bits = std::array<std::uint64_t, kBatch / 64>;

bool any(const Bits& bits) { return (bits[0] | bits[1] | bits[2] | bits[3]) != 0; }

// The state of one batch of searches: which of them have seen a switch, and which are at it now.
struct Batch {
  explicit Batch(std::uint32_t switches) : seen(switches), frontier(switches), next(switches) {}
  std::vector<Bits> seen;
  std::vector<Bits> frontier;
  std::vector<Bits> next;
};

void write_distances(std::span<Hops> row, const Bits& reached, Hops distance) {
  for (std::size_t w = 0; w < reached.size(); ++w) {
    for (std::uint64_t rest = reached[w]; rest != 0; rest &= rest - 1) {
      row[w * 64 + static_cast<std::size_t>(std::countr_zero(rest))] = distance;
    }
  }
}

// One step of all searches of a batch; false when none got any further.
bool step(const SwitchGraph& graph, Batch& batch) {
  bool moved = false;
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    Bits reached = {};
    for (const LinkBundle& bundle : graph.bundles(s)) {
      const Bits& from = batch.frontier[bundle.peer];
      for (std::size_t w = 0; w < reached.size(); ++w) reached[w] |= from[w];
    }
    Bits& seen = batch.seen[s];
    for (std::size_t w = 0; w < reached.size(); ++w) {
      reached[w] &= ~seen[w];
      seen[w] |= reached[w];
    }
    batch.next[s] = reached;
    moved |= any(reached);
  }
  batch.frontier.swap(batch.next);
  return moved;
}

void search(const SwitchGraph& graph, std::span<const SwitchIndex> destinations, std::size_t first,
            Batch& batch, Distances& distances) {
  std::fill(batch.seen.begin(), batch.seen.end(), Bits{});
  std::fill(batch.frontier.begin(), batch.frontier.end(), Bits{});
  for (std::size_t i = 0; i < destinations.size(); ++i) {
    const SwitchIndex d = destinations[i];
    batch.seen[d][i / 64] |= std::uint64_t{1} << (i % 64);
    batch.frontier[d][i / 64] |= std::uint64_t{1} << (i % 64);
    distances.from(d)[first + i] = 0;
  }
  Hops distance = 0;
  while (step(graph, batch)) {
    ++distance;
    for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
      if (any(batch.frontier[s])) {
        write_distances(distances.from(s).subspan(first), batch.frontier[s], distance);
      }
    }
  }
}

}  // namespace

Distances distances_to(const SwitchGraph& graph, std::span<const SwitchIndex> destinations,
                       const Workers& workers) {
  Distances distances(graph.switch_count(), destinations.size());
  const std::size_t batches = (destinations.size() + kBatch - 1) / kBatch;
  std::vector<Batch> states(std::min<std::size_t>(workers.threads(), batches),
                            Batch(graph.switch_count()));
  workers.parallel_for(batches, 1, [&](unsigned worker, std::size_t begin, std::size_t) {
    const std::size_t first = begin * kBatch;
    const std::size_t count = std::min(kBatch, destinations.size() - first);
    search(graph, destinations.subspan(first, count), first, states[worker], distances);
  });
  return distances;
}

}  // namespace weft
