// Applies tables from a file to the current fabric.
#ifndef WEFT_STORED_RESOLVE_TABLES_H_
#define WEFT_STORED_RESOLVE_TABLES_H_

#include <string>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/tables.h"
#include "common/stored/stored_tables.h"

namespace weft {

// Writes the stored entries of the fabric's switches; switches are found by node GUID. `rows` must
// be filled with kNoPath, as for an engine.
//
// If LIDs have changed since the tables were stored, port GUIDs (or the switch LID in the heading
// of a table) identify the port: its n-th stored LID is now its n-th LID. A stored LID without a
// known port keeps its number. LIDs of ports that the fabric does not have, and path bits above a
// port's current LMC, are left out.
//
// An entry is removed if the switch does not have its port, if the port has no link, or if it is
// port 0 for a LID of another node. Warnings give the number, and up to 4 names, of parts left out,
// parts missing in the file, and removed entries.
// Cost: O(S L). Throws Stopped and std::bad_alloc.
void resolve_tables(const StoredTables& stored, const Fabric& fabric, const Workers& workers,
                    Tables rows, std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_STORED_RESOLVE_TABLES_H_
