// Writes forwarding tables as files for other tools. A file gets its name only when it is complete.
#ifndef WEFT_DUMPS_TABLE_WRITER_H_
#define WEFT_DUMPS_TABLE_WRITER_H_

#include <string>

#include "common/base/file.h"
#include "common/fabric/fabric.h"
#include "common/routing/tables.h"

namespace weft {

// opensm-lfts.dump, which OpenSM's routing engine `file` loads: S x L lines, without LIDs that have
// no path. Throws BadInput with the reason of the system.
void write_lfts_dump(const Fabric& fabric, ConstTables tables, const std::string& path,
                     Existing existing = Existing::kWrittenTo);

// opensm.fdbs, which ibdmchk reads: with the hops of each path, and a mark if a path with fewer
// hops exists. Hops are 255 if a path does not arrive. Cost: O(S x L) time and bytes; distances by
// breadth-first search. Throws BadInput with the reason of the system.
void write_fdbs(const Fabric& fabric, ConstTables tables, const std::string& path,
                Existing existing = Existing::kWrittenTo);

}  // namespace weft

#endif  // WEFT_DUMPS_TABLE_WRITER_H_
