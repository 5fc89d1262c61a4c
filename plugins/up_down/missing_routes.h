// Missing routes: paths for pairs without an up*/down* path, for example between CAs on two roots,
// as the vendor's subnet manager adds them (calculate_missing_routes).
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
  // All turns that paths may take now, by these links; null: no turn was added to up*/down*.
  std::unique_ptr<const Links> links;
  std::unique_ptr<AcyclicTurns> turns;
  // By position in the targets: does the destination have added paths? Empty: none has.
  std::vector<bool> has_added_paths;
  // Beside the added paths, all others may be any up*/down* paths.
  bool leaves_up_down_free = true;
  // Pairs of end ports that links connect and that have no path.
  std::uint64_t unrouted_pairs = 0;
  std::vector<std::string> unrouted;  // sentences that name some of them
};

// The end ports that get their missing paths.
enum class MissingPairs : std::uint8_t {
  kNoPairs,
  kIoNodes,  // I/O nodes to I/O nodes, see Options::max_reverse_hops
  kAll,
};

// The choice by the options.
MissingPairs missing_pairs_to_add(const Options& options);

// Adds paths to rows that hold the up*/down* paths of the table: from switches with end ports
// to the end ports of others, by `pairs`; to the LIDs of these switches, if any end port is not
// reached; and from any switch to the LIDs of `roots`. A path is added only if its turns close no
// cycle of channel dependencies: first over hubs (hubs.h), which allow all turns of up*/down*;
// then over any turns that the tables leave room for. Existing entries change only at hubs, for
// destinations with missing paths. Cost: O(S^2) if no path is missing; else the hubs, O(links) for
// each LID with missing paths, by all threads; and if that is not enough, a search near each path
// and behind each new turn, about a second at most in total.
MissingRoutes add_missing_routes(const RouteRequest& request, const Targets& targets,
                                 const HopTable& table, MissingPairs pairs,
                                 const std::vector<SwitchIndex>& roots, Tables rows);

// Adds paths from switches without end ports to the LIDs of end ports: by these they send traps and
// answer requests, which may come over added paths. missing: with turns; those of the new paths are
// added. No entry changes that is there. Cost: O(S L), and a search of about a second at most.
void add_answers(const RouteRequest& request, const Targets& targets, const HopTable& table,
                 MissingRoutes& missing, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_UP_DOWN_MISSING_ROUTES_H_
