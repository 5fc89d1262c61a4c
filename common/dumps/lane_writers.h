// Writes SLs of paths and SL2VL maps as files for ibdmchk and lane_readers.h. A file gets its name
// only when it is complete.
#ifndef WEFT_DUMPS_LANE_WRITERS_H_
#define WEFT_DUMPS_LANE_WRITERS_H_

#include <string>

#include "common/fabric/fabric.h"
#include "common/routing/lane_plan.h"
#include "common/routing/sl2vl.h"

namespace weft {

// The SLs of all paths between end ports, 11 bytes for each path: ibdmchk -c. Throws BadInput with
// the reason of the system.
void write_path_sls(const Fabric& fabric, const LanePlan& plan, const std::string& path);

// The maps of all pairs of linked ports of all switches, 70 bytes for each pair: ibdmchk -d. Throws
// BadInput with the reason of the system.
void write_sl2vl(const Fabric& fabric, const Sl2Vl& sl2vl, const std::string& path);

}  // namespace weft

#endif  // WEFT_DUMPS_LANE_WRITERS_H_
