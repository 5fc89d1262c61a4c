// Tables from a file for the fabric as it is now.
#ifndef WEFT_STORED_RESOLVE_TABLES_H_
#define WEFT_STORED_RESOLVE_TABLES_H_

#include <string>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/tables.h"
#include "common/stored/stored_tables.h"

namespace weft {

// Writes the stored entries of the fabric's switches, which are found by node GUID. `rows` come
// filled with kNoPath, as for an engine.
//
// Where LIDs have changed since the tables were stored, port GUIDs (or the LID of the switch in the
// heading of its table) say which LID is meant: the n-th stored LID of a port is the n-th it has
// now. Stored LIDs whose port is unknown to the file stand for themselves; those of ports that the
// fabric does not have, and path bits that a port has no more, are left out.
//
// An entry that leads nowhere (a port that the switch does not have or that has no link, or port 0
// for a LID of another node) counts as none. Warnings name what was left out, what the file lacks,
// and entries that lead nowhere: how many, and up to 4 of them.
// Cost: O(S L). Throws Stopped and std::bad_alloc.
void resolve_tables(const StoredTables& stored, const Fabric& fabric, const Workers& workers,
                    Tables rows, std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_STORED_RESOLVE_TABLES_H_
