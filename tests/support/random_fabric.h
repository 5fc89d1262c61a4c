// Random small fabrics for property tests.
#ifndef WEFT_TESTS_SUPPORT_RANDOM_FABRIC_H_
#define WEFT_TESTS_SUPPORT_RANDOM_FABRIC_H_

#include <cstdint>

#include "common/fabric/fabric.h"

namespace weft {

// A connected fabric with LIDs (LMC 0 to 2), of 1 to some 60 switches and 1 to some 200 end ports,
// drawn from all generators: trees (some with two ports a CA), tori, meshes, rings, hypercubes,
// HyperX, dragonflies and random regular graphs; with or without parallel links, failed links and
// switches, missing CAs, CAs on spines, and GUIDs in random order. The same seed gives the same
// fabric.
Fabric random_fabric(std::uint64_t seed);

// The same without regard to what failures cut off: the fabric may be in several pieces, and
// switches may have lost all their links.
Fabric random_broken_fabric(std::uint64_t seed);

// A tree as they are really built, connected, with LIDs (LMC 0 to 2), of 2 to 4 levels and rarely
// more than 40 switches: fat trees, and directors with or without edge switches below; hosts with
// one CA or on rails; in half of them or less each parallel links, missing CAs, uneven spines, CAs
// on spines, aggregation nodes, failed links and switches, GUIDs in random order.
Fabric random_built_tree(std::uint64_t seed);

}  // namespace weft

#endif  // WEFT_TESTS_SUPPORT_RANDOM_FABRIC_H_
