// Hubs: switches where paths turn up again after they came down. With these turns up*/down*
// connects switches that have no common switch above them.
//
// A top is a switch without links up; up*/down* paths connect all switches below a top. Two
// switches below different tops have no path, until a hub below both tops connects them: a path
// goes down to the hub and up again. Such a turn is a valley. A cycle of channel dependencies needs
// valleys that lead to each other: a packet that goes up from a hub must come down to a hub again.
// So there are few hubs, and among switches above it that are connected already, a hub turns to one
// only. If that switch has more tops to connect, it is a hub too: then a packet that comes up to it
// has no path down except back over the same link, a turn that no packet takes.
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
  std::vector<LinkIndex>
      up;  // links up; paths turn between any two that lead to different switches
};

// Chooses hubs until all tops that links connect are connected by paths, or no more can be, and
// adds their turns to `turns`, which holds those of up*/down*. Switches below the most unconnected
// tops come first, then those with the fewest end ports (end_ports: by switch), since the missing
// paths load their links. Cost: for each hub, and each candidate that would close a cycle, O(S x
// tops) and O(turns); at most 64 times.
std::vector<Hub> find_hubs(const Links& links, const Orientation& orientation,
                           std::span<const std::uint32_t> end_ports, AcyclicTurns& turns);

}  // namespace weft

#endif  // WEFT_PLUGINS_UP_DOWN_HUBS_H_
