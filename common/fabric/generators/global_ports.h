// How the groups of dragonflies are joined, which the papers leave open.
//
// The global ports of a group, counted switch by switch, lead to the groups 1, 2, ... g - 1 further
// on, modulo g, again and again; the port d groups further on is joined to the other group's port
// g - d further on of the same round, which is the mirrored position in it. With as many ports as
// other groups that is one round, and is known as the palmtree arrangement. If the last round has
// fewer than g - 1 ports, it takes the nearest groups on both sides, and, if their number is odd,
// the opposite group too; where there is none (g is odd), one global port of each group stays
// unused.
// Tested by tests/common/fabric/generators/dragonfly_test.cc.
#ifndef WEFT_FABRIC_GENERATORS_GLOBAL_PORTS_H_
#define WEFT_FABRIC_GENERATORS_GLOBAL_PORTS_H_

#include <cstdint>
#include <string_view>

#include "common/fabric/generators/drawing.h"

namespace weft {

// How many groups there are if so many are wanted, or as many as can be joined (0); may be
// kTooMany. switches: of a group, that have global links. topology: with article. Throws BadInput
// for more than can be joined.
std::uint64_t count_groups(std::string_view topology, unsigned wanted, std::uint64_t switches,
                           unsigned global_links);

// The switches of a group that have global links.
struct GlobalSwitches {
  NodeId first;              // of the first group; then first + 1, ...
  unsigned count;            // of each group
  unsigned stride;           // from a switch to that of the next group
  std::uint64_t first_port;  // of each; then first_port + 1, ...
  unsigned global_links;     // of each
};

// Any two groups are joined by c or c + 1 links.
void join_groups(unsigned groups, const GlobalSwitches& switches, FabricDrawing& drawing);

}  // namespace weft

#endif  // WEFT_FABRIC_GENERATORS_GLOBAL_PORTS_H_
