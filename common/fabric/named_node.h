// Finds a node by LID, GUID or name.
// Tested by tests/common/fabric/named_node_test.cc.
#ifndef WEFT_FABRIC_NAMED_NODE_H_
#define WEFT_FABRIC_NAMED_NODE_H_

#include <string_view>

#include "common/fabric/fabric.h"

namespace weft {

// Finds a switch, or an end port with a LID, by
//   - a LID in use, in decimal,
//   - the GUID of a port or node, with 0x,
//   - a node description or its first word, if only one node has it.
// Of a node with several ports, returns the lowest port number with a LID. Throws BadInput with a
// sentence: no node, several nodes (named with their GUIDs), or no LID. Cost: O(S + E).
LidOwner find_named(const Fabric& fabric, std::string_view text);

}  // namespace weft

#endif  // WEFT_FABRIC_NAMED_NODE_H_
