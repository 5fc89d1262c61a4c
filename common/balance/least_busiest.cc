#include "common/balance/least_busiest.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "common/fabric/counts.h"

namespace weft {

std::uint64_t least_busiest(const Fabric& fabric) {
  const std::vector<std::uint32_t> sources = sources_by_switch(fabric);
  std::vector<std::uint64_t> lids(fabric.switch_count());
  for (std::size_t lid = 1; lid <= fabric.max_lid(); ++lid) {
    if (fabric.owner(static_cast<Lid>(lid)).kind != PeerKind::kEndPort) continue;
    const SwitchIndex s = fabric.destination_switch(static_cast<Lid>(lid));
    if (s != kNone) ++lids[s];
  }
  const std::uint64_t all_sources =
      std::accumulate(sources.begin(), sources.end(), std::uint64_t{0});
  const std::uint64_t all_lids = std::accumulate(lids.begin(), lids.end(), std::uint64_t{0});
  std::uint64_t least = 0;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const std::uint64_t links = links_to_switches(fabric, s);
    if (links == 0) continue;
    const std::uint64_t out = sources[s] * (all_lids - lids[s]);
    const std::uint64_t in = lids[s] * (all_sources - sources[s]);
    least = std::max(least, (std::max(out, in) + links - 1) / links);
  }
  return least;
}

}  // namespace weft
