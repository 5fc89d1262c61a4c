// Moves paths off busy links of an incomplete fabric: a repair finds paths only for broken entries,
// and whole columns of these come to the links beside a gap.
// Tested by tests/plugins/hypercube/load_relief_test.cc.
#ifndef WEFT_PLUGINS_HYPERCUBE_LOAD_RELIEF_H_
#define WEFT_PLUGINS_HYPERCUBE_LOAD_RELIEF_H_

#include <cstddef>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/lane_plan.h"
#include "common/routing/sl2vl.h"
#include "common/routing/tables.h"
#include "common/verify/turn_evidence.h"
#include "common/verify/verify.h"

namespace weft {

struct ReliefTask {
  const Fabric& fabric;
  const LaneBudget& lanes;
  const TurnEvidence& evidence;  // of the rows, and `sl2vl`; not of packets that change their VLs
  const Sl2Vl& sl2vl;
  const Figures& figures;  // of the rows
  double even;             // links with at most this multiple of the mean load are not busy
  const Workers& workers;
};

// Moves entries for LIDs of end ports from the busiest links to others with the same number of
// hops, if the sum of the squares of all loads falls, no link becomes busier than a relieved one,
// and the turns of all packets through the switch close no cycle on their lanes. If they would
// close one, all these packets get the SL of another lane, if there is one for them and for their
// replies. Returns the number of moved entries; another call relieves the links that are busiest
// then. Cost: O(S L), and O(S + hops x links of a switch) for each entry with a busy link; after
// about a second no more are moved. Throws Stopped and std::bad_alloc.
std::size_t relieve_links(const ReliefTask& task, LanePlan& plan, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_HYPERCUBE_LOAD_RELIEF_H_
