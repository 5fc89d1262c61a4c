// With an LMC: how different the paths to the LIDs of a port are.
// Tested by tests/common/verify/several_lids_test.cc.
#ifndef WEFT_VERIFY_SEVERAL_LIDS_H_
#define WEFT_VERIFY_SEVERAL_LIDS_H_

#include <cstdint>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/counts.h"
#include "common/fabric/fabric.h"
#include "common/graph/links.h"
#include "common/routing/tables.h"
#include "common/verify/path_walk.h"

namespace weft {

// The paths from a switch to the LIDs of a port, all of which arrive.
struct PathsToPort {
  std::vector<std::vector<LinkIndex>> paths;  // by LID: links between switches
  unsigned first_links = 0;                   // number of different first links
  // At least this number of them have no link in common (found greedily).
  unsigned apart = 0;
  std::vector<LinkIndex> of_all;  // links that are on all of them, in the order of the first path
};

// Compares paths that all arrive, by LID. Returns no paths if one of them has no link, since the
// port is at the switch itself. Cost: O(hops^2) for each two LIDs.
PathsToPort compare_paths(std::vector<std::vector<LinkIndex>> paths);

// The same for the paths of tables. Returns no paths if one of them does not arrive, or if the port
// is at the switch itself. walk: of these tables.
PathsToPort paths_to_port(const Fabric& fabric, PathWalk& walk, SwitchIndex from, EndPortIndex to);

// Figures over all pairs of a switch with end ports and an end port with several LIDs at another
// switch.
struct SeveralLids {
  std::uint64_t pairs = 0;
  double first_links = 0;  // mean
  double apart = 0;        // mean
  // Number of pairs that lose all their paths if one link fails.
  std::uint64_t on_one_link = 0;
};

// judge_several_lids() looks at this number of pairs at most, spread over all. Cost: that of
// paths_to_port() for each.
inline constexpr std::uint64_t kMostPairsOfLids = 200'000;
SeveralLids judge_several_lids(const Fabric& fabric, ConstTables tables, const Workers& workers);

}  // namespace weft

#endif  // WEFT_VERIFY_SEVERAL_LIDS_H_
