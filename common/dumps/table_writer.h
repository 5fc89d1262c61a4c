// Forwarding tables as files for other tools. A file appears under its name only when it is
// complete.
#ifndef WEFT_DUMPS_TABLE_WRITER_H_
#define WEFT_DUMPS_TABLE_WRITER_H_

#include <string>

#include "common/base/file.h"
#include "common/fabric/fabric.h"
#include "common/routing/tables.h"

namespace weft {

// opensm-lfts.dump, which OpenSM's routing engine `file` loads: S x L lines. LIDs without a path
// are left out. Throws BadInput with the system's reason.
void write_lfts_dump(const Fabric& fabric, ConstTables tables, const std::string& path,
                     Existing existing = Existing::kWrittenTo);

// opensm.fdbs, which ibdmchk reads, with the hops of each path, and whether there is none with
// fewer. Where a path does not arrive, hops are 255. Cost: O(S x L) time and bytes; distances by
// breadth-first search. Throws BadInput with the system's reason.
void write_fdbs(const Fabric& fabric, ConstTables tables, const std::string& path,
                Existing existing = Existing::kWrittenTo);

}  // namespace weft

#endif  // WEFT_DUMPS_TABLE_WRITER_H_
