// Whether shifts over a whole tree meet no more contention than its links must have.
#ifndef WEFT_PLUGINS_AUTO_SHIFT_CONTENTION_H_
#define WEFT_PLUGINS_AUTO_SHIFT_CONTENTION_H_

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/patterns/placement.h"
#include "common/routing/tables.h"
#include "common/topology/fat_tree.h"

namespace weft {

// How busy the busiest link between switches is, as a multiple of what it must be: the flows into
// or out of some subtree over its links up, evenly spread. The mean over a few random shifts; 1 is
// without contention. All links have one rate. Cost: O(paths) of the shifts, O(ports).
// Deterministic with any number of threads. Throws Stopped and std::bad_alloc.
double shift_contention(const Fabric& fabric, const FatTree& tree, ConstTables tables,
                        RankOrder order, const Workers& workers);

}  // namespace weft

#endif  // WEFT_PLUGINS_AUTO_SHIFT_CONTENTION_H_
