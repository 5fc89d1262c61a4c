// Reads pairs of senders and receivers from a file.
// Tested by tests/common/patterns/pairs_file_test.cc.
#ifndef WEFT_PATTERNS_PAIRS_FILE_H_
#define WEFT_PATTERNS_PAIRS_FILE_H_

#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/patterns/phases.h"

namespace weft {

// The first format has lines «<source> <destination> [<weight>]». Source and destination are ranks
// of the placement, numbered from 0, or hosts by a name without blanks or by a GUID (see
// NamedHosts); these hosts are added to the placement with all their rails. A weight is a number
// above 0 in any unit; default: 1. Empty lines and comments after # are ignored.
//
// The second format is a matrix as MPI profilers write it; its first line has a comma. Each rank,
// from 0, has a line with the amounts that it sends to each rank, in any unit, separated by commas.
// If the first line has anything but numbers, it is a title line, and each line begins with a
// title.
//
// If a number is larger than 1,000,000, weights are scaled so that the largest becomes 1,000,000
// and all above 0 are at least 1. unit: set to the amount of a weight of 1, at least 1.
//
// Throws BadInput with file and line: a line of another format, an unknown rank or host, a host
// without a LID, more than kMostPositions pairs, no pair.
std::vector<RankPair> parse_pairs(std::string_view text, const std::string& source,
                                  const Fabric& fabric, Placement& placement, double& unit);

}  // namespace weft

#endif  // WEFT_PATTERNS_PAIRS_FILE_H_
