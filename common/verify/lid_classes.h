// Classes of LIDs whose packets have the same choices, so that one walk is enough for a class.
// Tested by tests/common/verify/verify_choices_test.cc.
#ifndef WEFT_VERIFY_LID_CLASSES_H_
#define WEFT_VERIFY_LID_CLASSES_H_

#include <vector>

#include "common/base/types.h"
#include "common/verify/column_tile.h"
#include "common/verify/fabric_index.h"
#include "common/verify/port_choices.h"

namespace weft {

// LIDs of one destination to which every other switch has the same choices.
struct LidClass {
  Column first;  // the lowest of the LIDs; `entry` is the LID
  // At the destination the only choice for each LID is its right port. A LID for which that is not
  // true has a separate class.
  bool right;
  std::vector<Column> end_ports;  // LIDs of end ports
  std::vector<Lid> switches;      // LIDs of the destination itself
};

// The classes of all LIDs in use, in the order of destinations and of lowest LIDs; each_alone: a
// class for each LID. Cost: O(S L) along the rows.
std::vector<LidClass> classify_lids(const FabricIndex& index, const PortChoices& choices,
                                    bool each_alone);

}  // namespace weft

#endif  // WEFT_VERIFY_LID_CLASSES_H_
