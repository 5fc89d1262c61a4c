#include "common/session/growth.h"

#include <fmt/format.h>

#include <algorithm>

namespace weft {
namespace {

bool exceeds(double mended, double anew) { return mended > 1.05 * anew; }

}  // namespace

LinkCounts count_links(const FabricMatch& match) {
  LinkCounts counts;
  for (const Port& port : match.now().all_ports()) {
    if (port.kind == PeerKind::kSwitch) ++counts.links;
  }
  counts.added = static_cast<std::uint32_t>(std::ranges::count(new_links(match), 1));
  return counts;
}

std::vector<char> new_links(const FabricMatch& match) {
  std::vector<char> are_new;
  const Fabric& fabric = match.now();
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    for (std::size_t p = 0; p < ports.size(); ++p) {
      are_new.push_back(ports[p].kind == PeerKind::kSwitch &&
                        !match.keeps_neighbour(s, static_cast<PortNum>(p)));
    }
  }
  return are_new;
}

std::string worse_in(const Figures& mended, const Figures& anew) {
  if (exceeds(static_cast<double>(mended.max_link_load), static_cast<double>(anew.max_link_load))) {
    return fmt::format("the busiest link has {} paths instead of {}", mended.max_link_load,
                       anew.max_link_load);
  }
  if (exceeds(static_cast<double>(mended.unused_links), static_cast<double>(anew.unused_links))) {
    return fmt::format("{} links carry nothing instead of {}", mended.unused_links,
                       anew.unused_links);
  }
  if (exceeds(mended.mean_hops, anew.mean_hops)) {
    return fmt::format("paths have {:.2f} links on average instead of {:.2f}", mended.mean_hops,
                       anew.mean_hops);
  }
  return {};
}

}  // namespace weft
