// How the groups of dragonflies are linked; the papers do not define it.
//
// The global ports of a group, counted switch by switch, lead to the groups at distances 1, 2, ...
// g - 1, modulo g, in repeated rounds. The port for distance d is linked to the other group's port
// for distance g - d of the same round, the mirrored position. With g - 1 ports there is one round,
// known as the palmtree arrangement. If the last round has fewer than g - 1 ports, it uses the
// nearest groups on both sides and, if the number of ports is odd, also the opposite group; without
// an opposite group (g is odd) one global port of each group stays unused.
// Tested by tests/common/fabric/generators/dragonfly_test.cc.
#ifndef WEFT_FABRIC_GENERATORS_GLOBAL_PORTS_H_
#define WEFT_FABRIC_GENERATORS_GLOBAL_PORTS_H_

#include <cstdint>
#include <string_view>

#include "common/fabric/generators/drawing.h"

namespace weft {

// The number of groups: the requested one, or the maximum (0); may be kTooMany. switches: per
// group, with global links. topology: with article. Throws BadInput above the maximum.
std::uint64_t count_groups(std::string_view topology, unsigned wanted, std::uint64_t switches,
                           unsigned global_links);

// The switches of a group with global links.
struct GlobalSwitches {
  NodeId first;              // of the first group; the others follow
  unsigned count;            // of each group
  unsigned stride;           // from a switch to the same one of the next group
  std::uint64_t first_port;  // of each; the others follow
  unsigned global_links;     // of each
};

// Any two groups get c or c + 1 links.
void join_groups(unsigned groups, const GlobalSwitches& switches, FabricDrawing& drawing);

}  // namespace weft

#endif  // WEFT_FABRIC_GENERATORS_GLOBAL_PORTS_H_
