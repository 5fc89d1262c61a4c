#include "common/report/load_spread.h"

#include <algorithm>

namespace weft {
namespace {

constexpr std::uint64_t kMostBuckets = 20;

}  // namespace

LoadSpread spread_by_kind(const LinkKinds& kinds, std::span<const std::uint64_t> link_load) {
  LoadSpread spread;
  for (const std::string& name : kinds.names) spread.kinds.push_back({.name = name, .buckets = {}});
  std::uint64_t busiest = 0;
  for (std::size_t i = 0; i < kinds.of.size(); ++i) {
    if (kinds.of[i] != kNone) busiest = std::max(busiest, link_load[i]);
  }
  spread.bucket_width = std::max<std::uint64_t>((busiest + kMostBuckets - 1) / kMostBuckets, 1);
  const std::uint64_t buckets = (busiest + spread.bucket_width - 1) / spread.bucket_width;
  for (KindLoads& kind : spread.kinds) kind.buckets.assign(buckets, 0);
  for (std::size_t i = 0; i < kinds.of.size(); ++i) {
    if (kinds.of[i] == kNone) continue;
    KindLoads& kind = spread.kinds[kinds.of[i]];
    ++kind.links;
    kind.max = std::max(kind.max, link_load[i]);
    kind.mean += static_cast<double>(link_load[i]);
    if (link_load[i] == 0) {
      ++kind.unused;
    } else {
      ++kind.buckets[(link_load[i] - 1) / spread.bucket_width];
    }
  }
  for (KindLoads& kind : spread.kinds) kind.mean /= static_cast<double>(kind.links);
  return spread;
}

}  // namespace weft
