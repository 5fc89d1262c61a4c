#include "common/graph/distances.h"

#include <algorithm>

#include "common/graph/bit_search.h"

namespace weft {
namespace {

// The state of one batch of searches: by switch, the searches that have seen it, and those that are
// at it now.
struct Batch {
  explicit Batch(std::uint32_t switches) : seen(switches), frontier(switches), next(switches) {}
  std::vector<SearchBits> seen;
  std::vector<SearchBits> frontier;
  std::vector<SearchBits> next;
};

// One step of all searches of a batch; false when none got any further.
bool step(const SwitchGraph& graph, Batch& batch) {
  bool moved = false;
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    SearchBits reached = {};
    for (const LinkBundle& bundle : graph.bundles(s)) {
      add(reached, batch.frontier[bundle.peer]);
    }
    remove(reached, batch.seen[s]);
    add(batch.seen[s], reached);
    batch.next[s] = reached;
    moved |= any(reached);
  }
  batch.frontier.swap(batch.next);
  return moved;
}

void search(const SwitchGraph& graph, std::span<const SwitchIndex> destinations, std::size_t first,
            Batch& batch, Distances& distances) {
  std::fill(batch.seen.begin(), batch.seen.end(), SearchBits{});
  std::fill(batch.frontier.begin(), batch.frontier.end(), SearchBits{});
  for (std::size_t i = 0; i < destinations.size(); ++i) {
    const SwitchIndex d = destinations[i];
    set_bit(batch.seen[d], i);
    set_bit(batch.frontier[d], i);
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

// Dial's variant of Dijkstra's search (Algorithm 360, 1969): a bucket for each cost, from one
// destination against the direction of the paths.
class WeightedSearch {
 public:
  WeightedSearch(const Fabric& fabric, std::span<const std::uint8_t> weights)
      : fabric_(&fabric), weights_(weights), cost_(fabric.switch_count()), buckets_(256) {}

  void run(SwitchIndex destination, std::size_t column, Distances& distances) {
    std::fill(cost_.begin(), cost_.end(), kFar);
    cost_[destination] = 0;
    buckets_[0].push_back(destination);
    std::size_t waiting = 1;
    for (unsigned cost = 0; waiting > 0; ++cost) {
      // A step costs at least 1 and less than the number of buckets, so this bucket does not grow.
      std::vector<SwitchIndex>& bucket = buckets_[cost % buckets_.size()];
      waiting -= bucket.size();
      for (const SwitchIndex s : bucket) {
        if (cost_[s] == cost) waiting += reach_neighbours(s);
      }
      bucket.clear();
    }
    for (SwitchIndex s = 0; s < cost_.size(); ++s) distances.from(s)[column] = cost_[s];
  }

 private:
  // Returns the number of entries that it added to buckets.
  std::size_t reach_neighbours(SwitchIndex s) {
    std::size_t added = 0;
    for (const Port& port : fabric_->ports(s)) {
      if (port.kind != PeerKind::kSwitch) continue;
      const unsigned step = weights_[fabric_->switches()[port.peer].first_port + port.peer_port];
      const unsigned cost = cost_[s] + step;
      if (cost >= std::min<unsigned>(cost_[port.peer], kTooCostly)) continue;
      cost_[port.peer] = static_cast<Hops>(cost);
      buckets_[cost % buckets_.size()].push_back(port.peer);
      ++added;
    }
    return added;
  }

  static constexpr unsigned kTooCostly = 0xFF00;
  const Fabric* fabric_;
  std::span<const std::uint8_t> weights_;
  std::vector<Hops> cost_;  // by switch
  std::vector<std::vector<SwitchIndex>> buckets_;
};

}  // namespace

Distances distances_to(const SwitchGraph& graph, std::span<const SwitchIndex> destinations,
                       const Workers& workers) {
  Distances distances(graph.switch_count(), destinations.size());
  const std::size_t batches = (destinations.size() + kSearchBatch - 1) / kSearchBatch;
  std::vector<Batch> states(std::min<std::size_t>(workers.threads(), batches),
                            Batch(graph.switch_count()));
  workers.parallel_for(batches, 1, [&](unsigned worker, std::size_t begin, std::size_t) {
    const std::size_t first = begin * kSearchBatch;
    const std::size_t count = std::min(kSearchBatch, destinations.size() - first);
    search(graph, destinations.subspan(first, count), first, states[worker], distances);
  });
  return distances;
}

Distances weighted_distances_to(const Fabric& fabric, std::span<const std::uint8_t> weights,
                                std::span<const SwitchIndex> destinations, const Workers& workers) {
  Distances distances(fabric.switch_count(), destinations.size());
  std::vector<WeightedSearch> searches(workers.threads(), WeightedSearch(fabric, weights));
  workers.parallel_for(destinations.size(), 16,
                       [&](unsigned worker, std::size_t first, std::size_t last) {
                         for (std::size_t i = first; i < last; ++i) {
                           searches[worker].run(destinations[i], i, distances);
                         }
                       });
  return distances;
}

}  // namespace weft
