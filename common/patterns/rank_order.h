// Reads the placement of a job's ranks from a file: OpenSM's CA order, a list of hosts, or a
// rankfile.
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

// Which rails of its host a rank uses.
struct RailChoice {
  enum class Use {
    kAll,     // all
    kOne,     // rail `number`, from 1
    kByPort,  // one per rank: the first rank the first rail, ...
  };
  Use use = Use::kAll;
  unsigned number = 1;
};

// Adds ranks of a host to a placement. Without a number: one rank, or with kByPort one per rail.
// rails: of the host, at least one. Throws BadInput if the host lacks a rail.
void place_ranks(std::span<const EndPortIndex> rails, std::optional<std::size_t> slots,
                 const RailChoice& choice, Placement& placement);

// Places one rank on each host with a LID, in the order of host names (see find_hosts). Leaves out
// hosts without the rail, with a warning. Throws BadInput if no host has it.
Placement place_hosts(const Fabric& fabric, const RailChoice& choice,
                      std::vector<std::string>& warnings);

// The lines have one of three formats.
// 1. 0x<LID>\t<node description>        opensm-ftree-ca-order.dump; LID 0xFFFF is a dummy
//    Applies to all lines; the choice of rails is ignored.
// 2. rank <n>=<host> [<key>=<value> ...]                        Open MPI's rankfile
//    Applies to all lines; has all ranks from 0, in any order.
// 3. <host>[:<slots>] [slots=<n>] [<key>=<value> ...]           a hostfile
//    <hosts>                                                    c[01-08,12],d1: as Slurm lists them
// Empty lines are ignored, and comments after # (not in dumps). Names of hosts: see NamedHosts. A
// host has as many ranks as slots; default: one. A host may be named again and then has more ranks.
//
// Adds a warning if a LID has another node description than in the dump. Throws BadInput with file
// and line: a line of another format; a LID without a CA, or repeated; an unknown name; a host
// without a LID or without the rail; a missing or repeated rank; fewer than two ranks; too many
// positions. Cost: O((E + lines + ranks) log E).
Placement parse_rank_order(std::string_view text, const std::string& source, const Fabric& fabric,
                           const RailChoice& choice, std::vector<std::string>& warnings);
// Reads a regular file of at most 64 MiB.
Placement read_rank_order(const std::string& path, const Fabric& fabric, const RailChoice& choice,
                          std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_PATTERNS_RANK_ORDER_H_
