// Routing chains, as in the vendor's SM: engines route parts of a fabric, one after the other, on
// one set of tables (policy/chain_policy.h).
#ifndef WEFT_PLUGINS_CHAIN_CHAIN_H_
#define WEFT_PLUGINS_CHAIN_CHAIN_H_

#include <span>
#include <vector>

#include "common/routing/routing.h"

namespace weft {

// Runs the steps of Options::chain in ascending order of their ids. Each step routes its topology
// as a separate fabric. Its entries replace the earlier ones; if it has no path for a switch and a
// LID, the earlier entry stays. So a packet for a LID that a step routes does not leave the step's
// topology once it is at a switch from which the step has a path. A topology without LIDs is
// skipped, with a warning.
//
// The steps share the lanes of the request. If verify finds that they close a credit loop together,
// Routing::other_lanes gives each step that owns LIDs separate lanes: a path uses the
// lanes of the last step that routes its destination. If there are too few lanes, or a loop is
// left, the chain fails, unless Options::allow_credit_loops is set, or an engine that does not
// claim to be free of credit loops is part of the loop. With separate lanes, a path that begins
// outside of the topology of its destination's step has the SL of the switch where it enters the
// topology. A step with own SL2VL maps (Routing::sl2vl) has all SLs: its maps are those of its
// ports, the base map is that of all others, and the chain fails if another step that owns LIDs
// needs lanes, too. Multicast trees are those of the first step, which routes the whole fabric.
//
// Cost: that of the engines, O(S L) at most beside it, and one or two more verifications for other
// lanes.
// Throws CannotRoute without a policy, and if a step and its fallbacks fail.
Routing route_chain(const RouteRequest& request, Tables rows);

// EngineInfo::steps_now. The policy is unchanged; steps are identified by their ids. Steps that
// failed do not run again. Throws CannotRoute if a step that had nothing to route has LIDs now, and
// if an engine's tables cannot be repaired. Cost: that of the groups (port_sets.h), O(ports + LIDs)
// for each step.
std::vector<RoutedStep> chain_steps_now(const RouteRequest& request,
                                        std::span<const RoutedStep> before);

const EngineInfo& chain_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_CHAIN_CHAIN_H_
