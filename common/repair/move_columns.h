// From one routing of a fabric to another one, some LIDs at a time.
// Tested by tests/common/repair/move_columns_test.cc.
#ifndef WEFT_REPAIR_MOVE_COLUMNS_H_
#define WEFT_REPAIR_MOVE_COLUMNS_H_

#include <cstdint>

#include "common/base/workers.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

// rows hold the tables of `routing`. LID by LID, in ascending order, their columns and its SLs
// become those of the other routing, as long as no more than `most` entries and SLs are others
// then, and at least one column that differs: so each column leads to its LID as one of the two
// does, but nobody knows of credit loops. Returns how many entries and SLs are left. Throws
// CannotRoute where that cannot be: the routings have lanes of different kinds, or other SL2VL
// maps; then rows are as they were. Cost: O(S L).
std::uint64_t move_columns(const Routing& to, ConstTables wanted, std::uint64_t most,
                           const Workers& workers, Routing& routing, Tables rows);

}  // namespace weft

#endif  // WEFT_REPAIR_MOVE_COLUMNS_H_
