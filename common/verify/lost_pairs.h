// Finds and counts the pairs that have no path although links connect them, by kind.
#ifndef WEFT_VERIFY_LOST_PAIRS_H_
#define WEFT_VERIFY_LOST_PAIRS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/routing/tables.h"
#include "common/verify/verify.h"

namespace weft {

struct LostPair {
  EndPortIndex from;
  Lid to;

  friend bool operator==(const LostPair&, const LostPair&) = default;
};

// An end port that has a LID, and a LID of another or of a switch. Routers count as hosts.
struct LostPairs {
  std::uint64_t between_hosts = 0;
  std::uint64_t of_aggregation_nodes = 0;  // from one or to one (see is_host_port)
  std::uint64_t to_switches = 0;  // from hosts: perfquery and performance managers need these
  std::vector<LostPair> list;     // by LID

  std::uint64_t between_end_ports() const { return between_hosts + of_aggregation_nodes; }
};

// Follows the entries, without lanes. verdict: that of verify() for these tables, which has the
// LIDs. most: how many pairs are listed. Cost: O(S) for each LID of Verdict::unreached.
LostPairs find_lost_pairs(const Fabric& fabric, ConstTables tables, const Verdict& verdict,
                          std::size_t most);

// «3 between hosts, 12 of aggregation nodes, 40 from hosts to LIDs of switches», without kinds that
// have no pairs.
std::string describe(const LostPairs& lost);

}  // namespace weft

#endif  // WEFT_VERIFY_LOST_PAIRS_H_
