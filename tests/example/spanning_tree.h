// The engine that CONTRIBUTING.md builds: all paths along one spanning tree. It is an example, and
// in no library.
#ifndef WEFT_TESTS_EXAMPLE_SPANNING_TREE_H_
#define WEFT_TESTS_EXAMPLE_SPANNING_TREE_H_

#include "common/routing/routing.h"

namespace weft {

// Paths of a tree turn nowhere from down to up, so they close no credit loop (Dally, Seitz 1987).
// Links that are not of the tree stay idle. Cost: O(E + S L); S switches, E links, L LIDs.
const EngineInfo& spanning_tree_engine();

}  // namespace weft

#endif  // WEFT_TESTS_EXAMPLE_SPANNING_TREE_H_
