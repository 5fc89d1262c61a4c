// The loads of links after a change of the fabric and of some entries, from those before: only the
// paths that are others are followed.
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
  std::span<const std::uint64_t> link_load;  // as of Figures
};

// Figures::link_load of the tables of now, as measure_loads() has it. No switch and no LID of now
// is new, and each LID is that of the same port; changed: find_changed_entries' list of all of
// them. Cost: O(ports + L x lost ports), for each LID with a change O(ports of the switches whose
// paths change), and O(hops) for each such path.
std::vector<std::uint64_t> loads_after(const FabricMatch& match, const LoadedTables& before,
                                       ConstTables now, std::span<const ChangedEntry> changed);

// The busiest of the links between switches, the one with the lowest position of several, and the
// mean over all of them.
struct LoadSummary {
  std::uint64_t most = 0;
  double mean = 0;
  SwitchIndex sw = kNone;  // whose port the busiest link begins at; kNone: there is no link
  PortNum port = 0;
};
LoadSummary summarise(const Fabric& fabric, std::span<const std::uint64_t> link_load);

}  // namespace weft

#endif  // WEFT_WHATIF_LOAD_CHANGE_H_
