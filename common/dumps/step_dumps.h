// What OpenSM's dumps are of a routing, of each step of a chain.
#ifndef WEFT_DUMPS_STEP_DUMPS_H_
#define WEFT_DUMPS_STEP_DUMPS_H_

#include <string>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

// Writes opensm-lid-matrix.dump, opensm-lfts.dump, opensm.fdbs and opensm-subnet.lst of a step's
// own fabric into `directory`/step-<id>, which is made if there is none; also
// opensm-updn-roots.dump, opensm-ftree-ca-order.dump and opensm-torus.dump if its engine has roots,
// an order of CAs, and places. tables: the active ones, of the whole fabric; where a later step
// replaced what this one wrote, that is what is dumped. They are only read. Files replace whatever
// has their names. Throws BadInput if something else than a directory has the name of the folder,
// or with the system's reason; Stopped and std::bad_alloc.
void write_step_dumps(const Fabric& whole, Tables tables, const RoutedStep& step,
                      const std::string& directory, const Workers& workers);

}  // namespace weft

#endif  // WEFT_DUMPS_STEP_DUMPS_H_
