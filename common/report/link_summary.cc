#include "common/report/link_summary.h"

#include <algorithm>
#include <tuple>

namespace weft {
namespace {

constexpr std::uint64_t kMostBuckets = 20;

template <typename Visit>
void for_each_link(const Fabric& fabric, std::span<const std::uint64_t> link_load, Visit visit) {
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (ports[p].kind != PeerKind::kSwitch) continue;
      visit(LoadedLink{s, static_cast<PortNum>(p), link_load[fabric.switches()[s].first_port + p]});
    }
  }
}

}  // namespace

std::vector<LoadedLink> busiest_links(const Fabric& fabric,
                                      std::span<const std::uint64_t> link_load, std::size_t most) {
  std::vector<LoadedLink> links;
  for_each_link(fabric, link_load, [&](const LoadedLink& link) {
    if (link.paths > 0) links.push_back(link);
  });
  const std::size_t count = std::min(most, links.size());
  const auto end = links.begin() + static_cast<std::ptrdiff_t>(count);
  std::partial_sort(links.begin(), end, links.end(), [](const LoadedLink& a, const LoadedLink& b) {
    return std::tie(b.paths, a.sw, a.port) < std::tie(a.paths, b.sw, b.port);
  });
  links.resize(count);
  return links;
}

std::vector<LoadedLink> unused_links(const Fabric& fabric, std::span<const std::uint64_t> link_load,
                                     std::size_t most) {
  std::vector<LoadedLink> links;
  for_each_link(fabric, link_load, [&](const LoadedLink& link) {
    if (link.paths == 0 && links.size() < most) links.push_back(link);
  });
  return links;
}

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
