// Finds, in unverified tables, the forwarding entries that lead to their destination.
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
  std::shared_ptr<TableBlock> tables;  // with the arriving entries alone
  // Entries that a repair has to set: those that lead elsewhere, those to LIDs of end ports that
  // are not set, and all of switches without an entry 0 for their own LID, which were never given
  // tables. Entries to LIDs of switches may be unset on purpose, as with up*/down*. Sorted.
  std::vector<std::pair<Lid, SwitchIndex>> missing;
  std::size_t wanted = 0;  // entries of all switches to all LIDs in use
};

// An entry arrives if the entries from there on lead to the switch of the LID's owner, over links
// that are there, and that switch has the right entry itself. rows: of the switches of the fabric,
// with anything in them. Cost: O(S L). Throws Stopped and std::bad_alloc.
ArrivingEntries find_arriving(const Fabric& fabric, ConstTables rows, const Workers& workers);

}  // namespace weft

#endif  // WEFT_REPAIR_ARRIVING_ENTRIES_H_
