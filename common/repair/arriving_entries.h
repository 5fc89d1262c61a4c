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
  std::shared_ptr<TableBlock> tables;  // only the entries that arrive
  // Entries that a repair has to set: those that do not arrive, unset ones for LIDs of end ports,
  // and all of a switch that has no entry 0 for its own LID, since it never got a
  // table. Unset entries for LIDs of switches may be intended, as with up*/down*. Sorted.
  std::vector<std::pair<Lid, SwitchIndex>> missing;
  std::size_t wanted = 0;  // entries of all switches to all LIDs in use
};

// An entry arrives if a packet that follows it comes, over existing links, to the switch of the
// LID's owner, and the entry there is right too. rows: of the switches of the fabric,
// with any content. Cost: O(S L). Throws Stopped and std::bad_alloc.
ArrivingEntries find_arriving(const Fabric& fabric, ConstTables rows, const Workers& workers);

}  // namespace weft

#endif  // WEFT_REPAIR_ARRIVING_ENTRIES_H_
