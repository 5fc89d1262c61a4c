// Examples of errors in the tables, as sentences.
// Tested by tests/common/verify/verify_test.cc.
#ifndef WEFT_VERIFY_FINDINGS_H_
#define WEFT_VERIFY_FINDINGS_H_

#include <string>
#include <vector>

#include "common/verify/column_walk.h"
#include "common/verify/verify.h"

namespace weft {

// The results of the walks, by LID.
struct LidResults {
  std::vector<ColumnResult> pairs;     // LIDs of end ports: lost packets of end ports
  std::vector<ColumnResult> switches;  // LIDs of switches: lost packets of switches
};

// At most 8, for the lowest LIDs. Cost: O(S + E) a sentence.
std::vector<std::string> find_examples(const RoutingView& view, const FabricIndex& index,
                                       const LidResults& results);

}  // namespace weft

#endif  // WEFT_VERIFY_FINDINGS_H_
