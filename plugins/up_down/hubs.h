// Hubs: where paths turn up again after they came down, so that up*/down* with these turns connects
// switches that have no switch above them in common.
//
// From the tops, switches that nothing is above, up*/down* leads to all that is below. Two switches
// below different tops have no path; a path down to a hub that is below both tops, and up again,
// joins them. Such a turn is a valley. A cycle of channel dependencies needs valleys that lead to
// each other: whoever comes up from a hub has to come down to one again. So there are few hubs, and
// each turns to one switch only of those that are joined above it, which is, where there is more to
// join, a hub again: whoever comes up to that switch finds no way back down but the same one, a
// turn that no packet makes.
#ifndef WEFT_PLUGINS_UP_DOWN_HUBS_H_
#define WEFT_PLUGINS_UP_DOWN_HUBS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/graph/acyclic_turns.h"
#include "common/graph/links.h"
#include "common/graph/up_down.h"

namespace weft {

struct Hub {
  SwitchIndex s;
  std::vector<LinkIndex> up;  // links up; it turns from each to each that leads to another switch
};

// Chooses hubs until all tops that links connect are joined, or no more can be, and adds their
// turns to `turns`, which holds those of up*/down*. Those below the most tops that are not joined
// come first, then those with the fewest end ports (end_ports: by switch), since what is missing
// goes over their links. Cost: for each hub, and each that would close a cycle, O(S x tops) and
// O(turns); at most 64 times.
std::vector<Hub> find_hubs(const Links& links, const Orientation& orientation,
                           std::span<const std::uint32_t> end_ports, AcyclicTurns& turns);

}  // namespace weft

#endif  // WEFT_PLUGINS_UP_DOWN_HUBS_H_
