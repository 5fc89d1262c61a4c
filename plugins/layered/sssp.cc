// SSSP routing (Hoefler, Schneider, Lumsdaine: Optimized Routing for Large-Scale InfiniBand
// Networks, HOTI 2009): single-source shortest paths from each destination over link weights that
// grow with each path, so that the whole fabric is balanced, not each switch alone. Paths have the
// fewest hops first, as in stock OpenSM. It uses one lane and cannot promise to be free of credit
// loops.
//
// Cost with E links, L LIDs: O(E L), once to three times. More in layered_routing.h.
#include "plugins/layered/sssp.h"

#include "plugins/layered/layered_routing.h"

namespace weft {

const EngineInfo& sssp_engine() {
  static constexpr EngineInfo kEngine = {
      "sssp", "shortest paths, balanced over the whole fabric; may have credit loops", Claims{},
      &balance_paths};
  return kEngine;
}

}  // namespace weft
