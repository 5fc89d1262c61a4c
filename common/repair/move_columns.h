// Replaces one routing of a fabric by another, some LIDs at a time.
// Tested by tests/common/repair/move_columns_test.cc.
#ifndef WEFT_REPAIR_MOVE_COLUMNS_H_
#define WEFT_REPAIR_MOVE_COLUMNS_H_

#include <cstdint>

#include "common/base/workers.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

// `rows` hold the tables of `routing`. For one LID after the other, in ascending order, replaces
// the column of the tables and the SLs by those of the other routing, until `most` entries and SLs
// have changed; at least one column that differs is replaced. So each path is one of the two
// routings', but both together may have credit loops: the caller has to verify. Returns how many
// entries and SLs still differ. Throws CannotRoute if the routings cannot be mixed, since they have
// lanes of different kinds or different SL2VL maps; then rows are unchanged. Cost: O(S L).
std::uint64_t move_columns(const Routing& to, ConstTables wanted, std::uint64_t most,
                           const Workers& workers, Routing& routing, Tables rows);

}  // namespace weft

#endif  // WEFT_REPAIR_MOVE_COLUMNS_H_
