// Updates the loads of links after a change of the fabric and of some entries: follows only changed
// paths.
#ifndef WEFT_WHATIF_LOAD_CHANGE_H_
#define WEFT_WHATIF_LOAD_CHANGE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/repair/fabric_match.h"
#include "common/repair/transition.h"
#include "common/routing/tables.h"

namespace weft {

struct LoadedTables {
  ConstTables tables;
  std::span<const std::uint64_t> link_load;  // as in Figures
};

// The current Figures::link_load, as measure_loads() computes it. The current fabric has no new
// switch or LID, and each LID belongs to the same port. changed: the list of find_changed_entries()
// for all of them. Cost: O(ports + L x lost ports); for each LID with a change O(ports of the
// switches whose paths change), and O(hops) for each changed path.
std::vector<std::uint64_t> loads_after(const FabricMatch& match, const LoadedTables& before,
                                       ConstTables now, std::span<const ChangedEntry> changed);

// The busiest link between switches (of equal ones the lowest position) and the mean load of all.
struct LoadSummary {
  std::uint64_t most = 0;
  double mean = 0;
  SwitchIndex sw = kNone;  // the sender of the busiest link; kNone: no link
  PortNum port = 0;
};
LoadSummary summarise(const Fabric& fabric, std::span<const std::uint64_t> link_load);

}  // namespace weft

#endif  // WEFT_WHATIF_LOAD_CHANGE_H_
