// OpenSM's dumps for each step of a routing chain.
#ifndef WEFT_DUMPS_STEP_DUMPS_H_
#define WEFT_DUMPS_STEP_DUMPS_H_

#include <string>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

// Writes opensm-lid-matrix.dump, opensm-lfts.dump, opensm.fdbs and opensm-subnet.lst of the step's
// own fabric into `directory`/step-<id>, and makes that folder if it does not exist. If the engine
// has roots, an order of CAs, or places: also opensm-updn-roots.dump, opensm-ftree-ca-order.dump
// and opensm-torus.dump. tables: the active tables of the whole fabric, only read. Where a later
// step replaced entries of this step, the dumps have the later entries. Files of the same names are
// replaced. Throws BadInput if the name of the folder belongs to something else, or with the reason
// of the system; Stopped and std::bad_alloc.
void write_step_dumps(const Fabric& whole, Tables tables, const RoutedStep& step,
                      const std::string& directory, const Workers& workers);

}  // namespace weft

#endif  // WEFT_DUMPS_STEP_DUMPS_H_
