#include "common/verify/several_lids.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace weft {
namespace {

bool leads_over(const std::vector<LinkIndex>& path, LinkIndex link) {
  return std::ranges::find(path, link) != path.end();
}

}  // namespace

PathsToPort compare_paths(std::vector<std::vector<LinkIndex>> paths) {
  PathsToPort found;
  std::vector<LinkIndex> first, taken;
  for (const std::vector<LinkIndex>& path : paths) {
    if (path.empty()) return {};
    if (!leads_over(first, path.front())) first.push_back(path.front());
    if (std::ranges::none_of(path, [&](LinkIndex link) { return leads_over(taken, link); })) {
      taken.insert(taken.end(), path.begin(), path.end());
      ++found.apart;
    }
  }
  found.first_links = static_cast<unsigned>(first.size());
  if (paths.empty()) return {};
  std::ranges::copy_if(paths.front(), std::back_inserter(found.of_all), [&](LinkIndex link) {
    return std::ranges::all_of(paths, [&](const auto& path) { return leads_over(path, link); });
  });
  found.paths = std::move(paths);
  return found;
}

PathsToPort paths_to_port(const Fabric& fabric, PathWalk& walk, SwitchIndex from, EndPortIndex to) {
  std::vector<std::vector<LinkIndex>> paths;
  for (std::uint32_t bits = 0; bits < lids_of(fabric.end_ports()[to]).count; ++bits) {
    if (!walk.walk(from, to, static_cast<std::uint8_t>(bits))) return {};
    paths.emplace_back(walk.links().begin(), walk.links().end());
  }
  return compare_paths(std::move(paths));
}

SeveralLids judge_several_lids(const Fabric& fabric, ConstTables tables, const Workers& workers) {
  const FabricIndex index(fabric);
  std::vector<SwitchIndex> from;
  const std::vector<std::uint32_t> sources = sources_by_switch(fabric);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (sources[s] > 0) from.push_back(s);
  }
  std::vector<EndPortIndex> to;
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    if (lids_of(fabric.end_ports()[e]).count > 1) to.push_back(e);
  }
  const std::size_t step = from.size() * to.size() / kMostPairsOfLids + 1;
  struct Sums {
    std::uint64_t pairs = 0, first_links = 0, apart = 0, on_one_link = 0;
  };
  std::vector<Sums> sums(to.size());
  workers.parallel_for(to.size(), 16, [&](std::size_t first, std::size_t last) {
    PathWalk walk(index, tables);
    for (std::size_t i = first; i < last; ++i) {
      // Other switches for each port.
      for (std::size_t j = i % step; j < from.size(); j += step) {
        if (from[j] == fabric.end_ports()[to[i]].sw) continue;
        const PathsToPort paths = paths_to_port(fabric, walk, from[j], to[i]);
        if (paths.paths.empty()) continue;
        sums[i].pairs += 1;
        sums[i].first_links += paths.first_links;
        sums[i].apart += paths.apart;
        sums[i].on_one_link += paths.of_all.empty() ? 0 : 1;
      }
    }
  });
  Sums all;
  for (const Sums& of_port : sums) {
    all.pairs += of_port.pairs;
    all.first_links += of_port.first_links;
    all.apart += of_port.apart;
    all.on_one_link += of_port.on_one_link;
  }
  if (all.pairs == 0) return {};
  const auto pairs = static_cast<double>(all.pairs);
  return {all.pairs, static_cast<double>(all.first_links) / pairs,
          static_cast<double>(all.apart) / pairs, all.on_one_link};
}

}  // namespace weft
