#include "common/patterns/group_bound.h"

#include <algorithm>
#include <cstddef>

#include "common/graph/switch_graph.h"

namespace weft {

GroupBound::GroupBound(const FabricIndex& index, const LinkTimes& times)
    : groups_(find_groups(SwitchGraph(index.fabric()))) {
  if (!groups_.found()) return;
  capacity_.resize(std::size_t{groups_.count} * groups_.count);
  flows_.resize(capacity_.size());
  for (std::uint32_t link = 0; link < index.links().count(); ++link) {
    const Link& ends = index.links()[link];
    const std::uint32_t from = groups_.of[ends.from];
    const std::uint32_t to = groups_.of[ends.to];
    if (from != to) capacity_[std::size_t{from} * groups_.count + to] += 1 / times.of_link(link);
  }
}

double GroupBound::take() {
  double all_capacity = 0;
  double all_flows = 0;
  for (std::size_t pair = 0; pair < flows_.size(); ++pair) {
    all_capacity += capacity_[pair];
    all_flows += static_cast<double>(flows_[pair]);
  }
  // True if the flows do not fit into this time.
  const auto is_too_short = [&](double time) {
    double needed = 2 * all_flows;
    for (std::size_t pair = 0; pair < flows_.size(); ++pair) {
      needed -= std::min(static_cast<double>(flows_[pair]), time * capacity_[pair]);
    }
    return needed > time * all_capacity;
  };
  double low = 0;
  double high = all_capacity == 0 ? 0 : 2 * all_flows / all_capacity;
  constexpr int kRounds = 40;
  for (int round = 0; round < kRounds && low < high; ++round) {
    const double middle = (low + high) / 2;
    (is_too_short(middle) ? low : high) = middle;
  }
  double least = high;
  // Each flow that leaves or enters a group takes one link of it.
  for (std::uint32_t group = 0; group < groups_.count; ++group) {
    for (const bool leaving : {true, false}) {
      double flows = 0;
      double capacity = 0;
      for (std::uint32_t other = 0; other < groups_.count; ++other) {
        const std::size_t pair = leaving ? std::size_t{group} * groups_.count + other
                                         : std::size_t{other} * groups_.count + group;
        flows += static_cast<double>(flows_[pair]);
        capacity += capacity_[pair];
      }
      if (capacity > 0) least = std::max(least, flows / capacity);
    }
  }
  std::ranges::fill(flows_, 0u);
  return least;
}

}  // namespace weft
