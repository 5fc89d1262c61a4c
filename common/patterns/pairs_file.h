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
// all their rails; a weight is a number above 0 of any unit, 1 if not given. Empty lines and what
// follows a # mean nothing.
//
// Or, if the first line has a comma, they are a matrix as profilers of MPI write it: a line for
// each rank, from 0, of what it sends to each, numbers of any unit with commas between. A first
// line that has anything but numbers has titles, and then each line begins with one, too.
//
// If a number is larger than 1,000,000, the largest becomes a weight of that; what is above 0 is 1
// at least. unit: is set to what a weight of 1 stands for, 1 or more.
//
// Throws BadInput, naming file and line: another line, a rank that is none, a host that nobody
// knows or without a LID, more than kMostPositions pairs, no pair.
std::vector<RankPair> parse_pairs(std::string_view text, const std::string& source,
                                  const Fabric& fabric, Placement& placement, double& unit);

}  // namespace weft

#endif  // WEFT_PATTERNS_PAIRS_FILE_H_
