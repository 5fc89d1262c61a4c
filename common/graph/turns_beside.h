// Turns beside those of up*/down*: do they close a cycle with these?
// Tested by tests/common/graph/turns_beside_test.cc,
// tests/common/graph/turns_beside_property_test.cc.
#ifndef WEFT_GRAPH_TURNS_BESIDE_H_
#define WEFT_GRAPH_TURNS_BESIDE_H_

#include <functional>
#include <span>

#include "common/graph/links.h"

namespace weft {

// True if some channels would wait for each other in a circle where all turns of up*/down* are made
// and these as well. goes_up: of a link; no links that go up form a circle. Cost: O(S + E + turns),
// where putting all turns of up*/down* in order takes O(E) times the ports of a switch.
bool close_cycle_with_up_down(const Links& links, const std::function<bool(const Link&)>& goes_up,
                              std::span<const LinkTurn> turns);

}  // namespace weft

#endif  // WEFT_GRAPH_TURNS_BESIDE_H_
