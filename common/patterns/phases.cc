#include "common/patterns/phases.h"

#include <cstddef>

namespace weft {
namespace {

std::uint32_t phase_count(const Pattern& pattern, std::size_t positions, std::size_t ranks) {
  const std::uint32_t random = pattern.phases != 0 ? pattern.phases : kRandomPhases;
  switch (pattern.kind) {
    case PatternKind::kShift:
      if (positions < 2) return 0;
      return pattern.phases != 0 ? pattern.phases : static_cast<std::uint32_t>(positions - 1);
    case PatternKind::kRing:
      return positions < 2 ? 0 : 2;
    case PatternKind::kAllToAll:
      return positions < 2 ? 0 : 1;
    case PatternKind::kBisection:
    case PatternKind::kRandom:
      return ranks < 2 ? 0 : random;
  }
  return 0;
}

}  // namespace

Phases::Phases(RankOrder order, const Pattern& pattern)
    : order_(order), pattern_(pattern), random_(pattern.seed) {
  for (const EndPortIndex rank : order) {
    if (rank != kNone) ranks_.push_back(rank);
  }
  count_ = phase_count(pattern, order.size(), ranks_.size());
}

void Phases::next(std::vector<Flow>& flows) {
  flows.clear();
  ++done_;
  const auto positions = static_cast<std::uint32_t>(order_.size());
  switch (pattern_.kind) {
    case PatternKind::kShift:
      return shift(pattern_.phases == 0 ? done_ : 1 + random_.below(positions - 1), flows);
    case PatternKind::kRing:
      return shift(done_ == 1 ? 1 : positions - 1, flows);
    case PatternKind::kAllToAll:
      return;
    case PatternKind::kBisection: {
      random_.shuffle(ranks_);
      const std::size_t half = ranks_.size() / 2;
      for (std::size_t i = 0; i < half; ++i) flows.push_back({ranks_[i], ranks_[half + i]});
      return;
    }
    case PatternKind::kRandom: {
      std::vector<EndPortIndex> sources = ranks_;
      random_.shuffle(ranks_);
      for (std::size_t i = 0; i < ranks_.size(); ++i) {
        if (sources[i] != ranks_[i]) flows.push_back({sources[i], ranks_[i]});
      }
      return;
    }
  }
}

void Phases::shift(std::uint32_t k, std::vector<Flow>& flows) const {
  const std::size_t positions = order_.size();
  for (std::size_t i = 0; i < positions; ++i) {
    const Flow flow = {order_[i], order_[(i + k) % positions]};
    if (flow.source != kNone && flow.destination != kNone) flows.push_back(flow);
  }
}

}  // namespace weft
