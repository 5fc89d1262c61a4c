// The node that a person means.
// Tested by tests/common/fabric/named_node_test.cc.
#ifndef WEFT_FABRIC_NAMED_NODE_H_
#define WEFT_FABRIC_NAMED_NODE_H_

#include <string_view>

#include "common/fabric/fabric.h"

namespace weft {

// A switch, or an end port with a LID, by
//   - a LID, in decimal, that somebody has,
//   - a GUID behind 0x, of a port or a node,
//   - a node description, or the first word of one, that only one node has.
// Of a node with several ports the one with the lowest number that has a LID. Throws BadInput with
// a sentence: there is none, there are several, which it names with their GUIDs, or it has no LID.
// Cost: O(S + E).
LidOwner find_named(const Fabric& fabric, std::string_view text);

}  // namespace weft

#endif  // WEFT_FABRIC_NAMED_NODE_H_
