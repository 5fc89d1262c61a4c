#include "common/verify/several_lids.h"

#include <algorithm>

namespace weft {
namespace {

// Empty: it does not arrive.
std::vector<LinkIndex> path_to(const Fabric& fabric, const Links& links, ConstTables tables,
                               SwitchIndex from, Lid lid, SwitchPort to) {
  std::vector<LinkIndex> path;
  if (tables.row(to.first)[lid] != to.second) return path;
  while (from != to.first) {
    const PortNum port = tables.row(from)[lid];
    const LinkIndex link = port < fabric.ports(from).size() ? links.at(from, port) : kNone;
    if (link == kNone || path.size() == links.switch_count()) return {};
    path.push_back(link);
    from = links.to(link);
  }
  return path;
}

bool leads_over(const std::vector<LinkIndex>& path, LinkIndex link) {
  return std::ranges::find(path, link) != path.end();
}

}  // namespace

PathsToPort paths_to_port(const Fabric& fabric, const Links& links, ConstTables tables,
                          SwitchIndex from, LidRange lids, SwitchPort to) {
  PathsToPort found;
  std::vector<LinkIndex> first, taken;
  for (const Lid lid : lids) {
    std::vector<LinkIndex> path = path_to(fabric, links, tables, from, lid, to);
    if (path.empty()) return {};
    if (!leads_over(first, path.front())) first.push_back(path.front());
    if (std::ranges::none_of(path, [&](LinkIndex link) { return leads_over(taken, link); })) {
      taken.insert(taken.end(), path.begin(), path.end());
      ++found.apart;
    }
    found.paths.push_back(std::move(path));
  }
  found.first_links = static_cast<unsigned>(first.size());
  if (found.paths.empty()) return {};
  std::ranges::copy_if(found.paths.front(), std::back_inserter(found.of_all), [&](LinkIndex link) {
    return std::ranges::all_of(found.paths,
                               [&](const auto& path) { return leads_over(path, link); });
  });
  return found;
}

SeveralLids judge_several_lids(const Fabric& fabric, ConstTables tables, const Workers& workers) {
  const Links links(fabric);
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
    for (std::size_t i = first; i < last; ++i) {
      const EndPort& port = fabric.end_ports()[to[i]];
      // Other switches for each port.
      for (std::size_t j = i % step; j < from.size(); j += step) {
        if (from[j] == port.sw) continue;
        const PathsToPort paths = paths_to_port(fabric, links, tables, from[j], lids_of(port),
                                                {port.sw, port.switch_port});
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
