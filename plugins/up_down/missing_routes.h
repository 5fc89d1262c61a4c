// Missing routes: paths where up*/down* leaves none, between CAs on two roots, say, as the vendor's
// subnet manager adds them (calculate_missing_routes).
#ifndef WEFT_PLUGINS_UP_DOWN_MISSING_ROUTES_H_
#define WEFT_PLUGINS_UP_DOWN_MISSING_ROUTES_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/graph/acyclic_turns.h"
#include "common/graph/links.h"
#include "common/graph/next_hops.h"
#include "common/routing/options.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "common/routing/targets.h"

namespace weft {

struct MissingRoutes {
  // The hubs: where paths turn up after they came down.
  std::vector<SwitchIndex> valleys;
  // All turns that paths may take now, of these links; null: none was added to those of up*/down*.
  std::unique_ptr<const Links> links;
  std::unique_ptr<AcyclicTurns> turns;
  // By position in the targets: destinations with paths that were added; empty: there are none.
  std::vector<bool> has_added_paths;
  // Together with those paths all others may be any that up*/down* has.
  bool leaves_up_down_free = true;
  // Pairs of end ports that links connect and that stay without a path.
  std::uint64_t unrouted_pairs = 0;
  std::vector<std::string> unrouted;  // sentences that name some of them
};

// Which end ports get the paths that they miss to others.
enum class MissingPairs : std::uint8_t {
  kNoPairs,
  kIoNodes,  // I/O nodes to I/O nodes, see Options::max_reverse_hops
  kAll,
};

// What the options ask for.
MissingPairs missing_pairs_to_add(const Options& options);

// Adds paths to rows in which the up*/down* paths of the table stand, from switches with end ports
// to the end ports of others, as `pairs` says, and to the LIDs of these if any end port is missed;
// and from any switch to the LIDs of `roots`. A path is added only if the turns it takes close no
// cycle of channel dependencies: over hubs (hubs.h), which leave all turns of up*/down* as they
// are; what these do not connect, over whatever turns the tables leave room for. Entries that were
// there change at hubs alone, for destinations that are missed somewhere. Cost: O(S^2) where
// nothing is missing; else the hubs, O(links) for each LID that is missed, by all threads, and
// where that is not enough each path a search of its surroundings, and each new turn one of the
// turns behind it, about a second at most in all.
MissingRoutes add_missing_routes(const RouteRequest& request, const Targets& targets,
                                 const HopTable& table, MissingPairs pairs,
                                 const std::vector<SwitchIndex>& roots, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_UP_DOWN_MISSING_ROUTES_H_
