// Engine auto: the engine that suits the fabric, whatever that is.
#ifndef WEFT_PLUGINS_AUTO_AUTO_H_
#define WEFT_PLUGINS_AUTO_AUTO_H_

#include "common/routing/routing.h"

namespace weft {

// Tries engines in the order in which they suit what the fabric is (recognise()), those of the
// request that are named in auto.cc, and takes the first that is good enough, or the best of those
// tried. All that it takes has a path for every pair and is free of credit loops, whatever
// Options::lost_pairs says. A tree that is whole, or very large, is ftree's, without
// a comparison.
//
// Good enough: it delivers all but 3 % of what the fabric can carry of Options::traffic
// (patterns/throughput.h). The best: of those that close no credit loop with multicast trees
// either, if there are some, and that deliver 99 % of what the best one does, the first that is
// safe where all packets are on one lane.
//
// Pieces that no link joins and that are not all trees are routed each by an engine of its own
// (islands.h); if one of them cannot be, all together.
//
// RouteRequest::chosen is tried first, and stays if it still routes.
//
// Cost: recognise(), and for each engine that is tried its own, verify(), measure_loads(),
// measure_traffic() and a copy of the tables. Throws CannotRoute with what each engine says if none
// routes.
const EngineInfo& auto_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_AUTO_AUTO_H_
