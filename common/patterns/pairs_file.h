// Who sends to whom, from a file.
// Tested by tests/common/patterns/pairs_file_test.cc.
#ifndef WEFT_PATTERNS_PAIRS_FILE_H_
#define WEFT_PATTERNS_PAIRS_FILE_H_

#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/patterns/phases.h"

namespace weft {

// Lines are «<source> <destination> [<weight>]»: ranks of the placement by their number, from 0, or
// hosts by a name without blanks or a GUID (see NamedHosts), which are added to the placement with
// all their rails; a weight is 1..1,000,000, 1 if not given. Empty lines and what follows a # mean
// nothing. Throws BadInput, naming file and line: another line, a rank that is none, a host that
// nobody knows or without a LID, more than kMostPositions pairs, no pair.
std::vector<RankPair> parse_pairs(std::string_view text, const std::string& source,
                                  const Fabric& fabric, Placement& placement);

}  // namespace weft

#endif  // WEFT_PATTERNS_PAIRS_FILE_H_
