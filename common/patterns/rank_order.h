// The order of a job's ranks from a file: OpenSM's CA order or a hostfile of MPI.
#ifndef WEFT_PATTERNS_RANK_ORDER_H_
#define WEFT_PATTERNS_RANK_ORDER_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft {

inline constexpr std::size_t kMostPositions = std::size_t{1} << 18;  // dummies included

// What Phases takes as a RankOrder, with two ranks at least. Lines are either
//   0x<LID>\t<node description>        opensm-ftree-ca-order.dump; LID 0xFFFF is a dummy
// all of them, or
//   <name>[:<slots>] [slots=<n>] [<key>=<value> ...]           a hostfile
// Empty lines and, in a hostfile, what follows a # mean nothing. A name is a node description or
// the first word of one that only one CA has. Of a CA with several ports the one with the lowest
// port number that has a LID counts. A host is one rank however many slots it has, and however
// often it is named: its processes share its link.
//
// A warning is added if hosts are named again, if CAs have several ports, and if a LID belongs to
// another node description than in the dump. Throws BadInput, naming file and line: a line that is
// neither; a LID that no CA has, or comes again; a name that no CA has, or several; a host without
// LID; too many positions. The file is a regular one of 64 MiB at most. Cost: O((E + lines) log E).
std::vector<EndPortIndex> read_rank_order(const std::string& path, const Fabric& fabric,
                                          std::vector<std::string>& warnings);
std::vector<EndPortIndex> parse_rank_order(std::string_view text, const std::string& source,
                                           const Fabric& fabric,
                                           std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_PATTERNS_RANK_ORDER_H_
