// What is good of tables that nobody answers for.
// Tested by tests/common/repair/arriving_entries_test.cc.
#ifndef WEFT_REPAIR_ARRIVING_ENTRIES_H_
#define WEFT_REPAIR_ARRIVING_ENTRIES_H_

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/tables.h"

namespace weft {

struct ArrivingEntries {
  std::shared_ptr<TableBlock> tables;  // with these alone
  // Others that should be there: all that led elsewhere, all to LIDs of end ports, and all of
  // switches without a way to themselves, which nobody has given tables. Those that are not set to
  // LIDs of switches may be so on purpose: up*/down* has such ones. Sorted.
  std::vector<std::pair<Lid, SwitchIndex>> missing;
  std::size_t wanted = 0;  // entries of all switches to all LIDs in use
};

// Those that lead to the switch of their LID's owner, over links that are there, and this one's
// own. rows: of the switches of the fabric, with anything in them. Cost: O(S L). Throws Stopped and
// std::bad_alloc.
ArrivingEntries find_arriving(const Fabric& fabric, ConstTables rows, const Workers& workers);

}  // namespace weft

#endif  // WEFT_REPAIR_ARRIVING_ENTRIES_H_
