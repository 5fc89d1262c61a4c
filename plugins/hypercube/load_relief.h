// Moves paths off busy links where something is missing, all others as they are: a repair finds
// ways for what is broken alone, and whole columns of that come to the links beside a gap.
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
  double even;             // links that carry no more than so many times the mean are not busy
  const Workers& workers;
};

// Entries of LIDs of end ports move from the busiest links, as far as they are busy, to others by
// which packets arrive in as many hops, if the sum of the squares of all loads falls with that, no
// link comes to be busier than one that is relieved, and the turns of all packets that come by
// close no cycle with the others on their lanes. Where these do, all that come by get the SL of
// another lane, if there is one for them and for their replies. Returns how many moved; what is
// busiest then is for another time. Cost: O(S L), and O(S + hops x links of a switch) for each
// entry with such a link; after some second of these no more is moved. Throws Stopped and
// std::bad_alloc.
std::size_t relieve_links(const ReliefTask& task, LanePlan& plan, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_HYPERCUBE_LOAD_RELIEF_H_
