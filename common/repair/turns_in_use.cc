#include "common/repair/turns_in_use.h"

#include <cstddef>
#include <cstdint>
#include <span>

#include "common/repair/paths_to_lid.h"

namespace weft {

TurnsInUse turns_in_use(const Fabric& fabric, const Links& links, const PairLanes& lanes,
                        ConstTables rows) {
  TurnsInUse in_use = {std::vector<SlSet>(links.turn_count()),
                       std::vector<SlSet>(links.turn_count())};
  struct Sls {
    SlSet now;
    SlSet granted;
  };
  std::vector<Sls> through(
      fabric.switch_count());  // by switch: the SLs of all packets that it sends
  PathsToLid paths(fabric, links);
  for (std::size_t l = 1; l <= fabric.max_lid(); ++l) {
    const auto lid = static_cast<Lid>(l);
    if (fabric.owner(lid).kind != PeerKind::kEndPort) continue;
    paths.start(lid, rows);
    const std::span<const SwitchIndex> nearest_first = paths.nearest_first();
    for (const SwitchIndex s : nearest_first) {
      through[s] = {lanes.sls_now(s, lid), lanes.sls(s, lid)};
    }
    for (std::size_t i = nearest_first.size(); i-- > 1;) {
      const SwitchIndex s = nearest_first[i];
      const SwitchIndex to = links.to(paths.next(s));
      if (to == paths.destination()) continue;
      const std::uint64_t turn = links.turn(paths.next(s), paths.next(to));
      in_use.now[turn] |= through[s].now;
      in_use.granted[turn] |= through[s].granted;
      through[to].now |= through[s].now;
      through[to].granted |= through[s].granted;
    }
  }
  return in_use;
}

}  // namespace weft
