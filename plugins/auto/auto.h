// Engine auto: the engine that suits the fabric.
#ifndef WEFT_PLUGINS_AUTO_AUTO_H_
#define WEFT_PLUGINS_AUTO_AUTO_H_

#include "common/routing/routing.h"

namespace weft {

// Tries the engines of the request that auto.cc names for the shape of the fabric (recognise()), in
// the order in which they suit it, and takes the first that is good enough, or the best of those
// tried. The routing that it takes has a path for every pair and is free of credit loops, for any
// Options::lost_pairs. A complete tree in which ftree's shifts have no contention
// (shift_contention.h), and a very large one, is routed by ftree, without a comparison.
//
// Good enough: it delivers at least 97 % of what the fabric can carry of Options::traffic
// (patterns/throughput.h). The best: of those that close no credit loop with multicast trees
// either, if there are any, and that deliver 99 % of what the best one does, the first that is
// safe if all packets are on one lane.
//
// Islands that are not all trees are routed by different engines (islands.h); if one island cannot
// be routed so, all are routed together.
//
// RouteRequest::chosen is tried first, and stays if it still routes.
//
// Cost: recognise(), and for each engine that is tried its cost, verify(), measure_loads(),
// measure_traffic() and a copy of the tables. Throws CannotRoute with the refusals of all engines
// if none routes.
const EngineInfo& auto_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_AUTO_AUTO_H_
