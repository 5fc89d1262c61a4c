// Communication patterns: what routes are worth to the programs that run over them.
//
// Both patterns are made of flows between CA ports (their base LIDs; routers and CAs without a LID
// take no part), all of them at once, each over the one path that the tables give it. A flow uses
// the link that its source injects on, the links between switches, and the link that ejects to its
// destination. The random choices depend on the seed and on the order of port GUIDs alone.
#ifndef WEFT_BENCH_PATTERNS_H_
#define WEFT_BENCH_PATTERNS_H_

#include <cstdint>

#include "common/fabric/fabric.h"
#include "common/routing/tables.h"

namespace weft::bench {

// Effective bisection bandwidth (Hoefler, Schneider, Lumsdaine: Multistage Switches are not
// Crossbars, CLUSTER 2008): the CAs are cut into two random halves (an odd one is left out), and
// each CA of the first half sends to a partner of its own in the second. A flow gets 1 / the
// greatest number of flows on a link of its path; a flow without a path gets 0. The answer is the
// mean over all flows and bisections (>= 1): 1 is full bandwidth; 0 if there are fewer than two
// CAs. Cost: O(bisections x CAs x hops).
double effective_bisection_bandwidth(const Fabric& fabric, ConstTables tables, unsigned bisections,
                                     std::uint64_t seed);

// Shift: every CA i sends to CA (i + k) mod n, in the order of port GUIDs. The answer is the number
// of flows on the busiest link, as a mean over `shifts` (>= 1) random k in 1..n-1; 1 is perfect, 0
// if there are fewer than two CAs. Flows without a path count up to where they end. Cost: O(shifts
// x CAs x hops).
double shift_busiest_link(const Fabric& fabric, ConstTables tables, unsigned shifts,
                          std::uint64_t seed);

}  // namespace weft::bench

#endif  // WEFT_BENCH_PATTERNS_H_
