// Where the ranks of a job are, from a file: OpenSM's CA order, a list of hosts, or a rankfile.
#ifndef WEFT_PATTERNS_RANK_ORDER_H_
#define WEFT_PATTERNS_RANK_ORDER_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/patterns/placement.h"

namespace weft {

// Which of its rails a rank of a host uses.
struct RailChoice {
  enum class Use {
    kAll,     // all of them
    kOne,     // the number-th, from 1
    kByPort,  // one each, in turn: the first rank the first, ...
  };
  Use use = Use::kAll;
  unsigned number = 1;
};

// Adds so many ranks of a host to a placement; without a number one, or with kByPort one a rail.
// rails: of the host, one at least. Throws BadInput: it has not so many rails.
void place_ranks(std::span<const EndPortIndex> rails, std::optional<std::size_t> slots,
                 const RailChoice& choice, Placement& placement);

// All hosts of the fabric with a LID, in the order of their names (see find_hosts).
Placement place_hosts(const Fabric& fabric, const RailChoice& choice);

// Two ranks at least. Lines are either
//   0x<LID>\t<node description>        opensm-ftree-ca-order.dump; LID 0xFFFF is a dummy
// all of them, whatever the choice of rails, or
//   rank <n>=<host> [<key>=<value> ...]                        Open MPI's rankfile
// all of them, with all ranks from 0, in any order, or
//   <host>[:<slots>] [slots=<n>] [<key>=<value> ...]           a hostfile
//   <hosts>                                                    c[01-08,12],d1: as Slurm lists them
// Empty lines and, but for dumps, what follows a # mean nothing. For what a host may be called see
// NamedHosts. A host has as many ranks as slots, one without; named again it has more.
//
// A warning is added if a LID belongs to another node description than in the dump. Throws
// BadInput, naming file and line: a line that is none of these; a LID that no CA has, or comes
// again; a name that no CA has; a host without LID, or without the rail; a rank that is missing or
// comes twice; too many positions. Cost: O((E + lines + ranks) log E).
Placement parse_rank_order(std::string_view text, const std::string& source, const Fabric& fabric,
                           const RailChoice& choice, std::vector<std::string>& warnings);
// Of a regular file of 64 MiB at most.
Placement read_rank_order(const std::string& path, const Fabric& fabric, const RailChoice& choice,
                          std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_PATTERNS_RANK_ORDER_H_
