// Checks whether turns close a cycle with those of up*/down*.
// Tested by tests/common/graph/turns_beside_test.cc,
// tests/common/graph/turns_beside_property_test.cc.
#ifndef WEFT_GRAPH_TURNS_BESIDE_H_
#define WEFT_GRAPH_TURNS_BESIDE_H_

#include <functional>
#include <span>

#include "common/graph/links.h"

namespace weft {

// True if all turns of up*/down* and these turns together have a cycle. goes_up: of a link; links
// that go up must have no cycle. Cost: O(S + E + turns); an order of all turns of up*/down* would
// take O(E) times the ports of a switch.
bool close_cycle_with_up_down(const Links& links, const std::function<bool(const Link&)>& goes_up,
                              std::span<const LinkTurn> turns);

}  // namespace weft

#endif  // WEFT_GRAPH_TURNS_BESIDE_H_
