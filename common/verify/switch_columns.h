// Walks to the LIDs of switches, from all switches.
// Tested by tests/common/verify/verify_test.cc, tests/common/repair/verify_change_property_test.cc.
#ifndef WEFT_VERIFY_SWITCH_COLUMNS_H_
#define WEFT_VERIFY_SWITCH_COLUMNS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/workers.h"
#include "common/verify/column_walk.h"

namespace weft {

struct SwitchColumns {
  std::vector<ColumnResult> results;   // by column; lost: switches whose packets do not arrive
  std::vector<std::size_t> unreached;  // columns that a switch with sources does not reach although
                                       // links lead there; ascending
};

// Each column is a LID of a switch. Cost: O(S) a column.
SwitchColumns walk_switch_columns(const FabricIndex& index, Rows rows,
                                  std::span<const Column> columns, const Workers& workers);

// Verdict::lost_switches. results: by LID of a switch.
std::vector<std::uint32_t> lost_switches(std::span<const ColumnResult> results);

}  // namespace weft

#endif  // WEFT_VERIFY_SWITCH_COLUMNS_H_
