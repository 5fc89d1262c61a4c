// Routing chains, as the vendor's OpenSM has them: parts of a fabric, each routed by the engine
// that suits it, one after the other over one set of tables (policy/chain_policy.h).
#ifndef WEFT_PLUGINS_CHAIN_CHAIN_H_
#define WEFT_PLUGINS_CHAIN_CHAIN_H_

#include <span>
#include <vector>

#include "common/routing/routing.h"

namespace weft {

// Runs the steps of Options::chain in ascending order of their ids. Each routes its topology as if
// that were all there is, and what it leaves for a switch and a LID replaces what was there; where
// it has no path the earlier entry stays. So a packet for a LID that a step routes does not leave
// its topology once it is at a switch from which the step has a path. A topology without LIDs is
// passed over, with a warning.
//
// The steps share the lanes of the request. If verify finds that they close a credit loop together,
// Routing::other_lanes gives each of those that own LIDs lanes of its own: a path goes along the
// lanes of the last step that routes its destination. If there are not so many, or a loop is left,
// the chain fails, unless Options::allow_credit_loops or an engine without that claim has a part in
// the loop. Where lanes differ, a path that begins outside of the topology of its destination's
// step has the SL of the switch where it enters that. A step with SL2VL maps of its own
// (Routing::sl2vl) has the SLs to itself: the maps are those of its ports, the base map is that of
// all others, and the chain fails if another step that owns LIDs needs lanes, too. Multicast trees
// are those of the first step, which routes the whole fabric.
//
// Cost: that of the engines, O(S L) at most beside it, and one verification more, or two, for other
// lanes.
// Throws CannotRoute without a policy, and if a step fails that no fallback takes the place of.
Routing route_chain(const RouteRequest& request, Tables rows);

// EngineInfo::steps_now. The policy is that of before; a step is known by its id. Steps that failed
// do not run again. Throws CannotRoute if one that had nothing to route has now, and if an engine
// is never repaired. Cost: that of the groups (port_sets.h), O(ports + LIDs) for each step.
std::vector<RoutedStep> chain_steps_now(const RouteRequest& request,
                                        std::span<const RoutedStep> before);

const EngineInfo& chain_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_CHAIN_CHAIN_H_
